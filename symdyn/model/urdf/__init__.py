"""URDF -> the mapping of a robot file with explicit frames, with the URDF's lines.

| file | idea |
|---|---|
| xml_elements.py | XML -> elements with lines; entities are refused |
| read.py | elements -> tree |
| links.py, names.py | the tree of links and its order; names made into identifiers |
| mimic.py | joints that follow others, as couplings |
| numbers.py, inertia.py | attributes kept as written; inertias turned into the axes of their links |
"""
