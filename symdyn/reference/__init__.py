"""The independent witness: what the generated kernels are checked against.

It reads the robot mapping itself, works in the world frame, and gets the equations
of motion from Lagrange: M from world Jacobians, C from Christoffel symbols of M, g
from the gradient of the potential energy. Nothing recurses through forces, and no
code is shared with the rest of symdyn: a mistake would have to be made twice, in two
different ways, to go unseen.

In reading order: `expression` (numbers of a file), `inertials`, `joints` (how they move), `reading` (mapping ->
`mechanism`), `transforms`, `kinematics`, `lagrangian`; `closing` (cut joints, couplings, motors of the mapping),
`constraints` (the equations that a closed tree fulfils), `closure` (its joints as functions of its coordinates);
`equations`, `witness` (the answers); `walker`, `laws`, `watchers` (control laws as their equations say); `exact` (the
same over a finite field).

A closed robot is asked as any other, `Witness(mapping).inverse_dynamics(q, qd, qdd)`: q and all that belongs to it are
those of `actuated`, in its order, or of the motors behind a `transmission`. Loops are closed from `closed_at` along a
straight line; a position that cannot be reached so is a ValueError of one line. Over a field the caller brings a point
of the variety, which is verified: `exact.ExactClosedWitness(read_exactly(mapping), field, turns, q)`.
"""

from symdyn.reference.witness import Witness

__all__ = ["Witness"]
