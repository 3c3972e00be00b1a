"""Straight-line programs, ignorant of robots.

| file | idea |
|---|---|
| op.py | the operations: one record each |
| program.py | instructions, ports, programs; the canonical form |
| builder.py, value.py | programs made instruction by instruction; values with operators that make them |
| evaluate.py | a program over any scalar |
| text.py | programs as text, and back |
| verify.py | whether a program is valid and canonical |
| cost.py, fusion.py | operations counted; sums that take a product with them |
| once.py | what is computed once for a program |
"""
