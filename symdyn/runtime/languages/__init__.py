"""How Python runs generated code: a module with a `RUNNER` for every language that it can.

| file | idea |
|---|---|
| c.py, c_law.py | compiled C, through cffi; its controllers |
| python.py | modules, executed in memory |
"""
