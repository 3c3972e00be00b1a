"""Robots at random states over exact scalars, for laws that hold with `==`.

A `Field` says how exact geometry becomes its scalars and how to draw one. Rotations are rational, c² + s² = 1; the
coordinate q of a revolute joint is drawn apart from them, since only its spring sees q itself.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from symdyn.algebra.dual import Dual
from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.rational_rotation import rational_rotation
from symdyn.algebra.scalar import Ring
from symdyn.dynamics.setting import FIELDS, Setting, setting_over
from symdyn.kernels.door import run
from symdyn.kernels.kernel import INPUT_SHAPES
from symdyn.kernels.table import KERNELS
from symdyn.mechanism.over_ring import mechanism_over
from symdyn.model.robot import Robot


@dataclass(frozen=True)
class Field:
    """Scalars: `lift` carries geometry into them, `draw` picks one."""

    name: str
    lift: Callable[[Exact], Any]
    draw: Callable[[random.Random], Any]

    def __str__(self) -> str:
        return self.name


def _small_fraction(source: random.Random) -> Fraction:
    return Fraction(source.randint(-9, 9) or 1, source.randint(1, 9))


FRACTIONS = Field("fractions", lambda x: x.rational, _small_fraction)
# roots, and cosines of any angle, as they stand: slower, but any geometry will do
EXACTS = Field("exact constants", lambda x: x, lambda source: exact(_small_fraction(source)))


def prime_field(robot: Robot) -> Field:
    """Return a finite field that holds the robot's geometry, whatever its angles and axes."""
    constants: list[Exact] = []

    def collect(x: Exact) -> Exact:
        constants.append(x)
        return x

    mechanism_over(robot, collect)
    embedding = Embedding(constants)
    return Field(f"modulo {embedding.p}", embedding, lambda source: embedding.element(source.randrange(embedding.p)))


def random_setting(robot: Robot, seed: int, field: Field = FRACTIONS) -> Setting[Any]:
    """Return a robot at a random state, with every input that any kernel takes and random parameters."""
    source = random.Random(f"state {seed}")

    def draw(count: int) -> tuple[Any, ...]:
        return tuple(field.draw(source) for _ in range(count))

    turns = [_rotation(field, source) for _ in range(robot.n)]
    state = {
        "q": draw(robot.n),
        "cos": tuple(c for c, _ in turns),
        "sin": tuple(s for _, s in turns),
        "qd": draw(robot.n),
        "sign": tuple(source.choice((-1, 0, 1)) for _ in range(robot.n)),
        "qdd": draw(robot.n),
        "tau": draw(robot.n),
        "wrench": draw(6),
        "parameters": draw(len(robot.parameter_names)),
        "qd_r": draw(robot.n),
        "qdd_r": draw(robot.n),
        "s": draw(robot.n),
        "qd_f": draw(robot.n),
        "sign_f": draw(robot.n),
    }
    return setting_over(robot, Ring(field.lift), state)


def _rotation(field: Field, source: random.Random) -> tuple[Any, Any]:
    c, s = rational_rotation(_small_fraction(source))
    return field.lift(exact(c)), field.lift(exact(s))


def moving(at: Setting[Any], rates: Sequence[Any]) -> Setting[Any]:
    """Let the state move: q' = rates, so c' = -s q' and s' = c q'; and qd' = qdd."""
    return replace(
        at,
        lift=lambda x: Dual(at.lift(x), 0),
        parameters=tuple(Dual(x, 0) for x in at.parameters),
        q=tuple(Dual(q, rate) for q, rate in zip(at.q, rates, strict=True)),
        c=tuple(Dual(c, -s * rate) for c, s, rate in zip(at.c, at.s, rates, strict=True)),
        s=tuple(Dual(s, c * rate) for c, s, rate in zip(at.c, at.s, rates, strict=True)),
        qd=tuple(Dual(qd, qdd) for qd, qdd in zip(at.qd, at.qdd, strict=True)),
        qdd=tuple(Dual(qdd, 0) for qdd in at.qdd),
    )


def along_joint(at: Setting[Any], joint: int) -> Setting[Any]:
    """Let one joint move with unit rate: derivatives are then partial derivatives by its coordinate."""
    unit = [int(i == joint) for i in range(at.robot.n)]
    return replace(moving(at, unit), qd=tuple(Dual(qd, 0) for qd in at.qd))


def inputs_of(at: Setting[Any]) -> dict[str, Any]:
    """Return what a setting has, by the names of ports."""
    elsewhere = ("pi", "passive")  # what a robot has, and where its loops are closed
    ports = (port for port in (*INPUT_SHAPES, "cos", "sin", "sign") if port not in elsewhere)
    named = {port: getattr(at, FIELDS.get(port, port)) for port in ports}
    return {port: values for port, values in named.items() if values}


def outputs(kernel: str, at: Setting[Any], **inputs: Any) -> tuple[Any, ...]:
    """Return the outputs of a kernel at the state of a setting, some inputs replaced; each output is flat."""
    found = run(KERNELS[kernel], at.robot, Ring(at.lift), inputs_of(at) | inputs, at.formulation)
    return tuple(found.outputs.values())


def compute(kernel: str, at: Setting[Any], **inputs: Any) -> tuple[Any, ...]:
    """Return the outputs of a kernel, all in one row."""
    return tuple(entry for output in outputs(kernel, at, **inputs) for entry in output)


def matrix(flat: Sequence[Any], columns: int) -> list[tuple[Any, ...]]:
    """Return the rows of a flat matrix."""
    return [tuple(flat[i : i + columns]) for i in range(0, len(flat), columns)]


def product(rows: Sequence[Sequence[Any]], vector: Sequence[Any]) -> tuple[Any, ...]:
    """Return a matrix times a vector."""
    return tuple(inner(row, vector) for row in rows)


def inner(a: Sequence[Any], b: Sequence[Any]) -> Any:
    """Return the inner product."""
    return sum((x * y for x, y in zip(a, b, strict=True)), start=0)
