"""Long chains of general geometry: what is said of them is said soon, and it is exact."""

import re
from functools import cache

import numpy as np
import pytest
import sympy as sp
from lin_chains import R, modified_dh

import symdyn
from symdyn.algebra.atom import LET
from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact_text import read_exact
from symdyn.algebra.scalar import Ring
from symdyn.closed_form.derivation import derivation
from symdyn.closed_form.fewest_terms import fewest_terms
from symdyn.closed_form.letters import letter_inputs, letter_ring
from symdyn.closed_form.polynomial import TooLargeError
from symdyn.kernels import KERNELS, run
from symdyn.model.robot import Robot
from symdyn.symbolic.combinations import APPROXIMATE, Combinations
from symdyn.symbolic.equations import equations
from symdyn.symbolic.minimal import MinimalParameters, minimal
from symdyn.symbolic.model import derive

JOINTS = 12


@cache
def chain(joints: int = JOINTS) -> Robot:
    """Return a chain in which no axes meet, are parallel or at a right angle, and no two lengths or angles agree."""
    rows = [(f"0.{101 + i}", f"0.{701 + 3 * i}", f"0.{301 + 7 * i}", 0) for i in range(joints)]
    return modified_dh([R] * joints, rows)


@cache
def parameters(form: str = "pivot") -> MinimalParameters:
    return minimal(chain(), form)


# --- minimal parameters


@pytest.mark.parametrize("form", ["pivot", "lin"])
def test_minimal_parameters_of_twelve_joints_are_found(form: str) -> None:
    assert len(parameters(form)) == 7 * JOINTS - 4  # three of the first joint, seven of every other, less its own


def test_reasons_of_twelve_joints_are_given() -> None:
    found = parameters()
    assert found.reasons["link1.m"] == "the origin of link1 never moves, so a mass there is never felt"
    assert found.reasons["link12.mz"] == "a mass on the axis of joint12 moves just as if it were part of link11"
    assert set(found.reasons) == set(found.combined) | set(found.unidentifiable)


def test_long_constants_have_names_and_the_names_say_what_they_are() -> None:
    found = parameters()
    written = Combinations(found)
    rows, constants = written.of_parameters(), written.constants()
    values: dict[str, float] = {}
    known = {}
    for name, text in constants.items():  # each after those that occur in it
        known[name] = read_exact(text, known)
        values[name] = to_float(known[name])
    assert set(re.findall(r"let_\w+", " ".join(rows))) <= set(constants)
    names = {symbol.name: symbol for symbol in found.letters.parameters} | {name: sp.Symbol(name) for name in values}
    for row, text in list(zip(found.rows, rows, strict=True))[::20]:  # some, since SymPy reads slowly
        expression = sp.sympify(text, locals=names).subs(values)
        read = [float(expression.coeff(symbol)) for symbol in found.letters.parameters]
        np.testing.assert_allclose(read, [to_float(x) for x in row], rtol=1e-9, atol=1e-12)  # SymPy's sums of doubles


def test_long_constants_are_rounded_where_a_table_wants_short_ones() -> None:
    written = Combinations(parameters(), rounded=True)
    rows = written.of_parameters()
    assert max(map(len, rows)) < 1000 and any(APPROXIMATE in row for row in rows)
    assert written.constants() == {}


def test_some_coefficients_are_long() -> None:
    """Otherwise the tests above would show nothing."""
    assert any(atom.kind == LET for row in parameters().rows for x in row for atom in x.atoms())


# --- closed forms


@pytest.mark.parametrize(
    "asked", ["gravity 12", "gravity 1", "torque 12", "mass 1 1", "coriolis 1 2", "regressor 1 80"]
)
def test_closed_forms_of_twelve_joints_are_refused_before_they_are_derived(asked: str) -> None:
    quantity, *entry = asked.split()
    told: list[str] = []
    with pytest.raises(TooLargeError, match="more than 3000 terms, too many to read; see the recursive form"):
        equations(derive(chain(), told.append), quantity, [int(number) for number in entry])
    assert told and not any("expanding" in step for step in told)


def test_an_entry_that_is_short_is_shown_however_long_the_others_are() -> None:
    model = derive(chain())
    assert [equation.right for equation in equations(model, "mass", [12, 12])] == [sp.Symbol("Izz12")]
    assert [equation.right for equation in equations(model, "coriolis", [12, 12])] == [0]


KERNELS_OF_CLOSED_FORMS = ("gravity", "mass_matrix", "coriolis_matrix", "regressor", "kinetic_energy")


@pytest.mark.parametrize("name", ["ddarm", "scara", "gantry", "dual_arm"])
@pytest.mark.parametrize("kernel", KERNELS_OF_CLOSED_FORMS)
def test_closed_forms_are_those_of_the_kernel_run_in_the_ring(name: str, kernel: str) -> None:
    robot = symdyn.load(name)
    ring = letter_ring(robot)
    inputs = letter_inputs(robot, ring.constant, lambda stem, i: ring.letter(f"{stem}{i + 1}"))
    (direct,) = run(KERNELS[kernel], robot, Ring(ring.constant), inputs).outputs.values()
    found = derivation(robot, KERNELS[kernel])
    assert tuple(found.polynomials(range(found.size), ring)) == direct
    assert tuple(found.polynomials([found.size - 1], ring)) == direct[-1:]


@pytest.mark.parametrize("name", ["ddarm", "scara", "gantry", "stanford"])
@pytest.mark.parametrize("kernel", KERNELS_OF_CLOSED_FORMS)
def test_bounds_grow_to_the_number_of_terms_and_never_pass_it(name: str, kernel: str) -> None:
    robot = symdyn.load(name)
    found = derivation(robot, KERNELS[kernel])
    wanted = range(found.size)
    terms = sum(len(entry.terms) for entry in found.polynomials(wanted, letter_ring(robot)))
    with_pi, without = (list(fewest_terms(found, wanted, letters)) for letters in (True, False))
    assert with_pi == sorted(with_pi) and with_pi[-1] == terms
    assert without == sorted(without) and all(a <= b for a, b in zip(without, with_pi, strict=True))
