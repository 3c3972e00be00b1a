"""The equations of a model, one by one, each with the name that stands on its left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

import sympy as sp

from symdyn.closed_form.polynomial import TooLargeError
from symdyn.errors import InputError, unknown_name
from symdyn.papers.table import FORMULATIONS
from symdyn.symbolic.letters import Written
from symdyn.symbolic.model import Model

TORQUE = "torque"
MOST_TERMS = 3000  # of the expanded form of what is asked: some twenty pages; more is not read by anybody
Rows = list[list[sp.Expr]]


@dataclass(frozen=True, slots=True)
class Equation:
    """A quantity and what it is: an expression, or the rows of a matrix; and the entry of a kernel's output it is."""

    name: str
    written: Written
    right: sp.Expr | Rows
    kernel: str = ""
    index: int = 0


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something that can be shown: how many indices its entries have, and the kernel that gives them.

    `otherwise` is what to show of a robot whose closed form is too long.
    """

    indices: int
    kernel: str
    make: Callable[[Model, tuple[int, ...]], Iterator[Equation]]
    otherwise: str = ""


def equations(model: Model, quantity: str, chosen: Sequence[int] = ()) -> list[Equation]:
    """Return the equations of a quantity; ``chosen`` picks a row, or a row and a column, counted from one."""
    if quantity not in QUANTITIES:
        raise InputError(unknown_name("quantity", quantity, QUANTITIES))
    what = QUANTITIES[quantity]
    if quantity == TORQUE:
        what = replace(what, kernel=model.torque_kernel)
        if model.torque_kernel in FORMULATIONS:
            what = replace(what, otherwise=f"program --form {model.torque_kernel}")
    return entries(model, quantity, what, chosen)


def entries(model: Model, quantity: str, what: Quantity, chosen: Sequence[int]) -> list[Equation]:
    """Return the equations of what is called a ``quantity``."""
    refuse_more(quantity, what.indices, chosen)
    if what.kernel:
        _refuse_large(model, quantity, what, tuple(chosen))
    return list(what.make(model, tuple(chosen)))


def refuse_more(quantity: str, indices: int, chosen: Sequence[int]) -> None:
    """Refuse more numbers than entries have."""
    if len(chosen) > indices:
        places = ("no entries", "rows only", "rows and columns")[indices]
        raise InputError(f"{quantity} has {places}; {len(chosen)} numbers were given")


def _refuse_large(model: Model, quantity: str, what: Quantity, chosen: tuple[int, ...]) -> None:
    """Refuse what has too many terms: at once where a bound tells, otherwise when it is derived."""
    rows = 1 if not what.indices else model.robot.n
    width = model.size(what.kernel) // rows
    wanted = [
        i * width + j
        for i in picked(quantity, "row", rows, chosen[:1])
        for j in picked(quantity, "column", width, chosen[1:])
    ]
    if model.is_known_to_exceed(MOST_TERMS, what.kernel, wanted):
        raise _too_large(model, quantity, what, chosen, f"more than {MOST_TERMS}")
    terms = sum(len(entry.terms) for entry in model.polynomials(what.kernel, wanted))
    if terms > MOST_TERMS:
        raise _too_large(model, quantity, what, chosen, str(terms))


def _too_large(model: Model, quantity: str, what: Quantity, chosen: tuple[int, ...], terms: str) -> TooLargeError:
    otherwise = what.otherwise or f"program --kernel {what.kernel}"
    offer = f"see the recursive form: symdyn show {model.called} {otherwise}"
    if what.indices > len(chosen):
        offer += f", or one entry: {quantity} {' '.join(['1'] * what.indices)}"  # the robot's path may be long
    found = f"the {quantity} of {model.robot.name} has {terms} terms, too many to read"
    return TooLargeError(f"{found}; {offer}")


def picked(quantity: str, kind: str, size: int, chosen: tuple[int, ...]) -> list[int]:
    """Return the indices meant, from zero: all, or the one that is chosen."""
    if not chosen:
        return list(range(size))
    if not 1 <= chosen[0] <= size:
        _out_of_range(quantity, kind, size, chosen[0])
    return [chosen[0] - 1]


def _out_of_range(quantity: str, kind: str, size: int, number: int) -> NoReturn:
    which = f"{kind}s 1 to {size}" if size > 1 else f"{kind} 1 only"
    raise InputError(f"{quantity} has {which}; there is no {kind} {number}")


def _named(base: str, *indices: int) -> tuple[str, Written]:
    """M11, or M1_10 where a number has two digits; the first argument is the letter."""
    numbers = [str(i + 1) for i in indices]
    plain = all(len(number) == 1 for number in numbers)
    return base + ("" if plain else "_").join(numbers), Written(base, ("" if plain else ",").join(numbers))


def _torque(model: Model, chosen: tuple[int, ...]) -> Iterator[Equation]:
    for i in picked(TORQUE, "row", model.robot.n, chosen):
        yield Equation(*_named("tau", i), model.torque_row(i), "inverse_dynamics", i)


def _of_kernel(
    quantity: str, letter: str, kernel: str, symmetric: bool = False, matrix: bool = True
) -> Callable[[Model, tuple[int, ...]], Iterator[Equation]]:
    """Return a maker of a kernel's entries; zeros of a matrix are left out, and what symmetry repeats."""

    def make(model: Model, chosen: tuple[int, ...]) -> Iterator[Equation]:
        n = model.robot.n
        width = model.size(kernel) // n
        for i in picked(quantity, "row", n, chosen[:1]):
            for j in picked(quantity, "column", width, chosen[1:]):
                if symmetric and j < i and not chosen:
                    continue
                entry = model.entry(kernel, i * width + j)
                if entry != 0 or not matrix or len(chosen) == 2:
                    name = _named(letter, *((i, j) if matrix else (i,)))
                    yield Equation(*name, entry, kernel, i * width + j)

    return make


