"""XML as the robots of other tools are written in it: URDF, MJCF, SDF.

| file | idea |
|---|---|
| elements.py | XML -> elements with lines; entities are refused |
| spelling.py | words that are nearly one that is read |
| numbers.py | attributes kept as the decimals that are written |
| tensor.py | inertias turned into the axes of their link |
| names.py | names made into identifiers, told in one note |
"""
