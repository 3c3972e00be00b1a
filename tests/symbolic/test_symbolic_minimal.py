"""The minimal parameters as users meet them."""

import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import sympy as sp
from lin_chains import random_chain

import symdyn
from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.errors import InputError, MissingValueError
from symdyn.symbolic.minimal import minimal

PLANAR = {
    "symdyn": 1,
    "name": "planar",
    "gravity": [0, "-g", 0],
    "frames": "standard_dh",
    "symbols": {"g": 9.81, "d3": None},
    "joints": [{"type": "revolute", "dh": {"a": "d3", "alpha": 0, "d": 0, "theta": 0}, "link": {"mass": 1}}],
}


def test_expressions_matrix_and_values_agree() -> None:
    found = symdyn.minimal_parameters("ddarm")
    robot = symdyn.load("ddarm")
    assert found.names[0] == "link1.Izz" and len(found) == 15 and found.matrix.shape == (15, 30)
    assert found.matrix * sp.Matrix(found.letters.parameters) == sp.Matrix(found.expressions)
    assert str(found.expressions[0]) == "Iyy2 + Izz1 + l2**2*m3"
    numbers = np.array(found.matrix.subs({"l2": 0.45}).tolist(), dtype=float) @ robot.parameters
    np.testing.assert_allclose(found.values, numbers, rtol=1e-14)  # one product each
    assert found.certificate.rank == 15


def test_groups_are_those_of_the_paper() -> None:
    found = symdyn.minimal_parameters("ddarm")
    assert [len(group) for group in (found.identifiable, found.combined, found.unidentifiable)] == [9, 10, 11]
    assert set(found.reasons) == set(found.combined) | set(found.unidentifiable)


@pytest.mark.parametrize(
    ("robot", "parameter", "reason"),
    [
        (
            "ddarm",
            "link1.Ixx",
            "link1 turns only about z, parallel to gravity: only its moment of inertia about z is felt",
        ),
        ("ddarm", "link1.m", "the origin of link1 never moves, so a mass there is never felt"),
        ("ddarm", "link3.m", "a mass on the axis of joint3 moves just as if it were part of link2"),
        (
            "stanford",
            "link3.Ixz",
            "link3 slides on link2 without turning: its inertia is felt just as if it were part of link2",
        ),
        ("gantry", "bridge_beam.mx", "bridge_beam never turns, so nothing of it is felt but its mass"),
        ("two_link", "link1.mx", "felt only together with link2.m"),
        ("dual_arm", "load.m", "load is fixed to right_hand, and the two move as one body"),
        ("puma560", "joint1.Ia", "the rotor of joint1 is felt just as link1.Izz is: only their sum is felt"),
    ],
)
def test_reasons_are_sentences_about_the_geometry(robot: str, parameter: str, reason: str) -> None:
    assert symdyn.minimal_parameters(robot).reasons[parameter] == reason


@pytest.mark.parametrize(
    "name", ["two_link", "scara", "panda", "iiwa", "ur5", "rx90", "dual_arm", "gantry", "puma560_std"]
)
def test_every_parameter_that_is_not_felt_alone_has_a_reason(name: str) -> None:
    found = symdyn.minimal_parameters(name)
    assert set(found.reasons) == set(found.combined) | set(found.unidentifiable)
    assert all(reason and "None" not in reason for reason in found.reasons.values())


# --- Lin's combinations, and Gautier and Khalil's


@pytest.mark.parametrize("form", ["lin", "gautier_khalil"])
@pytest.mark.parametrize("name", ["ddarm", "stanford", "puma560", "panda"])
def test_maps_between_the_two_sets_are_exact_and_inverse(name: str, form: str) -> None:
    paper, pivot = (symdyn.minimal_parameters(name, form=form) for form in (form, "pivot"))
    identity = sp.eye(len(pivot))
    assert paper.map_to_pivot * paper.map_from_pivot == identity == pivot.map_to_pivot
    assert (paper.map_from_pivot * pivot.matrix - paper.matrix).applyfunc(sp.expand) == sp.zeros(*paper.matrix.shape)
    assert (paper.map_to_pivot * sp.Matrix(paper.pivot_expressions)).applyfunc(sp.expand) == sp.Matrix(pivot.symbols)


@pytest.mark.parametrize("form", ["lin", "gautier_khalil"])
@pytest.mark.parametrize("seed", range(20))
def test_papers_sets_and_pivot_set_of_random_chains_express_each_other(seed: int, form: str) -> None:
    robot = random_chain(seed)
    paper, pivot = minimal(robot, form), minimal(robot)
    W, L, T = (numbers(rows) for rows in (pivot.rows, paper.rows, paper.pivot_rows))
    np.testing.assert_allclose(T @ W, L, rtol=1e-12, atol=1e-12)  # the coefficients are of the size of one
    assert np.linalg.matrix_rank(T) == len(pivot) == len(paper)


def numbers(rows: Sequence[Sequence[Exact]]) -> np.ndarray:
    return np.array([[to_float(x) for x in row] for row in rows])


