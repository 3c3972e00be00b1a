"""From programs to text, in every language: code generation's back end.

| file, folder | idea |
|---|---|
| backend.py | what the folder of a language answers for |
| c/, python/ | the languages, with the same files in each |
| planning/ | how a program becomes statements, in any language |
| kernel_text.py | a kernel ready to be written, and what it costs |
| facts.py | the robot's names and numbers |
| control_law.py | a control law as data |
| loop_closing.py | `close` of robots with loops as data |
| beside.py | companion code: controllers that call the kernels |
| number_text.py | literals: numbers as text |
| combination.py | linear combinations: what an entry of `pi` stands for |
| view.py, readme_view.py | what templates see of a robot; what the README's sees |
| templates.py | finding and filling templates |
| on_demand.py | functions that are loaded with their first call |
| golden.py | golden vectors: inputs, and outputs computed with many digits |
| files.py | all files of a robot |

README.md says how to add a language.
"""

from symdyn.emit.backend import backends
from symdyn.emit.beside import Beside, BesideText
from symdyn.emit.facts import Facts
from symdyn.emit.files import code_files
from symdyn.emit.kernel_text import StagedKernel

__all__ = ["Beside", "BesideText", "Facts", "StagedKernel", "backends", "code_files"]
