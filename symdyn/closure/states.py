"""The tree's state of a closed robot's, over any ring: what couplings say, or where loops lead to.

Scalars: any commutative ring that holds the rationals; for loops a field with square roots.

    q̈ = E Q̈ + Ė Q̇        of a reference: q̈_r = E Q̈_r + Ė Q̇_r        [Walker88, section 5]

Rates are those of all places at which something acts: the tree's joints, then cut joints and motors, where they have
friction or a rotor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.scalar import ZERO, Ring, Scalar
from symdyn.closure.closed_tree import ClosedTree, closed_tree
from symdyn.closure.door import Closure, closure_of
from symdyn.closure.explicit_closure import ExplicitClosure
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.linear_closure import LinearClosure
from symdyn.closure.loop_rates import LoopRates
from symdyn.closure.projection import Projection, SparseRow
from symdyn.closure.reduced import rate_signs, tree_positions, tree_turns
from symdyn.closure.stance import Stance
from symdyn.model.robot import Robot

S = TypeVar("S", bound=Scalar)
Given = Mapping[str, Sequence[S]]

RATES = ("qd", "qd_r", "qd_f", "virtual")
CHANGES = {"qdd": "qd", "qdd_r": "qd_r"}  # rates of rates, and the velocity that E's rate is taken along for them


def closed_state(
    robot: Robot, closure: Closure, ring: Ring[S], given: Given[S]
) -> tuple[dict[str, Sequence[S]], Projection[S] | None]:
    """Return the tree's state of a closed robot's, and E where that has a position."""
    if isinstance(closure, LinearClosure):
        return linear_state(robot, closure, ring, given)
    if "q" not in given:
        return dict(given), None
    tree: ClosedTree[Any] = closed_tree(robot, ring)
    at = (
        given_position(closure, tree, given) if isinstance(closure, IterativeClosure) else _led_to(closure, tree, given)
    )
    state = {name: values for name, values in given.items() if not name.startswith("passive")}
    return moved_state(robot, tree.rates(at, closure.blocks), ring, state | {"q": at.q, "c": at.c, "s": at.s})


def rest_of(robot: Robot) -> list[Exact]:
    """Where the tree's joints are when potential energy is zero."""
    closure = closure_of(robot)
    return list(closure.b) if isinstance(closure, LinearClosure) else [exact(0)] * robot.tree.n


def linear_state(
    robot: Robot, closure: LinearClosure, ring: Ring[S], given: Given[S]
) -> tuple[dict[str, Sequence[S]], Projection[S]]:
    """Return the tree's state where q = A Q + b, and E, which is A."""
    projection = Projection(tuple(_lifted(row, ring) for row in closure.rows), closure.n)
    state = dict(given)
    for name in (*RATES, *CHANGES):
        if name in given:
            state[name] = projection.spread(given[name])
    if "q" in given:
        turns = tree_turns(robot, closure, ring, given["q"], list(zip(given["c"], given["s"], strict=True)))
        state |= {"c": tuple(c for c, _ in turns), "s": tuple(s for _, s in turns)}
        state["q"] = tree_positions(closure, given["q"], ring.lift)
    if "qd" in given:
        state["sign"] = rate_signs(robot, closure, ring, state["qd"], given["sign"])
    if "sign_f" in given:
        state["sign_f"] = rate_signs(robot, closure, ring, state["qd_f"], given["sign_f"])
    return state, projection


def _lifted(row: Sequence[tuple[int, Any]], ring: Ring[S]) -> SparseRow[S]:
    """Carry a row into a ring; factors of one stay whole numbers, and cost nothing."""
    found: list[tuple[int, Any]] = []
    for j, factor in row:
        found.append((j, int(factor.rational) if factor in (1, -1) else ring.lift(factor)))
    return tuple(found)


def _led_to(closure: ExplicitClosure, tree: ClosedTree[Any], given: Given[S]) -> Stance[S]:
    """Return where steps lead to from the coordinates."""
    return tree.closed(closure.steps, given["q"], list(zip(given["c"], given["s"], strict=True)))[0]


