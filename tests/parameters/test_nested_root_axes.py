"""Robots whose geometry has square roots of sums: what is parallel, equal or zero as a real is known to be."""

import json
from typing import Any

import pytest

import symdyn
from symdyn.generate import generate
from symdyn.options import Options
from symdyn.parameters.certificate import recheck
from symdyn.parameters.minimal_parameters import minimal_parameters


def arm(*joints: tuple[list[Any], list[Any]]) -> dict[str, Any]:
    """Return a chain of turning joints, each given by its origin and axis."""
    link = {"mass": 2, "com": [0.1, 0.2, 0.3], "inertia": {"xx": 1, "xy": 0, "xz": 0, "yy": 1, "yz": 0, "zz": 1}}
    entries = [{"type": "revolute", "origin": {"xyz": xyz}, "axis": axis, "link": link} for xyz, axis in joints]
    return {"symdyn": 1, "name": "arm", "joints": entries}


@pytest.mark.parametrize(("k", "j"), [(2, 2), (3, 2), (3, 7), (4, 3), (5, 2), (3, 3)])
def test_axes_that_only_a_pair_of_roots_shows_to_be_parallel_are_parallel(k: int, j: int) -> None:
    nested = [f"sqrt({k}+sqrt({j}))", f"sqrt({k}-sqrt({j}))", 0]
    plain = [f"{k}+sqrt({j})", f"sqrt({k * k - j})", 0]  # the same direction, longer by the first component
    one = symdyn.load(arm(([0, 0, 1], nested), ([0.1, 0.2, 0.3], plain)))
    found = minimal_parameters(one)
    assert len(found.names) == 6  # as of any two parallel axes; two that cross have ten
    assert recheck(one, found).passed


def test_an_offset_that_is_zero_as_a_real_leaves_no_trace() -> None:
    zero = [
        "sqrt(5+2*sqrt(6))-sqrt(2)-sqrt(3)",
        "sqrt(2+sqrt(2))*sqrt(2-sqrt(2))-sqrt(2)",
        "sqrt(2+sqrt(2))-2*cos(pi/8)",
    ]
    here, there = [0, 0, 1], ["1", "0", "sqrt(2)"]
    found = minimal_parameters(symdyn.load(arm(([0, 0, 0], here), (zero, there))))
    assert found.names == minimal_parameters(symdyn.load(arm(([0, 0, 0], here), ([0, 0, 0], there)))).names


def test_code_for_pairs_of_roots_is_proved() -> None:
    up, down = "sqrt(3+sqrt(2))", "sqrt(3-sqrt(2))"
    one = symdyn.load(
        arm(
            ([0, 0, f"{up}*{down}-sqrt(7)"], [up, down, 0]),
            ([f"{up}/{down}", 0, 1], [f"{up}*{up}", f"{up}*{down}", 0]),
            (["sqrt(3+sqrt(7))", 0, up], ["sqrt(3+sqrt(7))*sqrt(2)", f"{up}+{down}", "sqrt(2-sqrt(2))-2*sin(pi/8)"]),
        )
    )
    package = generate(one, Options(only=("inverse_dynamics", "mass_matrix", "forward_dynamics", "regressor")))
    proof = json.loads(package.files["manifest.json"])["proof"]
    assert proof["kernels"] == 4
