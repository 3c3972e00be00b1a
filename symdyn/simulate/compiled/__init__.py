"""The closed loop as one compiled function: plant, law, motion, disturbances and integrator.

| file | idea |
|---|---|
| closed_loop.h, plant.c, closed_loop.c | plant, loop and integrators, around generated kernels and law |
| library.py | generated code and loop, compiled together |
| loop.py | a run of it, as `simulate.loop.loop` makes one with SciPy |
| pieces.py | times in which nothing changes but the plant's state |
"""
