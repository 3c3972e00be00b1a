"""From programs to text."""

from symdyn.emit.beside import Beside
from symdyn.emit.facts import Facts
from symdyn.emit.files import code_files
from symdyn.emit.kernel_text import StagedKernel

__all__ = ["Beside", "Facts", "StagedKernel", "code_files"]
