"""What there is to tell of a closure: its kind, what is free, which rows of which loop do nothing, and why.

Scalars: a finite field, in which it is decided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symdyn.algebra.decimals import to_float
from symdyn.algebra.elimination import Echelon
from symdyn.algebra.exact import Exact
from symdyn.algebra.finite_field import FieldElement
from symdyn.closure.cut_equations import cut_frames
from symdyn.closure.door import closure_of
from symdyn.closure.drawn import closure_constants, drawn_turns
from symdyn.closure.explicit_closure import ExplicitClosure
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.linear_closure import Combination, LinearClosure
from symdyn.closure.reduced import tree_positions
from symdyn.closure.together import Together
from symdyn.closure.variety_points import VarietyPoints
from symdyn.joints.cut import in_words
from symdyn.mechanism.geometry_field import field_of
from symdyn.mechanism.mechanism import poses
from symdyn.mechanism.over_ring import mechanism_over
from symdyn.model.robot import Robot

STAYS = "nothing moves it"
FOLLOWS = "it follows from others"


@dataclass(frozen=True, slots=True)
class CutRow:
    """An equation of a cut joint, in words; `why` is empty where it is needed, or says why it is not."""

    loop: str
    what: str
    why: str


@dataclass(frozen=True, slots=True)
class ClosureFacts:
    """The kind of a closure, the names of the coordinates, and by the tree's joints what each follows, in words."""

    kind: str
    coordinates: tuple[str, ...]
    joints: Mapping[str, str]


def closure_facts(robot: Robot) -> ClosureFacts | None:
    """Return what there is to tell of a robot's closure, None of a tree."""
    closure = closure_of(robot)
    if closure is None:
        return None
    names, moving = robot.joint_names, robot.tree_joint_names
    if isinstance(closure, LinearClosure):
        rows = {name: _sum(names, row, plus) for name, row, plus in zip(moving, closure.A, closure.b, strict=True)}
        return ClosureFacts("linear", names, rows)
    if isinstance(closure, IterativeClosure):
        ways = {i: "found with others, by Newton's method" for i in closure.passive}
        for one in closure.way or ():
            if not isinstance(one, Together):
                ways[one[0].joint] = f"found by a {one[0].how}, once these are"
        return ClosureFacts("iterative", names, {name: ways.get(i, name) for i, name in enumerate(moving)})
    found = {moving[step.joint]: f"found by a {step.how}" for step, _ in closure.steps}
    return ClosureFacts("explicit", names, {name: found.get(name, name) for name in moving})


def _sum(names: Sequence[str], row: Combination, plus: Exact) -> str:
    """Write a row with names: joint7 - joint2 + pi/2, what is added first."""
    terms = [(_is_negative(factor), f"{_factor(factor)}{names[j]}") for j, factor in row]
    terms.sort(key=lambda term: term[0])
    if plus:
        terms.append((_is_negative(plus), _number(-plus if _is_negative(plus) else plus)))
    text = "".join(f" {'-' if negative else '+'} {term}" for negative, term in terms).strip()
    return text.removeprefix("+ ") or "0"


def _number(size: Exact) -> str:
    """Write a number as a decimal where it is a short one; sums in parentheses, for more is written around them."""
    decimal = f"{to_float(size):.12g}" if size.is_rational else ""
    if decimal and Fraction(decimal) == size.rational:
        return decimal
    return f"({size})" if len(size.terms) > 1 else str(size)


def _is_negative(x: Exact) -> bool:
    """Whether a minus is written before a number; symbols are written as they are, whatever their values."""
    return all(coefficient < 0 for coefficient in x.terms.values()) if x.symbols() else to_float(x) < 0


def _factor(factor: Exact) -> str:
    size = -factor if _is_negative(factor) else factor
    return "" if size == 1 else f"{_number(size)}*"


def free_in_words(robot: Robot, closure: LinearClosure) -> str:
    """Say how many of the tree's joints are free, and that the coordinates are motors' where they are."""
    of = "motors" if robot.closing and robot.closing.transmission else "joints"
    return f"{robot.tree.n} joints of the tree follow {closure.n} coordinate{'s' * (closure.n != 1)}, of {of}"


def cut_rows(robot: Robot, closure: LinearClosure) -> list[CutRow]:
    """Return the equations of all cut joints of a robot whose closure is linear: those that are needed, and others."""
    assert robot.closing is not None
    embedding = field_of(robot, 0, closure_constants(robot, closure))
    mechanism = mechanism_over(robot.tree, embedding)
    turns = drawn_turns(robot, closure, embedding)
    q = tree_positions(closure, [embedding.random_element() for _ in range(closure.n)], embedding)
    at = poses(mechanism, q, [c for c, _ in turns], [s for _, s in turns])
    needed = Echelon(mechanism.n, embedding.modulus)
    found = []
    for cut, frames in zip(robot.closing.loops, cut_frames(robot.closing.loops, mechanism, at, embedding), strict=True):
        for what, rates in zip(in_words(frames.kind), frames.row_rates(), strict=True):
            row = [x.value if isinstance(x, FieldElement) else x for x in rates]
            why = STAYS if not any(row) else "" if needed.add(row) else FOLLOWS
            found.append(CutRow(cut.name, what, why))
    return found


def closed_rows(robot: Robot, closure: ExplicitClosure | IterativeClosure) -> list[CutRow]:
    """Return the same of a robot whose loops are not linear: needed are the rows from which rates are found."""
    assert robot.closing is not None
    constants = closure.constants if isinstance(closure, ExplicitClosure) else ()
    points = VarietyPoints(robot, closure.steps, field_of(robot, 0, constants), closure.given)
    jacobian = points.tree.cut_motion(points.draw().stance).jacobian()
    used = {r for block in closure.blocks for r in (*block.rows, *(r for leg in block.legs for r in leg.rows))}
    words = [(loop.name, what) for loop in robot.closing.loops for what in in_words(loop.kind)]
    found = []
    for r, ((loop, what), rates) in enumerate(zip(words, jacobian, strict=True)):
        why = "" if r in used else FOLLOWS if any(bool(x) for x in rates) else STAYS
        found.append(CutRow(loop, what, why))
    return found
