"""The row space of a robot's regressor, exactly, by evaluation at random states over a finite field.

A state that adds nothing to the span of earlier ones shows, except with a probability of about degree/p < 1e-16, that
the span is complete; `QUIET_STATES` of them in a row are awaited.

Friction has rows of its own. Kernels give gravity, springs included, without friction; so a set is wanted that
determines both, even where the torque alone shows only their sum (an offset `fo` and a spring's `kr` on one joint);
`ties.py` says where that is so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any

from symdyn.algebra.elimination import Echelon, Row
from symdyn.algebra.embedding import Embedding
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.scalar import Ring
from symdyn.algebra.series import Series
from symdyn.closure.door import Closure, closure_of
from symdyn.closure.drawn import closure_constants, drawn_signs, drawn_turns
from symdyn.closure.explicit_closure import ExplicitClosure
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.linear_closure import LinearClosure
from symdyn.closure.loop_arcs import LoopArcs
from symdyn.closure.loop_states import LoopStates
from symdyn.closure.reduced import spread, tree_positions
from symdyn.dynamics.joint_effects import FRICTION
from symdyn.dynamics.newton_euler import link_motions
from symdyn.dynamics.regressors.full_regressor import full_regressor
from symdyn.dynamics.setting import Setting, setting_over
from symdyn.mechanism.geometry_field import field_of
from symdyn.model.robot import Robot

QUIET_STATES = 3
FEW_ROOTS = 4  # points at which more exist take longer to find than arcs through one


@dataclass(frozen=True, slots=True)
class RowSpace:
    """The span of the regressor's rows, and how it was found."""

    echelon: Echelon
    embedding: Embedding
    states: int
    rows: tuple[Row, ...]


def regressor_row_space(
    robot: Robot,
    seed: int = 0,
    progress: Callable[[int], None] = lambda state: None,
    *,
    apart_from: Collection[int] = (),
    apart: bool = True,
) -> RowSpace:
    """Return the row space of the full regressor; structural zeros are not left out.

    The field's prime is none of ``apart_from``. With ``apart`` friction has
    rows of its own; without, rows are those of the torque.
    """
    closure = closure_of(robot)
    constants = closure_constants(robot, closure) if isinstance(closure, LinearClosure) else []
    if isinstance(closure, ExplicitClosure):
        constants = closure.constants
    embedding = field_of(robot, seed, constants, apart_from)
    draw = _states(robot, closure, embedding)
    echelon = Echelon(len(robot.parameter_names), embedding.modulus)
    still = setting_over(robot, Ring(embedding), {})
    states = quiet = 0
    while quiet < QUIET_STATES:
        progress(states + 1)
        rows = _random_rows(still.at(**draw()), apart=apart)
        # all rows lie in the span if a random combination of them does, but for odds of 1 in p
        grown = echelon.add(_random_combination(rows, embedding)) and [echelon.add(row) for row in rows]
        quiet = 0 if grown else quiet + 1
        states += 1
    return RowSpace(echelon, embedding, states, tuple(echelon.rows()))


def _states(robot: Robot, closure: Closure | None, embedding: Embedding) -> Callable[[], Mapping[str, Any]]:
    """Return what draws states of the tree: any, or those in which the robot is closed."""
    if closure is None:
        return lambda: _tree_state(robot.n, embedding)
    if isinstance(closure, LinearClosure):
        return lambda: _closed_state(robot, closure, embedding)
    if isinstance(closure, IterativeClosure) and closure.roots > FEW_ROOTS:
        return LoopArcs(robot, closure, embedding).draw
    return LoopStates(robot, closure, embedding).draw


def _random_rows(state: Setting[FieldElement], *, apart: bool) -> list[list[int]]:
    fields = [motion.acceleration for motion in link_motions(state.whole, state.whole_poses, state.qd, state.qdd)]
    Y = state.felt_rows(full_regressor(state, fields, state.own_motions))
    rows = [values for row in Y for values in _values(row)]
    rubs = [name.rpartition(".")[2] in FRICTION for name in state.owner.parameter_names]
    if not (apart and any(rubs)):
        return rows
    return [
        [entry if rub == wanted else 0 for entry, rub in zip(row, rubs, strict=True)]
        for wanted in (False, True)
        for row in rows
    ]


def _values(row: Sequence[Any]) -> list[list[int]]:
    """Return a row's values; of series those of every order."""
    orders = max((len(entry.coefficients) for entry in row if isinstance(entry, Series)), default=1)
    found = [[0] * len(row) for _ in range(orders)]
    for i, entry in enumerate(row):
        if isinstance(entry, Series):
            for values, value in zip(found, entry.coefficients, strict=True):
                values[i] = value
        else:
            found[0][i] = entry.value if isinstance(entry, FieldElement) else entry
    return found


def _tree_state(n: int, embedding: Embedding) -> dict[str, Sequence[FieldElement]]:
    rotations = [embedding.random_rotation() for _ in range(n)]
    # the sign of a velocity is independent of everything else in the regressor: any element serves
    q, qd, qdd, sign = ([embedding.random_element() for _ in range(n)] for _ in range(4))
    return {"q": q, "c": [c for c, _ in rotations], "s": [s for _, s in rotations], "qd": qd, "qdd": qdd, "sign": sign}


def _closed_state(robot: Robot, closure: LinearClosure, embedding: Embedding) -> dict[str, Sequence[FieldElement]]:
    Q, Qd, Qdd = ([embedding.random_element() for _ in range(closure.n)] for _ in range(3))
    turns = drawn_turns(robot, closure, embedding)
    return {
        "q": tree_positions(closure, Q, embedding),
        "c": [c for c, _ in turns],
        "s": [s for _, s in turns],
        "qd": spread(closure, Qd, embedding),
        "qdd": spread(closure, Qdd, embedding),
        "sign": drawn_signs(robot, closure, embedding),
    }


def _random_combination(rows: list[Row], embedding: Embedding) -> Row:
    weights = [embedding.random_element().value for _ in rows]
    return [sum(map(mul, weights, column)) % embedding.modulus for column in zip(*rows, strict=True)]


def annihilates(space: RowSpace, vector: dict[int, int]) -> bool:
    """Whether a combination of parameters, given by its entries in the field, has no effect on any torque."""
    modulus = space.embedding.modulus
    return all(sum(row[i] * value for i, value in vector.items()) % modulus == 0 for row in space.rows)


def column_rank(space: RowSpace, columns: Sequence[int]) -> int:
    """Return the rank of the regressor's columns among those named."""
    if len(columns) == space.echelon.columns:
        return space.echelon.rank
    restricted = Echelon(len(columns), space.echelon.modulus)
    for row in space.rows:
        restricted.add([row[i] for i in columns])
    return restricted.rank
