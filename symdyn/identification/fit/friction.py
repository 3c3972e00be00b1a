"""Friction beyond viscous and Coulomb: that which differs with the direction, and Stribeck's, which falls with speed.

    asymmetric   <joint>.fa |q̇|              beside fv q̇: viscous friction of fv + fa one way, fv - fa the other
    stribeck     <joint>.fs sign(q̇) e^(-(q̇/v)²)   beside fc sign(q̇): more at low speed, by a speed v

(Coulomb friction that differs with the direction is fc with an offset.) v does not enter linearly: columns of several
speeds are gathered at once, in one reading, and for every joint the one that leaves the least over is chosen. A robot
file cannot hold these: they are reported, and what they explain is not laid upon other parameters; the file has the
values of the fit without them, whose friction stands in for them as well as it can.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np

from symdyn.errors import InputError, unknown_name
from symdyn.identification.fit.factor import Factor
from symdyn.identification.fit.model import Column, Model
from symdyn.identification.logs.log import Array
from symdyn.model.robot import Robot

KINDS = ("asymmetric", "stribeck")
SPEEDS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4)  # v as parts of a joint's limit of speed
ROUNDS = 2  # of choosing joint after joint


def friction_columns(robot: Robot, kinds: Sequence[str]) -> tuple[Column, ...]:
    """Return the columns, with one of Stribeck's for every joint and speed."""
    for kind in kinds:
        if kind not in KINDS:
            raise InputError(unknown_name("kind of friction", kind, KINDS), field="friction")
    found = []
    for j, joint in enumerate(robot.moving_joints):
        rate = np.eye(robot.n)[j]
        if "asymmetric" in kinds:
            found.append(Column(f"{joint.name}.fa", partial(_asymmetric, j), rate=rate))
        if "stribeck" in kinds:
            top = joint.limits.velocity or 1.0
            for part in SPEEDS:
                called = f"{joint.name}.fs"
                found.append(Column(called, partial(_stribeck, j, part * top), called, rate, part * top))
    return tuple(found)


def _asymmetric(j: int, q: Array, qd: Array, qdd: Array) -> Array:
    torque = np.zeros_like(qd)
    torque[:, j] = np.abs(qd[:, j])
    return torque


def _stribeck(j: int, v: float, q: Array, qd: Array, qdd: Array) -> Array:
    torque = np.zeros_like(qd)
    torque[:, j] = np.sign(qd[:, j]) * np.exp(-((qd[:, j] / v) ** 2))
    return torque


def chosen_columns(factors: Sequence[Factor], model: Model) -> list[int]:
    """Return which of the columns to keep: all without a group, and of every group the one that leaves least over."""
    groups: dict[str, list[int]] = {}
    for i, column in enumerate(model.columns):
        groups.setdefault(column.group or f"alone {i}", []).append(i)
    picked = {name: members[len(members) // 2] for name, members in groups.items()}
    for _ in range(ROUNDS):
        for name, members in groups.items():
            if len(members) > 1:
                picked[name] = min(members, key=lambda i: _left_over(factors, model, {**picked, name: i}.values()))
    return sorted(picked.values())


def _left_over(factors: Sequence[Factor], model: Model, columns: Iterable[int]) -> float:
    """The sum of the logarithms of what joints leave over: that of the likelihood, whatever their units."""
    places = [*range(model.minimal), *(model.minimal + i for i in sorted(columns))]
    narrow = [factor.of(places) for factor in factors]
    return float(np.log(model.held.solve(narrow, "wls").noise).sum())


def worth_of_friction(without: Array, with_it: Array, rows: Array, model: Model) -> tuple[str, ...]:
    """Say where friction explains no more than chance would, by Bayes' criterion; ``rows`` (n,) are independent ones.

    ``without`` and ``with_it`` are the noise of every joint.
    """
    gain = 2 * float(rows @ np.log(without / with_it))
    found = len(model.columns) + sum(column.speed is not None for column in model.columns)
    if gain > found * np.log(max(2.0, float(rows.sum()))):
        return ()
    kinds = sorted({column.name.rpartition(".")[2] for column in model.columns})
    verb = "explains" if len(kinds) == 1 else "explain"
    return (f"{' and '.join(kinds)} {verb} no more than as many columns of chance would: leave --friction out",)
