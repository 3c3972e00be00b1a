"""The independent witness: what the generated kernels are checked against.

It reads the robot mapping itself, works in the world frame, and gets the equations
of motion from Lagrange: M from world Jacobians, C from Christoffel symbols of M, g
from the gradient of the potential energy. Nothing recurses through forces, and no
code is shared with the rest of symdyn: a mistake would have to be made twice, in two
different ways, to go unseen.

In reading order: `expression` (numbers of a file), `inertials`, `reading` (mapping -> `mechanism`), `transforms`,
`kinematics`, `lagrangian`, `equations`, `witness` (the answers); `walker` and `laws` (control laws as their equations
say); `exact` (the same over a finite field).
"""

from symdyn.reference.witness import Witness

__all__ = ["Witness"]
