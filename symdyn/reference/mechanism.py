"""The robot as the witness sees it: entries in a tree, bodies on them, parameters.

An entry's link frame is placed in its parent's link frame by

    before @ motion(q) @ after

with `motion` about and along a constant `axis` that is given in the frame `before`.
All three conventions of frames have this shape.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from symdyn.reference.transforms import Array

TEN = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
"""The inertial parameters of a body, about the origin of its frame and in its axes."""

JOINT_PARAMETERS = ("Ia", "fv", "fc", "fo", "ks", "kr")
"""Rotor inertia; viscous, Coulomb, constant friction; stiffness, stiffness x rest."""


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


@dataclass(frozen=True, eq=False)
class Mechanism:
    """A tree of joints and bodies with its full parameter vector; what follows from the tree alone is kept."""

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

    @cached_property
    def moving(self) -> tuple[int, ...]:
        """Indices of the entries that move, in the order of q."""
        entries = range(len(self.joints))
        return tuple(e for e in entries if self.joints[e].turn or self.joints[e].travel)

    @cached_property
    def turns(self) -> Array:
        """By how much each moving joint turns (n)."""
        return np.array([self.joints[e].turn for e in self.moving])

    @cached_property
    def travels(self) -> Array:
        """By how much each moving joint travels (n)."""
        return np.array([self.joints[e].travel for e in self.moving])

    @cached_property
    def moves(self) -> Array:
        """Entry [b, j] is 1 where moving joint j carries body b, 0 elsewhere."""
        return self._carried_by([body.entry for body in self.bodies])

    @cached_property
    def carries(self) -> Array:
        """Entry [j, k] is 1 where moving joint k carries moving joint j, 0 elsewhere."""
        return self._carried_by([self.joints[e].parent for e in self.moving])

    def _carried_by(self, entries: Sequence[int | None]) -> Array:
        paths = [self.path(entry) for entry in entries]
        found = np.array([[float(e in path) for e in self.moving] for path in paths])
        return found.reshape(len(entries), len(self.moving))

    @cached_property
    def columns(self) -> Mapping[str, tuple[int | None, ...]]:
        """Where each moving joint's parameters are in the vector, by parameter; None is nowhere."""
        place = {name: at for at, name in enumerate(self.parameter_names)}
        names = [self.joints[entry].name for entry in self.moving]
        return {one: tuple(place.get(f"{name}.{one}") for name in names) for one in JOINT_PARAMETERS}
