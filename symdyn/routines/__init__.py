"""Routines: small programs over numbers and arrays, with loops and branches, that every language can print.

They are written as plain Python functions in a subset of the language, read into data, and printed by the folder of
each language in emit/. The functions also run as they are, on floats, fractions or numbers of many digits.

| file | idea |
|---|---|
| words.py | what a routine is written with: types, sizes, limits, functions |
| expressions.py, program.py | a routine as data |
| read.py, read_expression.py, remarks.py | function -> routine, its comments with it |
| types.py | what each value is |
| effects.py | what a routine changes |
| ranges.py, bounds.py | whether every index stays within its array |
| walk.py | all parts of a routine |
| bind.py | the functions, bound to sizes and a robot, to be called |

Straight-line programs of kernels are in ir/: they have no loops, and a thousand instructions.
"""
