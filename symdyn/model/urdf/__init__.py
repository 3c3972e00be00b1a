"""URDF -> the mapping of a robot file with explicit frames, with the URDF's lines.

| file | idea |
|---|---|
| read.py | elements -> tree |
| words.py | the elements and attributes that are read |
| links.py | the tree of links and its order |
| mimic.py | joints that follow others, as couplings |
| inertia.py | inertias turned into the axes of their links |
"""
