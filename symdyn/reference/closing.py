"""What closes a tree, as the mapping writes it: cut joints, couplings, the joints that drive, motors behind gears.

As everywhere in this room, the mapping is taken to be valid.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symdyn.reference.expression import evaluate
from symdyn.reference.inertials import Symbols, joint_parameters_of
from symdyn.reference.mechanism import Body, Mechanism
from symdyn.reference.transforms import Array, from_xyz_rpy

CLOSING_KEYS = ("loops", "couplings", "transmission")


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A cut joint: a frame on its parent and a frame on its child, which it joins."""

    name: str
    type: str
    parent: Body
    child: Body
    around: frozenset[int]
    """Coordinates of the tree on the way from the parent to the child."""


@dataclass(frozen=True, slots=True, eq=False)
class Closing:
    """Everything that makes a tree move with fewer coordinates than it has joints.

    A coupling is a row of `follows` with `follows @ q = plus`: 1 for the joint, less the factors of those it follows.
    """

    cuts: tuple[Cut, ...]
    follows: Array
    plus: Array
    actuated: tuple[int, ...]
    closed_at: Array
    """Where the tree's joints are when the loops are closed; 0 for joints that the file does not place."""
    transmission: Array
    """Actuated joints = transmission @ coordinates."""
    coordinates: tuple[str, ...]
    """Names of the coordinates: those of the actuated joints, or of motors."""
    has_motors: bool


def is_closed(mapping: Mapping[str, Any]) -> bool:
    """Tell whether anything in the mapping takes coordinates from the tree, or mixes them."""
    return any(mapping.get(key) for key in CLOSING_KEYS)


def closing_parameters(mapping: Mapping[str, Any], symbols: Symbols) -> dict[str, float]:
    """Return the parameters of cut joints and then of motors, by their names in the full vector."""
    found: dict[str, float] = {}
    for name, holder in (*_named(mapping, "loops", "loop"), *_named(mapping, "motors", "motor")):
        found |= {f"{name}.{letter}": value for letter, value in joint_parameters_of(holder, symbols).items()}
    return found


def read_closing(mapping: Mapping[str, Any], mechanism: Mechanism) -> Closing:
    """Return what closes the tree that was read from the same mapping."""
    symbols: Symbols = mapping.get("symbols") or {}
    joints = [mechanism.joints[entry].name for entry in mechanism.moving]
    follows, plus = _couplings(mapping.get("couplings") or [], joints, symbols)
    following = {entry["joint"] for entry in mapping.get("couplings") or []}
    actuated = mapping.get("actuated") or [name for name in joints if name not in following]
    written = mapping.get("closed_at") or {}
    matrix = mapping.get("transmission")
    n = len(actuated)
    motors = [name for name, _ in _named(mapping, "motors", "motor")] or [f"motor{i + 1}" for i in range(n)]
    return Closing(
        cuts=tuple(_cuts(mapping, mechanism, symbols)),
        follows=follows,
        plus=plus,
        actuated=tuple(joints.index(name) for name in actuated),
        closed_at=np.array([evaluate(written.get(name, 0), symbols) for name in joints]),
        transmission=np.array([[evaluate(x, symbols) for x in row] for row in matrix]) if matrix else np.eye(n),
        coordinates=tuple(motors if matrix else actuated),
        has_motors=bool(matrix),
    )


def _named(mapping: Mapping[str, Any], key: str, stem: str) -> list[tuple[str, Mapping[str, Any]]]:
    holders = [holder or {} for holder in mapping.get(key) or []]
    return [(holder.get("name") or f"{stem}{i}", holder) for i, holder in enumerate(holders, start=1)]


def _couplings(written: Sequence[Mapping[str, Any]], joints: list[str], symbols: Symbols) -> tuple[Array, Array]:
    follows, plus = np.zeros((len(written), len(joints))), np.zeros(len(written))
    for row, coupling in enumerate(written):
        follows[row, joints.index(coupling["joint"])] = 1.0
        for name, factor in coupling["equals"].items():
            follows[row, joints.index(name)] -= evaluate(factor, symbols)
        plus[row] = evaluate(coupling.get("plus") or 0, symbols)
    return follows, plus


def _cuts(mapping: Mapping[str, Any], mechanism: Mechanism, symbols: Symbols) -> list[Cut]:
    links = [(entry.get("link") or {}).get("name") or f"link{i}" for i, entry in enumerate(mapping["joints"], start=1)]
    entry_of: dict[str, int | None] = {"base": None, **{name: entry for entry, name in enumerate(links)}}
    coordinate = {entry: i for i, entry in enumerate(mechanism.moving)}
    cuts = []
    for name, loop in _named(mapping, "loops", "loop"):
        ends = entry_of[loop["parent"]], entry_of[loop["child"]]
        one, other = (set(mechanism.path(end)) for end in ends)
        frames = (_frame(loop.get(f"{side}_origin") or {}, symbols) for side in ("parent", "child"))
        parent, child = (Body(end, frame, None) for end, frame in zip(ends, frames, strict=True))
        around = frozenset(coordinate[entry] for entry in one ^ other if entry in coordinate)
        cuts.append(Cut(name, loop["type"], parent, child, around))
    return cuts


def _frame(origin: Mapping[str, Any], symbols: Symbols) -> Array:
    xyz, rpy = (np.array([evaluate(x, symbols) for x in origin.get(key) or (0, 0, 0)]) for key in ("xyz", "rpy"))
    return from_xyz_rpy(xyz, rpy)