def given_position(closure: IterativeClosure, tree: ClosedTree[Any], given: Given[S]) -> Stance[S]:
    """Return where all joints are, those that follow the coordinates as `passive` has them."""
    at, _ = tree.closed((), given["q"], list(zip(given["c"], given["s"], strict=True)))
    following = zip(given["passive"], given["passive_cos"], given["passive_sin"], strict=True)
    for joint, (number, c, s) in zip(closure.passive, following, strict=True):
        at.knows(joint, q=number, turn=(c, s))
    return at


def moved_state(
    robot: Robot, rates: LoopRates[Any], ring: Ring[S], given: Given[S]
) -> tuple[dict[str, Sequence[S]], Projection[S]]:
    """Return the state of a tree whose position is known: its rates are still the robot's, and become the tree's."""
    assert robot.closing is not None
    actuated = robot.closing.actuated
    n, state = len(actuated), dict(given)
    tree_rates = rates.spread(given["qd"]) if "qd" in given else None

    def drift(w: Sequence[S]) -> Sequence[S]:
        assert tree_rates is not None
        return rates.drift(tree_rates, rates.spread(w), actuated)

    rubs = [bool(loop.effects) for loop in robot.closing.loops for _ in loop.kind.free]
    E = [*rates.E, *(_composed(row, rates.E, n) for row, here in zip(rates.free, rubs, strict=True) if here)]
    projection: Projection[S] = Projection(tuple(map(_sparse, E)), n, drift if tree_rates is not None else None)
    for name in RATES:
        if name in given:
            state[name] = projection.spread(given[name])
    if tree_rates is not None:
        for name, along in CHANGES.items():
            if along in given:
                state[name] = _with_drift(projection, given.get(name), drift(given[along]))
        state["sign"] = place_signs(robot, ring, projection, state["qd"], given["sign"])
    if "sign_f" in given:
        state["sign_f"] = place_signs(robot, ring, projection, state["qd_f"], given["sign_f"])
    return state, projection


def _with_drift(projection: Projection[S], change: Sequence[S] | None, drift: Sequence[S]) -> tuple[S, ...]:
    """E Q̈ + Ė Q̇; without the former where a kernel takes no acceleration."""  # [Walker88 (7)]
    rest = [*drift, *([ZERO] * (len(projection.E) - len(drift)))]
    if change is None:
        return tuple(rest)
    return tuple(x + y for x, y in zip(projection.spread(change), rest, strict=True))


def place_signs(
    robot: Robot, ring: Ring[S], projection: Projection[S], rates: Sequence[S], signs: Sequence[S]
) -> tuple[S, ...]:
    """Signs of the rates at all places where something rubs with a sign; of the coordinates' own they are given.

    What moves with one coordinate alone has that one's sign, be it smooth, times the sense in which it goes along.
    """
    assert robot.closing is not None
    own = dict(zip(robot.closing.actuated, signs, strict=True))
    found: list[S] = []
    rubbing = [loop.effects for loop in robot.closing.loops if loop.effects for _ in loop.kind.free]
    effects = [*(joint.effects for joint in robot.tree.moving_joints), *rubbing]
    for i, (here, row, rate) in enumerate(zip(effects, projection.E, rates, strict=True)):
        if i in own:
            found.append(own[i])
        elif not any(one.name.endswith(".fc") for one in here):
            found.append(ZERO)
        elif len(row) == 1:
            ((j, factor),) = row
            found.append(signs[j] * (factor if isinstance(factor, int) else ring.function("sign", factor)))
        else:
            found.append(ring.function("sign", rate))
    return tuple(found)


def _composed(row: Sequence[S], E: Sequence[Sequence[S]], n: int) -> list[S]:
    total: list[S] = [ZERO] * n
    for factor, of_joint in zip(row, E, strict=True):
        if not (isinstance(factor, int) and not factor):
            total = [x + factor * y for x, y in zip(total, of_joint, strict=True)]
    return total


def _sparse(row: Sequence[S]) -> SparseRow[S]:
    return tuple((j, factor) for j, factor in enumerate(row) if not (isinstance(factor, int) and not factor))
