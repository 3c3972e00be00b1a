"""A random point: a state, motions, torques and parameters in a field that holds all constants that take part.

Full parameters are drawn, and `pi` is what the minimal set makes of them: so the set's matrix is proved with the
kernels. Where parameters are baked in, they are the file's, as the witness reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact
from symdyn.ir.program import Program
from symdyn.proof.angles import Rotation, denominators, offsets, power
from symdyn.proof.coupled_point import finer, followed_point, tree_signs
from symdyn.proof.directions import Direction, same_direction
from symdyn.proof.loop_point import LoopPoint, LoopPoints, PlaceSigns
from symdyn.proof.programs import Known, Ring, evaluate_in_field, functions_at
from symdyn.reference.exact import Course, ExactClosedWitness, ExactMechanism, ExactWitness, Followed, Scalars

VECTORS = ("q", "qd", "qdd", "qd_r", "qdd_r", "qd_f", "sign_f", "s", "tau")
WRENCH = 6


@dataclass(frozen=True, slots=True)
class Point:
    """What every program is evaluated at; `v` is a direction to project matrices on.

    `turns` are cosine and sine of every coordinate of the tree, `rotations` those of the parts of the robot's
    coordinates, of which programs make angles.
    `roots` and `known_signs` are tables by elements, for programs that take the roots and signs of what they compute.
    """

    witness: ExactWitness
    ring: Ring
    prime: int
    turns: tuple[tuple[Any, Any], ...]
    signs: tuple[Any, ...]
    inputs: dict[str, list[Any]]
    v: np.ndarray
    phi: tuple[Any, ...]  # the full vector behind `pi`
    freely: tuple[Any, ...]  # the full vector that kernels take as `parameters`
    rotations: tuple[Rotation, ...] = ()  # as `turns` if none are given
    roots: Mapping[Any, Any] = field(default_factory=dict)
    known_signs: Mapping[Any, Any] = field(default_factory=dict)
    tree_signs: tuple[Any, ...] = ()  # as `signs` if none are given
    tree_signs_f: tuple[Any, ...] = ()  # as the input `sign_f` if none are given
    place: tuple[Any, ...] = ()  # numbers of the tree's joints; q where none are given
    zero: tuple[ExactWitness, Course] | None = None  # who knows the rest at q = 0, where the witness does not
    ajar: Point | None = None  # the same robot with joints where its loops are not closed
    alike: tuple[Any, ...] = ()  # the full vector of `pi` whose other entries are zero, where loops are

    @property
    def everywhere(self) -> tuple[Any, ...]:
        """`freely`, with parameters too that the robot has none of: their columns of regressors are printed."""
        return tuple(value or self.ring.reduced(self.v[0] + i) for i, value in enumerate(self.freely))

    @property
    def where(self) -> Sequence[Any]:
        """What a course calls q."""
        return self.place or self.inputs["q"]

    def __getattr__(self, name: str) -> Any:
        """Return an input as an array."""
        if name in VECTORS or name in ("wrench", "pi"):
            return np.array(self.inputs[name], dtype=object)
        raise AttributeError(name)

    def values(self, program: Program) -> tuple[np.ndarray, ...]:
        """Return a program's outputs, shaped."""
        rotations = self.rotations or tuple(Rotation(c, s) for c, s in self.turns)
        known = Known(rotations, self.signs, self.roots, self.known_signs)
        flat = evaluate_in_field(program, self.inputs, self.ring, functions_at(known, self.ring))
        outputs, at = [], 0
        for port in program.outputs:
            outputs.append(np.array(flat[at : at + port.size], dtype=object).reshape(port.shape or (1,)))
            at += port.size
        return tuple(outputs)

    def equal(self, a: Any, b: Any) -> bool:
        """Whether two arrays are equal in the field; of angles by arctangents, whether they are the same rotations."""
        left, right = (np.asarray(side, dtype=object) for side in (a, b))  # else integers that fit become 64 bits
        if any(isinstance(one, Direction) for one in left.flat):
            pairs = zip(left.flat, right.flat, strict=True)
            return all(same_direction(one, other, self.roots, self.ring.reduced) for one, other in pairs)
        difference = np.asarray(self.ring.reduced(left - right), dtype=object)
        return not any(bool(x) for x in difference.flat)