def _energy(model: Model, chosen: tuple[int, ...]) -> Iterator[Equation]:
    yield Equation("K", Written("K"), model.kinetic_energy, "kinetic_energy")
    yield Equation("P", Written("P"), model.potential_energy, "potential_energy")


def _mlc(model: Model, chosen: tuple[int, ...]) -> Iterator[Equation]:
    written = model.letters.written
    pairs = list(model.pi_expressions.items())
    for i in picked("mlc", "row", len(pairs), chosen):
        pi, expression = pairs[i]
        if pi == expression and not chosen:  # felt alone
            continue
        yield Equation(pi.name, written[pi.name], expression)


def _frames(model: Model, chosen: tuple[int, ...]) -> Iterator[Equation]:
    robot = model.robot
    names = [joint.link.name for joint in robot.joints] + (["load"] if robot.load else [])
    parents = [joint.parent for joint in robot.joints] + ([len(robot.joints) - 1] if robot.load else [])
    poses = model.poses()
    for i in picked("frames", "row", len(poses), chosen):
        rows, origin = poses[i]
        below = names[parents[i]] if parents[i] >= 0 else "base"
        matrix = [[*row, x] for row, x in zip(rows, origin, strict=True)]
        matrix.append([sp.S.Zero, sp.S.Zero, sp.S.Zero, sp.S.One])
        yield Equation(f"T_{below}_{names[i]}", Written("T", "", f"{below},{names[i]}"), matrix)


QUANTITIES: dict[str, Quantity] = {
    TORQUE: Quantity(1, "regressor", _torque, "program --kernel inverse_dynamics"),
    "regressor": Quantity(2, "regressor", _of_kernel("regressor", "Y", "regressor")),
    "mass": Quantity(2, "mass_matrix", _of_kernel("mass", "M", "mass_matrix", symmetric=True)),
    "coriolis": Quantity(2, "coriolis_matrix", _of_kernel("coriolis", "C", "coriolis_matrix")),
    "gravity": Quantity(1, "gravity", _of_kernel("gravity", "g", "gravity", matrix=False)),
    "energy": Quantity(0, "kinetic_energy", _energy),
    "mlc": Quantity(1, "", _mlc),
    "frames": Quantity(1, "", _frames),
}
