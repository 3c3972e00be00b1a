"""Python with NumPy and nothing else.

| file | idea |
|---|---|
| language.py | numbers, inputs, functions, reserved names |
| declarations.py | arguments |
| kernel.py | a kernel as a function of arrays |
| files.py | the module |
| routine_expression.py, elementwise.py, routine.py, unit.py | routines of laws, by NumPy where no loop is needed |
| law.py | a control law: its module |
| loops/ | companion code of robots with loops: `close` |
| reading.py | kernels and laws read back, for the proof |
"""

from symdyn.emit.backend import Backend
from symdyn.emit.on_demand import when_called
from symdyn.emit.python.declarations import declarations, undeclared
from symdyn.emit.python.files import python_files
from symdyn.emit.python.reading import read_python, read_python_law

BACKEND = Backend(
    files=python_files,
    declarations=declarations,
    undeclared=undeclared,
    reader=read_python,
    law=when_called("symdyn.emit.python.law", "python_law"),
    law_reader=read_python_law,
    close=when_called("symdyn.emit.python.loops.close", "python_close"),
)
