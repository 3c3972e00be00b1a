"""The exact witness: the same Lagrangian road as the numeric one, over a finite field, so that `==` decides.

In reading order: `numbers` (what a file writes, as exact constants), `moves` (poses), `closing` (cut joints,
couplings, motors), `reading` (mapping -> elementary moves and bodies), `jets` (power series in time and in one
direction), `motion` (every link's pose along a motion), `forms` (what bodies and joints make of it), `inertials` and
`unknown` (parameters, and those to be adapted), `walker`, `witness` (the answers); `constraints`, `left_inverse`,
`variety` (a point where a robot closes, and motions on from it), `closed_witness` (the answers there); `coupled` (those
of a robot whose joints follow others, anywhere). Of the rest of symdyn only `algebra` is used: exact constants and
their images in a field.

A tree is asked anywhere: `ExactWitness(read_exactly(mapping), field)`, with a `Course` for every motion. A closed robot
is asked at a point that the caller found, `ExactClosedWitness(read_exactly(mapping), field, turns, q)`: cosine and
sine, and number, of every joint of the tree. The point is verified, not trusted; courses go through it with rates of
the actuated joints (or motors) alone.
"""

from symdyn.reference.exact.closed_witness import ClosedTraced, ExactClosedWitness
from symdyn.reference.exact.coupled import CoupledWitness, Followed, followed
from symdyn.reference.exact.jets import Scalars
from symdyn.reference.exact.motion import Course, Traced
from symdyn.reference.exact.reading import ExactMechanism, read_exactly
from symdyn.reference.exact.variety import OffTheVarietyError
from symdyn.reference.exact.witness import ExactWitness

__all__ = [
    "ClosedTraced",
    "CoupledWitness",
    "Course",
    "ExactClosedWitness",
    "ExactMechanism",
    "ExactWitness",
    "Followed",
    "OffTheVarietyError",
    "Scalars",
    "Traced",
    "followed",
    "read_exactly",
]