def draw_point(
    mechanism: ExactMechanism,
    matrix: Sequence[Sequence[Exact]],
    programs: Iterable[Program],
    *,
    baked_in: bool,
    seed: int,
    closing: Followed | None = None,
    claimed: Followed | None = None,
    loops: LoopPoints | None = None,
    pivots: Sequence[int] = (),
) -> Point:
    """Draw a point for programs whose ``pi`` is ``matrix`` times the full vector.

    ``closing`` couples the tree, as the witness reads it. ``claimed`` says where a robot with loops or motors closes;
    the witness there believes nothing of it, nor of the points of ``loops`` that are not linear.
    """
    constants = {*mechanism.geometry(), *(entry for row in matrix for entry in row)}
    constants |= {value for value in mechanism.parameters if value is not None}
    programs = tuple(programs)
    for program in programs:
        constants |= {one.payload for one in program.instructions if isinstance(one.payload, Exact)}
        constants |= set(offsets(program))
    follows = closing or claimed
    if follows:
        constants |= follows.constants()
    embedding = Embedding(constants, seed)
    if loops is not None:
        at_loops = _at_loop_point(mechanism, embedding, loops(embedding), matrix, baked_in=baked_in)
        return replace(at_loops, alike=_alike(at_loops, pivots))
    scalars = Scalars(embedding)
    n = len(follows.A[0]) if follows else len(mechanism.moving)

    def draw() -> Any:
        return scalars.number(embedding.random_element())

    def draw_sign() -> Any:
        return scalars.number(embedding.random_sign())

    inputs, phi, freely = _drawn_inputs(mechanism, scalars, n, matrix, draw, baked_in=baked_in)
    drawn = [map(scalars.number, embedding.random_rotation()) for _ in range(n)]
    parts = denominators(programs, n)
    if follows:
        parts = finer(parts, follows)
    rotations = tuple(Rotation(c, s, part) for (c, s), part in zip(drawn, parts, strict=True))
    turns = tuple(power(one.c, one.s, one.parts, scalars.reduced) for one in rotations)
    signs = tuple(draw_sign() for _ in range(n))
    v: np.ndarray = np.array([draw() for _ in range(n)], dtype=object)
    ring = _ring(embedding, scalars)
    if not follows:
        witness = ExactWitness(mechanism, embedding)
        return Point(witness, ring, embedding.p, turns, signs, inputs, v, phi, freely, rotations)
    at = followed_point(mechanism, embedding, follows, rotations, inputs)
    of_tree, known = tree_signs(at.rows, at.rates("qd"), scalars, signs, draw_sign)
    of_tree_f, known_f = tree_signs(at.rows, at.rates("qd_f"), scalars, inputs["sign_f"], draw_sign)
    return Point(
        at.witness,
        ring,
        embedding.p,
        at.turns,
        signs,
        inputs,
        v,
        phi,
        freely,
        rotations,
        known_signs=known | known_f,
        tree_signs=of_tree,
        tree_signs_f=of_tree_f,
        place=at.place,
        zero=at.zero,
    )


def _drawn_inputs(
    mechanism: ExactMechanism,
    scalars: Scalars,
    n: int,
    matrix: Sequence[Sequence[Exact]],
    draw: Callable[[], Any],
    *,
    baked_in: bool,
) -> tuple[dict[str, list[Any]], tuple[Any, ...], tuple[Any, ...]]:
    """Return inputs of programs, and the full vectors behind `pi` and `parameters`."""
    inputs = {name: [draw() for _ in range(n)] for name in VECTORS}
    inputs["wrench"] = [draw() for _ in range(WRENCH)]
    freely = tuple(draw() if here else 0 for here in mechanism.present)
    phi = _file_values(mechanism, scalars) if baked_in else tuple(draw() if here else 0 for here in mechanism.present)
    inputs["parameters"] = list(freely)
    for name, full in (("pi", phi), ("estimates", freely)):
        inputs[name] = [
            scalars.reduced(sum(scalars(weight) * x for weight, x in zip(row, full, strict=True) if weight))
            for row in matrix
        ]
    return inputs, phi, freely


