"""Equations in other forms of the minimal set, and Lu and Meng's regressor; all proved before they are printed."""

from dataclasses import replace
from typing import Any

import pytest
import sympy as sp
from lin_chains import random_chain
from random_robots import random_robot
from symbolic_values import equal

import symdyn
from symdyn.closed_form.polynomial import TooLargeError
from symdyn.errors import InputError, ProofError
from symdyn.papers.recursive_regressor import recursive_regressors
from symdyn.papers.sixteen_parameters import TEN_FROM_SIXTEEN
from symdyn.symbolic.equations import equations
from symdyn.symbolic.model import Model
from symdyn.symbolic.proved import prove_equations
from symdyn.symbolic.sixteen import sixteen_equations

QUANTITIES = ("torque", "regressor", "mass", "coriolis", "gravity", "energy")
FORMS = ({"form": "pivot"}, {"form": "lin"}, {"form": "gautier_khalil"}, {"set": "atkeson86"})


@pytest.fixture(scope="module", params=FORMS, ids=lambda choice: next(iter(choice.values())))
def ddarm(request: pytest.FixtureRequest) -> Model:
    return symdyn.derive("ddarm", **request.param)


@pytest.fixture(scope="module")
def pivots() -> Model:
    return symdyn.derive("ddarm")


def in_full(model: Model, expression: sp.Expr) -> sp.Expr:
    """An equation with the full parameters in the place of the minimal ones."""
    return expression.xreplace(model.pi_expressions)


@pytest.mark.parametrize("i", range(3))
def test_torque_in_any_form_is_the_torque(ddarm: Model, pivots: Model, i: int) -> None:
    assert equal(in_full(ddarm, ddarm.torque[i]), in_full(pivots, pivots.torque[i]), pivots)


@pytest.mark.parametrize("name", ["mass_matrix", "coriolis_matrix", "gravity", "kinetic_energy", "potential_energy"])
def test_closed_form_in_any_form_is_the_same_in_the_full_parameters(ddarm: Model, pivots: Model, name: str) -> None:
    one, other = (sp.Matrix([getattr(model, name)]) for model in (ddarm, pivots))
    for a, b in zip(one, other, strict=True):
        assert equal(in_full(ddarm, a), in_full(pivots, b), pivots)


def test_regressor_times_members_is_the_torque(ddarm: Model) -> None:
    product = ddarm.regressor * sp.Matrix(ddarm.pi)
    for found, torque in zip(product, ddarm.torque, strict=True):
        assert equal(found, torque, ddarm)


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_equations_are_proved(ddarm: Model, quantity: str) -> None:
    found = equations(ddarm, quantity)
    prove_equations(ddarm, found)
    for one in (found[0], found[-1]):
        with pytest.raises(ProofError, match=f"ddarm: {one.name} is not what the dynamics give"):
            prove_equations(ddarm, [replace(one, right=one.right + ddarm.qd[0] ** 2)])


def test_a_coefficient_that_is_off_by_little_is_no_proof(ddarm: Model) -> None:
    first = equations(ddarm, "torque", [2])[0]
    little = sp.Rational(1, 10**12)
    for term in first.right.args:
        with pytest.raises(ProofError):
            prove_equations(ddarm, [replace(first, right=first.right + little * term)])


def test_a_formulation_that_is_not_the_dynamics_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    model = symdyn.derive("two_link")
    found = sixteen_equations(model)
    prove_equations(model, found)
    monkeypatch.setattr("symdyn.papers.regressor_formulations.energy_regressors", recursion_without_weight)
    with pytest.raises(ProofError, match="the formulation lu_meng is not what the dynamics give"):
        prove_equations(model, found)


def recursion_without_weight(mechanism: Any, poses: Any, qd: Any, qdd: Any) -> Any:
    nothing = mechanism.gravity.map(lambda x: x * 0)
    return recursive_regressors(replace(mechanism, gravity=nothing), poses, qd, qdd)


@pytest.mark.parametrize("seed", [0, 1, 3, 4, 5, 6, 7])  # 2 takes long to derive
def test_equations_of_random_chains_are_proved_in_lins_combinations(seed: int) -> None:
    model = symdyn.derive(random_chain(seed), form="lin")
    prove_equations(model, equations(model, "torque", [model.robot.n]))
    prove_equations(model, equations(model, "gravity"))


