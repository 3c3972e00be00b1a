"""Shortcuts save work and change no value: a mechanism of which nothing is known gives the same, with `==`."""

from dataclasses import replace
from typing import Any

import pytest
from exact_settings import compute, prime_field, random_setting

import symdyn
from symdyn.dynamics.setting import Setting
from symdyn.generate import kernel_program
from symdyn.ir.cost import cost
from symdyn.kernels.table import KERNELS
from symdyn.mechanism import over_ring
from symdyn.mechanism.mechanism import exact_mechanism
from symdyn.mechanism.over_ring import carry
from symdyn.mechanism.shortcuts import Shortcuts
from symdyn.model import bind_symbols
from symdyn.options import Options

DIVIDING = {"forward_dynamics", "state_matrices", "forward_dynamics_derivatives"}
RING = [name for name in KERNELS if name not in DIVIDING]
PARTS = ("inverse_dynamics", "mass_matrix", "torque_derivatives")


def of_plain_geometry(at: Setting[Any]) -> Setting[Any]:
    plain = replace(at)
    plain.__dict__["whole"] = carry(exact_mechanism(at.robot), at.lift)
    return plain


@pytest.mark.parametrize("kernel", RING)
def test_a_kernel_without_shortcuts_computes_the_same(kernel: str, at: Setting[Any]) -> None:
    plain = of_plain_geometry(at)
    assert all(joint.shortcuts == Shortcuts() for joint in plain.whole.joints)
    assert compute(kernel, plain) == compute(kernel, at)


@pytest.mark.parametrize("kernel", sorted(DIVIDING))
@pytest.mark.parametrize("name", ["ddarm", "screwdriver"])
def test_a_kernel_that_divides_computes_the_same_without_shortcuts(kernel: str, name: str) -> None:
    robot = bind_symbols(symdyn.load(name))
    at = random_setting(robot, 3, prime_field(robot))
    assert compute(kernel, of_plain_geometry(at)) == compute(kernel, at)


@pytest.mark.parametrize("kernel", PARTS)
def test_a_kernel_without_shortcuts_costs_more(kernel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def operations() -> int:
        robot = bind_symbols(symdyn.load("puma560_std"))
        return cost(kernel_program(KERNELS[kernel], robot, Options()).program).total

    with_all = operations()
    monkeypatch.setattr(over_ring, "REWRITES", ())
    assert operations() > with_all
