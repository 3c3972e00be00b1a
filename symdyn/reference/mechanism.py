"""The robot as the witness sees it: entries in a tree, bodies on them, parameters.

An entry's link frame is placed in its parent's link frame by

    before @ motion(q) @ after

with `motion` about and along a constant `axis` that is given in the frame `before`.
All three conventions of frames have this shape.
"""

from dataclasses import dataclass

from symdyn.reference.transforms import Array

TEN = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
"""The inertial parameters of a body, about the origin of its frame and in its axes."""

JOINT_PARAMETERS = ("Ia", "fv", "fc", "fo", "ks", "kr")
"""Rotor inertia; viscous, Coulomb, constant friction; stiffness, stiffness x rest."""


TURN_AND_TRAVEL = {"revolute": (1, 0), "prismatic": (0, 1), "fixed": (0, 0)}
"""By how much one unit of a joint's coordinate turns its link about the axis, and moves
it along; one whose entry has a `pitch` turns by 1 and moves by that, whatever its type."""


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """One entry of the file: a joint, with the link it moves left to `Body`."""

    name: str
    turn: float
    travel: float
    parent: int | None
    """Index of the entry whose link carries this joint; None is the base."""
    before: Array
    axis: Array
    after: Array


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A rigid body: a link, or the load; or a frame without a body, of a cut joint."""

    entry: int | None
    """Index of the entry whose link frame the body is fixed to; None is the base."""
    frame: Array
    """Pose of the body's own frame in that link frame."""
    first_parameter: int | None
    """Where its ten begin in the full vector; None of a massless link, which has none."""


@dataclass(frozen=True, slots=True, eq=False)
class Mechanism:
    """A tree of joints and bodies with its full parameter vector."""

    joints: tuple[Joint, ...]
    bodies: tuple[Body, ...]
    """One per entry, in order; the load, if there is one, last."""
    gravity: Array
    parameter_names: tuple[str, ...]
    parameters: Array
    """NaN where the file leaves a parameter unknown."""
    tip: int
    """Index of the entry whose link Jacobians and wrenches refer to."""
    links: tuple[str, ...] = ()
    """Names, by entries."""

    def path(self, entry: int | None) -> tuple[int, ...]:
        """Return the entries from the base to `entry`, itself included."""
        if entry is None:
            return ()
        return (*self.path(self.joints[entry].parent), entry)

    @property
    def moving(self) -> tuple[int, ...]:
        """Indices of the entries that move, in the order of q."""
        entries = range(len(self.joints))
        return tuple(e for e in entries if self.joints[e].turn or self.joints[e].travel)

    def columns(self, parameter: str) -> tuple[int | None, ...]:
        """Return where each moving joint's `parameter` is in the vector, or None."""
        place = {name: at for at, name in enumerate(self.parameter_names)}
        names = (self.joints[entry].name for entry in self.moving)
        return tuple(place.get(f"{name}.{parameter}") for name in names)