@pytest.mark.parametrize("seed", [0, 1, 2, 4, 7, 8, 9])  # the skew axes of others take long to derive
def test_equations_of_random_robots_are_proved(seed: int) -> None:
    kinds = ("revolute",) if seed % 2 else ("revolute", "prismatic")
    model = symdyn.derive(symdyn.load(random_robot(seed, entries=2, kinds=kinds, load=bool(seed % 3))))
    for quantity in QUANTITIES:
        prove_equations(model, equations(model, quantity))
    prove_equations(model, sixteen_equations(model))


@pytest.mark.parametrize("angle", ["pi/5", "pi/7", "1.234", "2*pi/9"])
def test_equations_with_unusual_angles_are_proved(angle: str) -> None:
    joint = {"type": "revolute", "dh": {"a": "0.3", "alpha": angle, "d": "0.2", "theta": angle}}
    mapping = {"symdyn": 1, "name": "twisted", "gravity": [0, 1, "-9.81"], "frames": "modified_dh"}
    model = symdyn.derive(symdyn.load({**mapping, "joints": [joint, joint]}))
    for quantity in QUANTITIES:
        prove_equations(model, equations(model, quantity))


# --- Lu and Meng's sixteen


def test_sixteen_columns_are_combinations_of_the_ten() -> None:
    """Y16 = Y10 T, and Y10 is what the full parameters multiply."""
    model = symdyn.derive("two_link")
    found = model.lu_meng_regressor
    torque = [in_full(model, torque) for torque in model.torque]
    for link in range(2):
        for j, (ten, made_of) in enumerate(TEN_FROM_SIXTEEN):
            parameter = model.parameters[10 * link + j]
            assert str(parameter).startswith(ten)
            for name, sign in made_of.items():
                column = 16 * link + SIXTEEN_NAMES.index(name)
                for i in range(2):
                    share = sp.expand(torque[i]).coeff(parameter)
                    others = sum(
                        s * sp.expand(torque[i]).coeff(model.parameters[10 * link + k])
                        for k, (_, of) in enumerate(TEN_FROM_SIXTEEN)
                        for n, s in of.items()
                        if n == name and k != j
                    )
                    assert equal(found[i, column], sign * share + others, model)


SIXTEEN_NAMES = (
    *("m", "mpx", "mpy", "mpz", "mpxx", "mpyy", "mpzz", "mpxy", "mpxz", "mpyz"),
    *("Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz"),
)


def test_entries_are_named_by_link_joint_and_parameter() -> None:
    model = symdyn.derive("two_link")
    names = [one.name for one in sixteen_equations(model)]
    assert names[:2] == ["Y1_1_mpx", "Y1_1_mpy"] and names[-1] == "Y2_2_Izz"
    (chosen,) = sixteen_equations(model, (1, 18))
    assert chosen.name == "Y2_1_mpx"


def test_the_large_regressor_of_a_long_arm_is_refused_at_once_with_the_recursion() -> None:
    with pytest.raises(TooLargeError, match="symdyn show panda regressor --form recursive"):
        sixteen_equations(symdyn.derive("panda"))


def test_large_torques_in_lins_combinations_are_refused_with_his_recursion() -> None:
    with pytest.raises(TooLargeError, match="symdyn show panda program --form lin, or one entry: torque 1"):
        equations(symdyn.derive("panda", form="lin"), "torque")


SLIDES = {
    "symdyn": 1,
    "name": "slides",
    "gravity": [-3, -2, "-9.8"],
    "frames": "modified_dh",
    "joints": [
        {"type": "prismatic", "dh": {"a": 0, "alpha": alpha, "d": 0, "theta": 0}} for alpha in ("pi/2", "pi/3", "pi/3")
    ],
}


def test_lins_masses_of_composite_bodies_are_not_those_of_links() -> None:
    model, pivots = (symdyn.derive(SLIDES, form=form) for form in ("lin", "pivot"))
    assert [symbol.name for symbol in model.pi] == ["m1_hat", "m2_hat", "m3"]
    assert symdyn.minimal_parameters(SLIDES, form="lin").names == ("m1_hat", "m2_hat", "m3")
    for one, other in zip(model.torque, pivots.torque, strict=True):
        assert equal(one.subs(model.pi_expressions), other.xreplace(pivots.pi_expressions), pivots)


def test_a_set_does_not_give_a_parameters_name_to_a_multiple_of_it() -> None:
    with pytest.raises(InputError, match=r"in equations this name means link3\.m; choose another"):
        symdyn.derive(SLIDES, set={"a": "link1.m + link2.m + link3.m", "b": "link2.m + link3.m", "m3": "2*link3.m"})
