"""Lu and Meng's regressor in closed form: link by link, a column for each of the link's sixteen parameters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from symdyn.ir.program import Port, Program
from symdyn.model.robot import Robot
from symdyn.papers.formulation import body_names
from symdyn.papers.sixteen_parameters import SIXTEEN
from symdyn.symbolic.equations import Equation, Quantity, entries, picked, refuse_more
from symdyn.symbolic.letters import Letters, Written
from symdyn.symbolic.model import Model
from symdyn.symbolic.recursive import statements

PROVED = "lu_meng"  # what entries are: the closed form from energies
EXPANDED = "recursive"  # has the same terms, and expands in a hundredth of the time where axes are skew
MEANINGS = (
    "m, mpx, mpy, mpz: mass, and mass times centre of mass p",
    "mpxx, mpyy, mpzz, mpxy, mpxz, mpyz: mass times px**2, py**2, pz**2, px*py, px*pz, py*pz",
    "Ixx, Iyy, Izz, Ixy, Ixz, Iyz: inertia about p; off its diagonal the tensor has -Ixy, -Ixz, -Iyz",
)


def sixteen_equations(model: Model, chosen: Sequence[int] = ()) -> list[Equation]:
    """Return the entries of the regressor, link by link; columns are counted through all links, sixteen each."""
    return entries(model, "regressor", QUANTITY, chosen)


def sixteen_remarks(robot: Robot) -> list[str]:
    """Say what rows, columns and parameters are."""
    bodies = body_names(robot)
    numbered = ", ".join(f"{i} = {name}" for i, name in enumerate(bodies, start=1) if name != f"link{i}")
    remarks = ["Y2_1_mpx: torque of joint 1 per unit of mpx of link 2" if len(bodies) > 1 else _ONE_LINK]
    if numbered:
        remarks.append(f"links: {numbered}")
    remarks += [f"  {meaning}" for meaning in MEANINGS]
    own = [effect for joint in robot.joints for effect in joint.effects]
    if own:
        remarks.append("rotors, friction and springs have no column here")
    return remarks


_ONE_LINK = "Y1_1_mpx: torque of joint 1 per unit of mpx of link 1"


def place(robot: Robot, row: int, column: int) -> tuple[str, Written]:
    """Return how an entry is called and written: Y2_1_mpx, or Y with the superscript (2) and the subscript 1,mpx."""
    link, entry = divmod(column, len(SIXTEEN))
    name = SIXTEEN[entry]
    return f"Y{link + 1}_{row + 1}_{name}", Written("Y", str(row + 1), name, f"({link + 1})")


def _places(robot: Robot, chosen: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return rows and columns, link by link, and there row by row."""
    rows = picked("regressor", "row", robot.n, chosen[:1])
    columns = picked("regressor", "column", _width(robot), chosen[1:])
    return sorted(((i, j) for i in rows for j in columns), key=lambda at: (at[1] // len(SIXTEEN), *at))


def _width(robot: Robot) -> int:
    return len(SIXTEEN) * len(body_names(robot))


def _make(model: Model, chosen: tuple[int, ...]) -> Iterator[Equation]:
    """Zeros are left out."""
    robot = model.robot
    for i, j in _places(robot, chosen):
        index = i * _width(robot) + j
        entry = model.entry(EXPANDED, index)
        if entry != 0 or len(chosen) == 2:
            yield Equation(*place(robot, i, j), entry, PROVED, index)


def with_entries(program: Program, robot: Robot, chosen: Sequence[int]) -> tuple[Program, list[tuple[int, int]]]:
    """Return a program of the regressor with the entries chosen for results, and their rows and columns."""
    refuse_more("regressor", QUANTITY.indices, chosen)
    found = _places(robot, tuple(chosen))
    width = _width(robot)
    results = tuple(program.results[i * width + j] for i, j in found)
    return replace(program, outputs=(Port("Y", (len(found),)),), results=results), found


def recursion_equations(program: Program, places: Sequence[tuple[int, int]], letters: Letters) -> list[Equation]:
    """Return a program's statements as equations, the entries of the regressor last; those that are zero left out."""
    steps = statements(program, letters)
    found = [Equation(one.name, one.written, one.right) for one in steps[: len(steps) - len(places)]]
    for (i, j), one in zip(places, steps[len(found) :], strict=True):
        if one.right != 0 or len(places) == 1:
            found.append(Equation(*place(letters.robot, i, j), one.right))
    return found


QUANTITY = Quantity(2, EXPANDED, _make, "regressor --form recursive")
