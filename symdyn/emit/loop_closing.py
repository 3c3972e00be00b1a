"""LoopClosing: how a robot's loops are closed, as data, from which the folder of a language writes `close`.

`close` gives the joints that no coordinate is of, with a code that says why where it cannot. It calls the kernel
`loop_motion`, and unwraps angles towards a guess. Joints that are found only together it finds by Newton's method, with
the kernel `close_step`, from the guess; then the others with `close_rest`, and `close_gap` says whether it is closed.
"""

from __future__ import annotations

from dataclasses import dataclass

SUMMARY = "Positions of the joints that follow from the coordinates"
CODES = (
    ("CLOSED", 0, "closed"),
    ("CANNOT_CLOSE", 1, "cannot close here; passive is left as it was"),
    ("NEAR_SINGULAR", 2, "closed, but some joint moves a million times as fast as the coordinates"),
)
BY_NEWTON = (
    *CODES,
    ("OTHERWISE", 3, "closed another way than at closed_at; passive is left as it was, a nearer guess may do"),
)
ITERATIONS = 10  # of Newton's method, always; two or three suffice from a guess that is near
CLOSED_TO = {"double": 1e-10, "float": 1e-5}  # of the size of loops
FASTEST = 1_000_000
"""An entry of E beyond this is near singular: where D is 1e-12 h, √D, by which rates are divided, is 1e-6 of √h."""


@dataclass(frozen=True, slots=True)
class LoopClosing:
    """The joints of the tree that are not actuated: names, places in the tree, whether they turn, where assembled."""

    robot: str
    n: int
    joints: int
    names: tuple[str, ...]
    places: tuple[int, ...]
    turns: tuple[bool, ...]
    closed_at: tuple[float, ...]
    coordinates: tuple[float, ...]  # at which the robot was assembled
    size: float  # of the loops, in metres
    by_newton: bool = False

    @property
    def codes(self) -> tuple[tuple[str, int, str], ...]:
        """Return what `close` may return: names, values and meanings."""
        return BY_NEWTON if self.by_newton else CODES

    def largest_gap(self, scalar: str) -> float:
        """What the squares of all gaps may sum up to where loops count as closed."""
        return (CLOSED_TO[scalar] * self.size) ** 2
