"""From programs to text."""

from symdyn.emit.backend import backends
from symdyn.emit.beside import Beside, BesideText
from symdyn.emit.facts import Facts
from symdyn.emit.files import code_files
from symdyn.emit.kernel_text import StagedKernel

__all__ = ["Beside", "BesideText", "Facts", "StagedKernel", "backends", "code_files"]
