"""C99 for machines without an operating system: no allocation, no library but sines and cosines.

| file | idea |
|---|---|
| language.py | numbers, inputs, functions (sines, roots, friction's sign), reserved names |
| function.py | functions as text: first lines, straight-line bodies |
| declarations.py | prototypes, for the header and for cffi |
| block.py | a kernel for a block of samples, in vectors |
| batches.py | a kernel for many samples, in rows, columns or blocks |
| kernel.py | a kernel: one sample, and batches |
| support/ | what kernels call: sines and cosines, and what blocks need |
| selftest.py | golden vectors of kernels and laws as a C program |
| sources.py | the source, and of long robots more than one |
| files.py | header, source, self-test, build file |
| routine_expression.py, routine.py, unit.py | routines of laws: expressions, functions with loops, all of one file |
| law_header.py, law.py | a control law: what its header declares; its files |
| loops/ | companion code of robots with loops: `close` |
| reading.py, kernel_reading/, law_reading/ | kernels and laws read back, for the proof |
"""

from symdyn.emit.backend import Backend
from symdyn.emit.c.declarations import declarations, undeclared
from symdyn.emit.c.files import c_files
from symdyn.emit.c.reading import read_c
from symdyn.emit.on_demand import when_called

BACKEND = Backend(
    files=c_files,
    declarations=declarations,
    undeclared=undeclared,
    reader=read_c,
    law=when_called("symdyn.emit.c.law", "c_law"),
    law_reader=when_called("symdyn.emit.c.law_reading", "read_c_law"),
    close=when_called("symdyn.emit.c.loops.close", "c_close"),
)
