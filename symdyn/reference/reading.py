"""From the robot mapping to a `Mechanism`.

The mapping is what a YAML reader gives. It is taken to be valid: telling a user what
is wrong in a file is another room's work.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from symdyn.reference.closing import closing_parameters
from symdyn.reference.expression import Written, evaluate
from symdyn.reference.inertials import Symbols, is_massless, joint_parameters_of, ten_of
from symdyn.reference.joints import turn_and_travel
from symdyn.reference.mechanism import TEN, Body, Joint, Mechanism
from symdyn.reference.transforms import (
    X_AXIS,
    Z_AXIS,
    Array,
    from_xyz_rpy,
    screw,
)

STANDARD_GRAVITY = (0.0, 0.0, -9.80665)
TINY = 1e-100  # of an axis: the square of a shorter one may be lost


def read(mapping: Mapping[str, Any]) -> Mechanism:
    """Return the tree that `mapping` describes, with all parameters; what closes it is read by `closing`."""
    symbols: Symbols = mapping.get("symbols") or {}
    entries = mapping["joints"]
    joints, bodies = [], []
    names: list[str] = []
    values: list[float] = []
    entry_of_link: dict[str, int | None] = {"base": None}
    before: int | None = None

    for index, entry in enumerate(entries):
        link = entry.get("link") or {}
        link_name = link.get("name") or f"link{index + 1}"
        joint_name = entry.get("name") or f"joint{index + 1}"
        parent = entry_of_link[entry["parent"]] if entry.get("parent") else before
        placed = _place(mapping.get("frames", "explicit"), entry, symbols)
        joints.append(Joint(joint_name, *_turn_and_travel(entry, symbols), parent, *placed))
        entry_of_link[link_name] = before = index

        massless = is_massless(link)
        bodies.append(Body(index, np.eye(4), None if massless else len(names)))
        if not massless:
            names += [f"{link_name}.{name}" for name in TEN]
            values += ten_of(link, symbols)
        of_joint = joint_parameters_of(entry, symbols)
        names += [f"{joint_name}.{name}" for name in of_joint]
        values += of_joint.values()

    tip = entry_of_link[mapping["tip"]] if mapping.get("tip") else len(joints) - 1
    assert tip is not None  # the base is no tip
    of_closing = closing_parameters(mapping, symbols)
    names += of_closing
    values += of_closing.values()
    load = mapping.get("load")
    if load is not None:
        bodies.append(Body(tip, _origin(load, symbols), len(names)))
        names += [f"load.{name}" for name in TEN]
        values += ten_of(load, symbols)

    gravity = _vector(mapping.get("gravity"), STANDARD_GRAVITY, symbols)
    links = tuple(link for link in entry_of_link if link != "base")
    return Mechanism(tuple(joints), tuple(bodies), gravity, tuple(names), np.array(values), tip, links)


def _turn_and_travel(entry: Mapping[str, Any], symbols: Symbols) -> tuple[float, float]:
    turn, travel = turn_and_travel(entry, lambda written: evaluate(written, symbols))
    return float(turn), float(travel)


def _place(frames: str, entry: Mapping[str, Any], symbols: Symbols) -> tuple[Array, Array, Array]:
    """Return `before, axis, after` of an entry, as `Mechanism` defines them."""
    if frames == "explicit":
        axis = _vector(entry.get("axis"), (0, 0, 1), symbols)
        if 0 < np.abs(axis).max() < TINY:
            axis = axis / np.abs(axis).max()
        return _origin(entry, symbols), axis / np.linalg.norm(axis), np.eye(4)
    # The turn and the shift about one axis commute, so the constant part of theta
    # and d can stand after the joint's own motion.
    dh = entry.get("dh") or {}
    a, alpha, d, theta = (evaluate(dh.get(name) or 0, symbols) for name in ("a", "alpha", "d", "theta"))
    across = screw(X_AXIS, alpha, a)
    along = screw(Z_AXIS, theta, d)
    if frames == "modified_dh":
        return across, Z_AXIS, along
    if frames == "standard_dh":
        return np.eye(4), Z_AXIS, along @ across
    raise ValueError(f"frames: {frames!r} is none of modified_dh standard_dh explicit")


def _origin(holder: Mapping[str, Any], symbols: Symbols) -> Array:
    origin = holder.get("origin") or {}
    xyz = _vector(origin.get("xyz"), (0, 0, 0), symbols)
    rpy = _vector(origin.get("rpy"), (0, 0, 0), symbols)
    return from_xyz_rpy(xyz, rpy)


def _vector(written: Sequence[Written] | None, default: Sequence[Written], symbols: Symbols) -> Array:
    parts = default if written is None else written
    return np.array([evaluate(part, symbols) for part in parts])
