"""Expressions of robot files, parsed and never evaluated as Python.

| file | idea |
|---|---|
| tokens.py | the words of an expression |
| expression.py | text -> exact constant, by precedence climbing |
| linear.py | text -> combination of parameters, with exact coefficients |
| guarded.py | arithmetic that cannot run away, whatever a file says |
"""
