"""Minimal sets of robots with many skew axes, whose square roots exist together in hardly any prime field."""

import random
import time
from typing import Any

import pytest

import symdyn
from symdyn.algebra.atom import LET
from symdyn.algebra.exact import atoms_of
from symdyn.errors import InputError
from symdyn.parameters.certificate import recheck
from symdyn.parameters.minimal_parameters import minimal_parameters


def skew_arm(joints: int, seed: int = 1) -> dict[str, Any]:
    """Return an arm whose axes have components of 16 digits."""
    source = random.Random(seed)
    link = {"mass": 1, "com": [0.1, 0.02, 0.03], "inertia": dict.fromkeys(("xx", "xy", "xz", "yy", "yz", "zz"), 0.1)}
    arm = [
        {
            "type": "revolute",
            "axis": [f"{source.uniform(-1, 1):.16f}" for _ in range(3)],
            "origin": {"xyz": [0.1, 0.2, 0.3]},
            "link": link,
        }
        for _ in range(joints)
    ]
    return {"symdyn": 1, "name": f"skew{joints}", "gravity": [0, 0, -9.81], "frames": "explicit", "joints": arm}


def test_ten_skew_axes_take_seconds():
    begin = time.process_time()
    robot = symdyn.load(skew_arm(10))
    found = minimal_parameters(robot)
    assert time.process_time() - begin < 10  # about one; a search for a prime would not end
    assert found.certificate.degree == 2
    assert found.certificate.rank == len(found.names) == 7 * 10 - 4  # seven for a link, three for the first
    assert recheck(robot, found).passed


def test_the_set_over_p_squared_elements_is_that_over_p():
    robot = symdyn.load(skew_arm(3))
    assert minimal_parameters(robot).certificate.degree == 1
    many = minimal_parameters(symdyn.load(skew_arm(10)))
    assert many.names[: len(minimal_parameters(robot).names)] == minimal_parameters(robot).names


def test_a_robot_with_forty_nine_skew_axes_loads():
    begin = time.process_time()
    assert symdyn.load(skew_arm(49)).n == 49
    assert time.process_time() - begin < 10  # less than one


def test_constants_of_a_long_chain_stay_short():
    turned = skew_arm(6)
    for i, joint in enumerate(turned["joints"], start=1):
        joint |= {"axis": [0, 0, 1], "origin": {"xyz": [0.1, 0.2, 0.3], "rpy": [f"0.{i}", f"1.{i}", f"-0.{i}"]}}
    entries = [entry for row in minimal_parameters(symdyn.load(turned)).matrix for entry in row if entry]
    hidden = [len(atom.argument.terms) for atom in atoms_of(entries) if atom.kind == LET]
    assert max(hidden) < 40  # multiplied out link by link, the longest has 63
    assert sum(hidden) < 5 * len(entries)


@pytest.mark.slow
def test_fifty_skew_axes_take_less_than_two_minutes():
    begin = time.process_time()
    found = minimal_parameters(symdyn.load(skew_arm(50)))
    assert time.process_time() - begin < 120
    assert found.certificate.rank == 7 * 50 - 4


def test_axes_of_symbols_are_roots_of_sums_and_take_no_search():
    arm = skew_arm(8)
    for i, joint in enumerate(arm["joints"]):
        joint["axis"] = [f"a{i}", f"b{i}", "1"]
    symbols = {f"{letter}{i}": f"0.{i + 1}" for i in range(8) for letter in "ab"}
    found = minimal_parameters(symdyn.load({**arm, "symbols": symbols}))
    assert found.certificate.rank == 7 * 8 - 4


def test_an_axis_that_is_a_hidden_zero_is_refused():
    arm = skew_arm(1)
    arm["joints"][0]["axis"] = ["sqrt(1000000000039)*sqrt(1000000000061) - sqrt(1000000000100000000002379)", 0, 0]
    with pytest.raises(InputError, match="the axis is zero"):
        symdyn.load(arm)


def test_a_geometry_without_a_field_is_told_in_one_line(monkeypatch):
    monkeypatch.setattr("symdyn.algebra.embedding.PRIMES_TRIED", 0)
    with pytest.raises(InputError, match="no finite field was found") as refused:
        minimal_parameters(symdyn.load(skew_arm(2)))
    assert "\n" not in str(refused.value)
