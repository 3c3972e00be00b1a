"""The same mechanism with less work: rewrites, equal in value.

| file | finds or changes |
|---|---|
| frame_axes.py | joints that turn about an axis of their link's frame |
| shared_columns.py, shared_diagonal.py | entries of Ω that a link has in common with its parent |
| permuted_axes.py | axes that are the parent's, exchanged |
| turning.py, axial_rotors.py | links on parents that turn about one direction at most |
| split_turn.py | turns in factors |
| resting_points.py | points that no joint moves |
| outermost.py | links that carry no other, to be seen in axes that stand still in their parents |
| lumping.py | fixed links become part of those that carry them |
| recentring.py | origins that make less work: joints', or points that rest |
| formulation.py | which of all this a kernel is derived with |
"""
