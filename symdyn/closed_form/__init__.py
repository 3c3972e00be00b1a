"""Closed forms as polynomials: derived, shortened and arranged before SymPy sees them.

| file | idea |
|---|---|
| letters.py | c1, s1, qd1, pi1: the state that closed forms are written in |
| polynomial.py | the ring of closed forms |
| derivation.py | a kernel over letters: a program, traced once, run over a field and over polynomials |
| regrouping.py | the same in another minimal set |
| fewest_terms.py | how long a form is at least, before it is derived |
| frames.py | the frame of every link in that of its parent |
| terms.py, angle_groups.py, angle_sums.py, squares.py | cosines and sines of sums; the shorter squares |
| arrange.py, constant_names.py | from a polynomial to terms as people write them; names for long constants |
"""