def _at_loop_point(
    mechanism: ExactMechanism,
    embedding: Embedding,
    found: LoopPoint,
    matrix: Sequence[Sequence[Exact]],
    *,
    baked_in: bool,
) -> Point:
    """Return a point where loops are closed, which the witness verifies."""
    scalars = Scalars(embedding)
    number = scalars.number
    turns = tuple((number(c), number(s)) for c, s in found.turns)
    place = tuple(map(number, found.tree_q))
    witness = ExactClosedWitness(mechanism, embedding, turns, place)

    def draw() -> Any:
        return number(embedding.random_element())

    def draw_sign() -> Any:
        return number(embedding.random_sign())

    inputs, phi, freely = _drawn_inputs(mechanism, scalars, witness.n, matrix, draw, baked_in=baked_in)
    inputs["q"] = [number(x) for x in found.q]
    following = [i for i in range(len(place)) if i not in witness.variety.actuated]
    inputs["passive"] = [place[i] for i in following]
    signs = tuple(draw_sign() for _ in range(witness.n))
    place_signs = PlaceSigns(witness, found.shared, draw_sign)
    of_places, of_places_f = place_signs.of(inputs["qd"], signs), place_signs.of(inputs["qd_f"], inputs["sign_f"])
    closed = Point(
        witness=witness,
        ring=_ring(embedding, scalars),
        prime=embedding.p,
        turns=turns,
        signs=signs,
        inputs=inputs,
        v=np.array([draw() for _ in range(witness.n)], dtype=object),
        phi=phi,
        freely=freely,
        rotations=tuple(
            Rotation(number(c), number(s)) for c, s in (*found.rotations, *(found.turns[i] for i in following))
        ),
        roots={number(square): number(root) for square, root in found.roots.items()},
        known_signs=place_signs.known | {number(one): sign for one, sign in found.signs.items()},
        tree_signs=of_places,
        tree_signs_f=of_places_f,
        place=place,
    )
    return replace(closed, ajar=_ajar(closed, following, embedding, number))


def _ajar(at: Point, following: Sequence[int], embedding: Embedding, number: Callable[[Any], Any]) -> Point:
    """Return a point at which the joints that follow are anywhere."""
    turns, place = list(at.turns), list(at.place)
    for i in following:
        c, s = embedding.random_rotation()
        turns[i], place[i] = (number(c), number(s)), number(embedding.random_element())
    rotations = (*at.rotations[: len(at.signs)], *(Rotation(*turns[i]) for i in following))
    inputs = {**at.inputs, "passive": [place[i] for i in following]}
    return replace(at, turns=tuple(turns), place=tuple(place), rotations=rotations, inputs=inputs)


def _alike(at: Point, pivots: Sequence[int]) -> tuple[Any, ...]:
    """Return the full vector that moves as `phi` does, with the minimal parameters alone."""
    full: list[Any] = [0] * len(at.phi)
    for pivot, value in zip(pivots, at.inputs["pi"], strict=True):
        full[pivot] = value
    return tuple(full)


def _file_values(mechanism: ExactMechanism, scalars: Any) -> tuple[Any, ...]:
    return tuple(0 if value is None else scalars(value) for value in mechanism.parameters)


def _ring(embedding: Embedding, scalars: Scalars) -> Ring:
    p = embedding.p
    images: dict[Exact, Any] = {}

    def image(constant: Exact) -> Any:
        if constant not in images:
            images[constant] = scalars(constant)
        return images[constant]

    prime = embedding.degree == 1
    return Ring(image, scalars.reduced, (lambda x: pow(x, -1, p)) if prime else (lambda x: 1 / x))
