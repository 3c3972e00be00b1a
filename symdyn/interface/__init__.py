"""What calling generated code takes, and nothing of how it was made: names, shapes, numbers, texts.

It is quick to import and can be kept as text, so that a later process calls a robot's code without the compiler.

| file | idea |
|---|---|
| kernels.py | arguments and results of kernels; a robot's code as a whole |
| layouts.py | rows, columns and blocks of samples |
| laws.py | gains, estimates and return codes of a controller |
| rules.py | what each rule of a gain means, and its test |
| text.py | an interface as JSON, and back |
| arrays.py | arrays as a user gives them, checked |
| gains.py | gains as a user gives them, checked |
| c_files.py | which C files hold a robot's kernels |
| modules.py | generated Python modules, from their text |
"""

from symdyn.interface.kernels import Argument, Interface, KernelInterface, LoopInterface
from symdyn.interface.laws import SEEN, STATE, GainInterface, LawInterface, Rule

__all__ = [
    "SEEN",
    "STATE",
    "Argument",
    "GainInterface",
    "Interface",
    "KernelInterface",
    "LawInterface",
    "LoopInterface",
    "Rule",
]
