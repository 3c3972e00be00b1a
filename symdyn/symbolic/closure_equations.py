"""How the tree's joints follow the coordinates of a closed robot, as a person would write it: q3 = q7 - q2 + pi/2.

Joints are numbered as they stand in the tree. Behind a transmission the coordinates are motors', m1, m2 and so on.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import sympy as sp

from symdyn.closure.door import closure_of
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.linear_closure import LinearClosure
from symdyn.closure.told import CutRow, closed_rows, cut_rows, free_in_words
from symdyn.errors import InputError
from symdyn.model.robot import Robot
from symdyn.symbolic.equations import Equation
from symdyn.symbolic.exact_expression import expression
from symdyn.symbolic.letters import Written
from symdyn.symbolic.readable import Reader
from symdyn.symbolic.step_equations import StepWriter


@dataclass(frozen=True, slots=True)
class ClosureEquations:
    """q = U(Q), E = dq/dQ, how to write their letters, and what to know beside them."""

    equations: tuple[Equation, ...]
    reader: Reader
    remarks: tuple[str, ...]


class _Sums(Reader):
    """Writes joints before constants, and what is added before what is taken off."""

    def _term_key(self, term: sp.Expr) -> Any:
        return not term.free_symbols, bool(term.as_coeff_Mul()[0] < 0), str(term)


def closure_equations(robot: Robot) -> ClosureEquations:
    """Return the equations of a robot's closure; an InputError where there are none to write."""
    closure = closure_of(robot)
    if closure is None:
        raise InputError("nothing closes this robot: its coordinates are its joints")
    if not isinstance(closure, LinearClosure):
        writer = StepWriter(robot, closure)
        found = writer.equations()
        kind = "iterative" if isinstance(closure, IterativeClosure) else "explicit"
        count = f"{closure.n} coordinate{'s' * (closure.n != 1)}"
        told = [f"{kind}: {robot.tree.n} joints of the tree follow {count}", *writer.remarks()]
        return ClosureEquations(tuple(found), writer.reader(), (*told, *_of_rows(closed_rows(robot, closure))))
    joints, coordinates = _letters(robot, closure)
    found = []
    for letter, row, plus in zip(joints, closure.A, closure.b, strict=True):
        right = sp.Add(*(expression(factor) * coordinates[j] for j, factor in row), expression(plus))
        if right != letter:
            found.append(Equation(letter.name, _written(letter), right))
    E = [[expression(dict(row).get(j, 0)) for j in range(closure.n)] for row in closure.A]
    found.append(Equation("E", Written("E"), E))
    names = {symbol.name: _written(symbol) for symbol in (*joints, *coordinates)}
    letters: Any = SimpleNamespace(
        robot=robot, q=coordinates, qd=(), qdd=(), symbols=(), parameters=(), pi=(), written=names
    )
    reader = _Sums(letters)
    return ClosureEquations(tuple(found), reader, tuple(_remarks(robot, closure, joints, coordinates, reader)))


def _letters(robot: Robot, closure: LinearClosure) -> tuple[list[sp.Symbol], list[sp.Symbol]]:
    """Return the symbols of the tree's joints, and of the coordinates: some of these, or the motors'."""
    assert robot.closing is not None
    joints = [sp.Symbol(f"q{i + 1}") for i in range(robot.tree.n)]
    if robot.closing.transmission is not None:
        return joints, [sp.Symbol(f"m{j + 1}") for j in range(closure.n)]
    return joints, [joints[i] for i in robot.closing.actuated]


def _written(symbol: sp.Symbol) -> Written:
    return Written(symbol.name[0], symbol.name[1:])


def _remarks(
    robot: Robot, closure: LinearClosure, joints: list[sp.Symbol], coordinates: list[sp.Symbol], reader: Reader
) -> list[str]:
    assert robot.closing is not None
    told = [f"linear: {free_in_words(robot, closure)}; E = dq/dQ is constant, where links are in line too"]
    of_all = ", ".join(symbol.name for symbol in coordinates)
    told.append(f"Q = ({of_all}), which other equations number in this order")
    named = zip((*joints, *coordinates), (*robot.tree_joint_names, *robot.joint_names), strict=True)
    told.append(", ".join(f"{symbol}: {name}" for symbol, name in dict(named).items()))
    if robot.closing.loops:
        told += _of_rows(cut_rows(robot, closure))
    for one in closure.beside:
        rate = sp.Add(*(expression(factor) * coordinates[j] for j, factor in one.row))
        if one.owner not in robot.joint_names:  # motors turn as fast as they do
            told.append(f"{one.owner} moves at the rate of {reader.readable(rate)}")
    return told


def _of_rows(rows: list[CutRow]) -> list[str]:
    kept = sum(not row.why for row in rows)
    told = [f"of {len(rows)} rows of loops {kept} are needed; all vanish at random Q in a finite field"]
    return told + [f"{row.loop}: {row.what}: not needed, {row.why}" for row in rows if row.why]
