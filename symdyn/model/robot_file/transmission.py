"""Motors that move several joints each: actuated joints = matrix * motor coordinates, and the motors' own effects."""

from __future__ import annotations

from collections.abc import Collection

from symdyn.algebra.elimination import Echelon
from symdyn.algebra.embedding import Embedding, NoFieldError
from symdyn.algebra.exact import Exact
from symdyn.algebra.substitution import substitute
from symdyn.model.closing import Motor
from symdyn.model.robot_file.effects import friction, rotor
from symdyn.model.robot_file.fields import entries_of, items_of
from symdyn.model.robot_file.names import names_beside
from symdyn.model.robot_file.quantities import Reading, number
from symdyn.model.text.tree import Node

MOTOR_KEYS = ("name", "rotor_inertia", "friction")
Matrix = tuple[tuple[Exact, ...], ...]


def transmission_matrix(node: Node, count: int, reading: Reading) -> Matrix:
    """Read `transmission` of ``count`` actuated joints: square, with an inverse, exactly."""
    rows = items_of(node)
    if len(rows) != count:
        what = f"expected {count} rows, one for each actuated joint, found {node.kind}"
        raise node.error(f"{what}; joint = matrix * motor coordinates")
    matrix = tuple(tuple(number(entry, reading) for entry in items_of(row, count)) for row in rows)
    at_values = tuple(tuple(substitute(entry, reading.values) for entry in row) for row in matrix)
    try:
        inverses = _has_inverse(matrix) and _has_inverse(at_values)
    except NoFieldError as error:
        raise node.error(f"{error}; write its entries as decimal numbers") from None
    if not inverses:
        raise node.error("the matrix has no inverse: not every motion of the joints is one of the motors; correct it")
    return matrix


def _has_inverse(matrix: Matrix) -> bool:
    """Whether the determinant is not zero, exactly: decided in a finite field, wrong with odds of 1 in 2^60."""
    embedding = Embedding([entry for row in matrix for entry in row])
    echelon = Echelon(len(matrix), embedding.modulus)
    return all(echelon.add([embedding(entry).value for entry in row]) for row in matrix)


def motors_of(
    node: Node | None, count: int, taken: Collection[str], structural_zeros: bool, place: Node, reading: Reading
) -> tuple[Motor, ...]:
    """Read `motors` behind a transmission at ``place``, one for each motor coordinate, or none."""
    if node is None:
        names_beside([None] * count, [place] * count, "motor", taken)
        return ()
    items = items_of(node)
    if len(items) != count:
        raise node.error(f"expected {count} motors, one for each column of transmission, found {node.kind}")
    entries = [entries_of(item, MOTOR_KEYS) for item in items]
    names = names_beside([entry.get("name") for entry in entries], items, "motor", taken)
    return tuple(_motor(*of, structural_zeros, reading) for of in zip(names, entries, strict=True))


def _motor(name: str, entries: dict[str, Node], structural_zeros: bool, reading: Reading) -> Motor:
    inertia = rotor(name, entries["rotor_inertia"], structural_zeros, reading) if "rotor_inertia" in entries else ()
    braking = friction(name, entries["friction"], reading) if "friction" in entries else ()
    return Motor(name, (*inertia, *braking))
