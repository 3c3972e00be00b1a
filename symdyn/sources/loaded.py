"""When symdyn was imported: a source file that changes after this moment need not be what this process runs."""

import time

LOADED = time.time_ns()