def test_rotors_join_the_combinations_of_the_links() -> None:
    lin = symdyn.minimal_parameters("puma560", form="lin")
    found = dict(zip(lin.names, lin.expressions, strict=True))
    assert len(lin) == 40 and found["joint6.Ia"] == sp.Symbol("Ia6")
    assert found["U1_zz"].coeff(sp.Symbol("Ia1")) == found["U2_zz"].coeff(sp.Symbol("Ia2")) == 1


@pytest.mark.parametrize("form", ["lin", "gautier_khalil"])
def test_theorem_needs_gravity(form: str) -> None:
    source = {**symdyn.load("puma560").source, "gravity": [0, 0, 0]}
    with pytest.raises(InputError, match="Theorem 2 needs gravity"):
        symdyn.minimal_parameters(source, form=form)


def test_papers_sets_are_those_of_chains() -> None:
    forked = [{"type": "revolute", "origin": {"xyz": [0, 0, 1]}, "parent": parent} for parent in ("base", "base")]
    fork = {"symdyn": 1, "name": "fork", "gravity": [0, "-9.81", 0], "frames": "explicit", "joints": forked}
    with pytest.raises(InputError, match="need a serial chain, and joint2 does not stand on the link before it"):
        symdyn.minimal_parameters(fork, form="gautier_khalil")


def test_unknown_form_is_an_error() -> None:
    with pytest.raises(InputError, match="unknown form 'linn'; did you mean lin"):
        symdyn.minimal_parameters("ddarm", form="linn")


# --- numbers that are not there


def test_values_of_unknown_inertias_are_an_error_that_names_them() -> None:
    with pytest.raises(MissingValueError, match=r"no value is given for link1\.Izz, link2\.m, .* and 47 more"):
        _ = symdyn.minimal_parameters("stanford").values


def test_value_of_a_symbol_without_one_is_an_error_that_names_it() -> None:
    body = {"mass": 1, "com": [0, 0, 0], "inertia": {"xx": 1, "xy": 0, "xz": 0, "yy": 1, "yz": 0, "zz": 1}}
    joints = [{**PLANAR["joints"][0], "link": body}]  # type: ignore[index]
    found = symdyn.minimal_parameters({**PLANAR, "joints": joints})
    assert found.values_or_none[1] == 0  # my needs no length
    with pytest.raises(MissingValueError, match="no value is given for d3"):
        _ = found.values


def test_a_symbol_named_like_a_parameter_is_kept_apart() -> None:
    source = {**symdyn.load("ddarm").source, "symbols": {"l2": "0.45", "m3": 2}}
    letters = symdyn.minimal_parameters(source).letters
    assert "m_link3" in {symbol.name for symbol in letters.parameters} and sp.Symbol("m3") in letters.symbols


def test_importing_symdyn_does_not_import_sympy() -> None:
    program = "import sys, symdyn; symdyn.load('two_link'); print('sympy' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "False\n"
    )


def rounded_arm(joints: int) -> dict[str, Any]:
    """Return an arm with rounded angles: coefficients are long products of cosines and sines."""
    turns = (["1.5708", "0", "3.14159"], ["-1.5708", "0.02", "0.785398"])
    arm = [{"type": "revolute", "origin": {"xyz": [0.1, 0.2, 0.3], "rpy": turns[i % 2]}} for i in range(joints)]
    return {"symdyn": 1, "name": "rounded", "gravity": [0, 0, -9.81], "frames": "explicit", "joints": arm}


def test_the_matrix_of_an_arm_with_rounded_angles_becomes_numbers_in_moments():
    mlc = symdyn.minimal_parameters(symdyn.load(rounded_arm(7)))
    begin = time.perf_counter()
    numbers = mlc.matrix_float
    assert time.perf_counter() - begin < 3  # 0.05; SymPy takes minutes
    matrix = mlc.matrix
    begin = time.perf_counter()
    assert np.array_equal(np.array(matrix, float), numbers)
    assert time.perf_counter() - begin < 0.1
    assert numbers.shape == (len(mlc), len(mlc.robot.parameter_names))


def test_numbers_of_the_matrix_are_those_of_its_expressions():
    mlc = symdyn.minimal_parameters(symdyn.load(rounded_arm(3)))
    for row, numbers in zip(mlc.matrix.tolist(), mlc.matrix_float, strict=True):
        assert [float(entry.evalf(40)) for entry in row] == list(numbers)
    product = mlc.matrix * sp.Symbol("x")
    assert np.array(product).dtype == object  # what is computed from the matrix has no numbers at hand
    assert float(product[0, 0].subs("x", 2)) == 2 * mlc.matrix_float[0, 0]
    assert np.array(mlc.matrix, float).flags.writeable


def test_the_matrix_in_numbers_uses_the_values_of_symbols_and_names_one_without():
    mapping = dict(symdyn.load("ddarm").source)
    mlc = symdyn.minimal_parameters(symdyn.load({**mapping, "symbols": {"l2": 0.45}}))
    bound = mlc.matrix.subs({"l2": sp.Rational(9, 20)})
    assert np.array_equal(np.array(bound, float), mlc.matrix_float)
    open_ended = symdyn.minimal_parameters(symdyn.load({**mapping, "symbols": {"l2": None}}))
    with pytest.raises(MissingValueError, match="l2"):
        _ = open_ended.matrix_float
