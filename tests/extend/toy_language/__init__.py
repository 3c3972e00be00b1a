"""A language in one folder, in the manner of Lua: entries are counted from 1, functions return arrays.

| file | idea |
|---|---|
| language.py | numbers, inputs, functions, reserved names |
| declarations.py | arguments |
| kernel.py | a kernel as a function |
| files.py | the one file, from templates/ |
| reading.py | the kernels read back, for the proof |
| interpreter.py | the language itself |
| running.py | kernels run by it, for `check` and `build` |
"""

from symdyn.emit.backend import Backend
from symdyn.languages import Language
from toy_language.declarations import declarations, undeclared
from toy_language.files import toy_files
from toy_language.reading import read_toy

BACKEND = Backend(files=toy_files, declarations=declarations, undeclared=undeclared, reader=read_toy)
TOY = Language("toy", "Toy", writer="toy_language", runner="toy_language.running")
