"""`python -m symdyn` is the command `symdyn`."""

import sys

from symdyn.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
