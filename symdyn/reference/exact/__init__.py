"""The exact witness: the same Lagrangian road as the numeric one, over a finite field, so that `==` decides.

In reading order: `numbers` (what a file writes, as exact constants), `reading` (mapping -> elementary moves and
bodies), `jets` (power series in time and in one direction), `motion` (every link's pose along a motion), `forms`
(what bodies and joints make of it), `inertials` and `unknown` (parameters, and those to be adapted), `walker`,
`witness` (the answers), `coupled` (those of a robot whose joints follow others). Of the rest of symdyn only `algebra`
is used: exact constants and their images in a field.
"""

from symdyn.reference.exact.coupled import CoupledWitness, Followed, followed
from symdyn.reference.exact.motion import Course, Traced
from symdyn.reference.exact.reading import ExactMechanism, read_exactly
from symdyn.reference.exact.witness import ExactWitness

__all__ = [
    "CoupledWitness",
    "Course",
    "ExactMechanism",
    "ExactWitness",
    "Followed",
    "Traced",
    "followed",
    "read_exactly",
]
