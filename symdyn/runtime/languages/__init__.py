"""How Python runs generated code: a module with a `RUNNER` for every language that it can.

| file | idea |
|---|---|
| c.py, c_law.py | compiled C, through cffi; its controllers |
| c_caller.py, caller.h, caller.c | compiled kernels as functions of Python's own, for arrays that are ready |
| python.py | modules, executed in memory |
"""
