"""Planning: how a program becomes statements, in any language: order, names, signs, sines and cosines.

| file | idea |
|---|---|
| notation.py | what a language says: numbers, inputs, functions, reserved names |
| place_signs.py | sign placement: which differences are written the other way round |
| trigonometry.py | grouping of sines and cosines: all angles that are known at one point, by one call |
| angles_apart.py | loop fission: the angles of a program first, then the rest |
| statements.py | the statements themselves |
| order.py | the order in which few values wait at a time |
"""
