"""What goes wrong in laws of one's own is one line that names their file; indices are looked at in every branch."""

import textwrap
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import symdyn
from symdyn.control.law import Law, Rule
from symdyn.control.laws import LAWS, every_law, register
from symdyn.control.laws.pd_gravity import LAW as PD
from symdyn.control.program import law_program
from symdyn.errors import InputError
from symdyn.generate import generate
from symdyn.model import NumericRobot, bind_symbols
from symdyn.options import Options
from symdyn.package.laws import law_plans
from symdyn.reference import laws as equations
from symdyn.routines.bounds import outside
from symdyn.sources.added import ADDED

HEAD = """\
from symdyn.routines.words import Joints, Number, Self, array, n, robot, sqrt
def law(self: Self, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> None:
    robot.gravity(q, self.pi, tau)
    for i in range(n):
"""
OWN = "own_law"


@cache
def two_link() -> NumericRobot:
    return bind_symbols(symdyn.load("two_link"))


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Any]:
    """Return a function that registers a law of a body."""

    def registered(body: str, beside: str = "", **more: Any) -> Law:
        (tmp_path / "own.py").write_text(f"{HEAD}{textwrap.indent(body, ' ' * 8)}\n{beside}")
        found = spec_from_file_location("own", tmp_path / "own.py")
        assert found is not None and found.loader is not None
        module = module_from_spec(found)
        found.loader.exec_module(module)
        law = replace(PD, name=OWN, law=module.law, **more)
        register(law)
        return law

    yield registered
    LAWS.pop(OWN, None)
    equations.LAWS.pop(OWN, None)
    ADDED.discard("own")


def assembled() -> Any:
    (plan,) = law_plans(two_link(), Options(laws=(OWN,)))
    return law_program(plan)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("tau[i] += q[i + 1]", "own.py:5: q has entries 0 to 1, and an index of it is 2"),
        ("if q[i] > 1000000:\n    tau[i] += q[i + 1]", "own.py:6: q has entries 0 to 1, and an index of it is 2"),
        ("tau[i] += q[i - 1] if qd[i] > 0 else 0", "own.py:5: q has entries 0 to 1, and an index of it is -1"),
        ("for j in range(3):\n    tau[i] += q[j]", "own.py:6: q has entries 0 to 1, and an index of it is 2"),
        ("tau[2] = 0", "own.py:5: tau has entries 0 to 1, and an index of it is 2"),
        ("tau[i] += self.gains.Kp[i, i]", "own.py:5: self.gains.Kp takes 1 index, not 2"),
        ("M = array(n, n)\nM[i, n] = 0", "own.py:6: M has entries 0 to 1, and an index of it is 2"),
        ("tau[i] += q[self.limited[i]]", "own.py:5: q has entries 0 to 1, and an index of it may be any number"),
    ],
)
def test_an_index_that_may_leave_its_array_is_refused_whichever_branch_it_is_in(body: str, told: str, own: Any) -> None:
    own(body)
    with pytest.raises(InputError, match=told):
        assembled()


@pytest.mark.parametrize(
    "body",
    [
        "if i + 1 < n:\n    tau[i] += q[i + 1]",
        "if not i + 1 >= n:\n    tau[i] += q[i + 1]",
        "tau[i] += q[i - 1] if i > 0 else 0",
        "tau[i] += q[i - 1] if i != 0 and q[i - 1] > 0 else 0",
        "for j in range(i):\n    tau[i] += q[i - j - 1]",  # which ranges of i and j alone do not tell
        "for j in range(i + 1, n):\n    tau[i] += q[j - i]",
        "M = array(2, n)\nM[1, i] = q[i]",
    ],
)
def test_an_index_that_cannot_leave_its_array_is_not(body: str, own: Any) -> None:
    own(body)
    assert assembled()


@pytest.mark.parametrize("law", every_law())
@pytest.mark.parametrize("name", ["two_link", "dual_arm"])
def test_every_index_of_every_law_stays_within_its_array(name: str, law: str) -> None:
    (plan,) = law_plans(bound(name), Options(laws=(law,)))
    unit = law_program(plan).unit
    assert not list(
        outside(unit, [routine.name for routine in unit.routines if routine.name in ("law", "step", "init")])
    )


@cache
def bound(name: str) -> NumericRobot:
    return bind_symbols(symdyn.load(name))


def as_said(at: Any, kernel: Any) -> Any:
    return kernel("gravity", q=at.q, pi=at.pi), 0 * at.theta


def made() -> Any:
    return generate(two_link(), Options(laws=(OWN,), only=("gravity",), languages=("python",)))


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("tau[i] += foo(q[i])", "own.py:5: foo is no routine"),
        ("short = q[i]\ntau[i] += short", "own.py:5: short is a word of C and can be no value's name; choose another"),
        ("for long in range(n):\n    tau[i] += q[long]", "own.py:5: long is a word of C"),
        ("tau[i] += q[i] ** 2", "own.py:5: a routine cannot say this"),
        ("tau[i] += self.gains.Kz[i]", "own.py: law: there is no Kz in gains; valid: Kp, Kd, "),
        ("tau[i] += 1 / (q[i] - q[i])", "own.py:2: law own_law cannot be proved: .*: ZeroDivisionError"),
        ("tau[i] += sqrt(1 + q[i] * q[i])", "own.py:2: law own_law cannot be proved: run with random fractions"),
        ("tau[i] += 0", "nobody has said by which equations the law own_law is to be proved: "),
    ],
)
def test_a_fault_in_a_law_is_one_line_with_its_file(body: str, told: str, own: Any) -> None:
    own(body)
    if body != "tau[i] += 0":
        equations.register(OWN, as_said)
    with pytest.raises(InputError, match=told):
        made()


def no_such_gain(at: Any, kernel: Any) -> Any:
    return at.gains["Kz"], 0


def test_a_fault_in_its_equations_is_one_line_with_their_file(own: Any) -> None:
    own("tau[i] += 0")
    equations.register(OWN, no_such_gain)
    with pytest.raises(InputError, match=r"test_control_own_laws.py:\d+: equations of the law own_law: KeyError: 'Kz'"):
        made()


@pytest.mark.parametrize(
    ("default", "told"),
    [
        (lambda scales: scales.inertias[9], "IndexError: tuple index out of range"),
        (lambda scales: (1.0,), "ValueError: 1 numbers, where 2 are needed"),
        (lambda scales: None, "TypeError: "),
    ],
)
def test_a_fault_in_the_default_of_a_gain_is_one_line_with_its_file(default: Any, told: str, own: Any) -> None:
    own("tau[i] += 0", gains=(replace(PD.gains[0], default=default), *PD.gains[1:]))
    with pytest.raises(InputError, match=rf"test_control_own_laws.py:\d+: default of the gain \w+ of own_law: {told}"):
        assembled()


def test_a_size_that_there_is_not_is_one_line(own: Any) -> None:
    own("tau[i] += 0", gains=(replace(PD.gains[0], shape=("z",), rule=Rule.ANY), *PD.gains[1:]))
    with pytest.raises(InputError, match="there is no size z for gains and memory of laws; valid: d, n, u, k, p, "):
        assembled()


DEEPER = "def deeper(q: Joints) -> None:\n    deeper(q)\n"


@pytest.mark.parametrize(
    ("body", "told"),
    [("deeper(q)", "deeper calls itself, which routines cannot"), ("deeper(q, tau)", "own.py:5: deeper takes q")],
)
def test_calls_that_no_language_could_make_are_one_line(body: str, told: str, own: Any) -> None:
    own(body, beside=DEEPER)
    with pytest.raises(InputError, match=told):
        assembled()
