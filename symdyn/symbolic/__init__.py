"""Equations to read: closed forms and minimal parameters in SymPy, and their text, LaTeX and MathML.

| file | idea |
|---|---|
| exact_expression.py, long_constants.py, number_matrix.py | exact constants in SymPy and back; long ones; NumPy |
| letters.py | the symbols of a robot's equations, and how they are written |
| minimal.py, combinations.py | minimal parameters as users meet them; their combinations as text |
| model.py, collect.py | closed forms, derived when they are asked for; common factors before brackets |
| equations.py, sixteen.py | equations one by one; Lu and Meng's regressor, closed and step by step |
| closure_equations.py | how the joints of a closed robot follow its coordinates |
| step_equations.py | the same where loops are not linear: steps, and what Newton's method makes vanish |
| value_at.py, proved.py | equations at a random point; their proof before anybody reads them |
| recursive.py | programs as named statements |
| readable.py, printing.py, layout.py | reading order; text, LaTeX and MathML; equations on a page |
| lower.py, lift.py | SymPy to programs and back |
| of_source.py | the doors that users call |
"""

from symdyn.symbolic.minimal import MinimalParameters, minimal
from symdyn.symbolic.model import Model, derive

__all__ = ["MinimalParameters", "Model", "derive", "minimal"]
