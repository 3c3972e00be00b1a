"""Whatever goes wrong on the way to the code, nothing is printed: faults in formulations, passes, sets and printers."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from proof.faults import put_fault
from random_robots import random_robot

import symdyn
from symdyn.cli.main import main
from symdyn.dynamics import composite_bias, held_axes, outermost
from symdyn.dynamics.derivatives import bodies as derivatives_bodies
from symdyn.emit import number_text
from symdyn.emit.c import block, function
from symdyn.emit.c import language as c_language
from symdyn.emit.c import sources as c_sources
from symdyn.emit.planning import statements
from symdyn.emit.python import files as python_files
from symdyn.emit.python import kernel as python_kernel
from symdyn.emit.python import language as python_language
from symdyn.errors import ProofError
from symdyn.generate import generate
from symdyn.mechanism.reformulate import lumping, recentring, resting_points, split_turn
from symdyn.model.robot_file import bodies
from symdyn.options import Options
from symdyn.parameters import minimal_parameters
from symdyn.parameters import pi as parameters
from symdyn.passes import distribute_constants, gather_known, reduce_strength, split_offline

ELBOW = """
symdyn: 1
name: elbow
frames: standard_dh
gravity: [0, 0, -9.81]
joints:
  - type: revolute
    dh: {a: 0, alpha: pi/2, d: 0, theta: 0}
    link: {mass: 1, com: [0, 0, 0], inertia: {xx: 0.01, xy: 0, xz: 0, yy: 0.01, yz: 0, zz: 0.01}}
  - type: revolute
    dh: {a: 0.3, alpha: 0, d: 0, theta: 0}
    link: {mass: 1, com: [0, 0, 0], inertia: {xx: 0.01, xy: 0, xz: 0, yy: 0.01, yz: 0, zz: 0.01}}
"""
KERNELS = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "jacobian", "torque_derivatives")
TREE = random_robot(41, entries=5, tree=True, frames="explicit", load=True)
CHAIN = random_robot(42, entries=4, frames="standard_dh")
FIXED = random_robot(45, entries=3, frames="standard_dh", effects=False, load=False)
OFFSET = random_robot(50, entries=3, frames="standard_dh", effects=False, load=False)
TWISTED = random_robot(41, entries=3, frames="standard_dh", effects=False, load=False)
BESIDE = {
    "symdyn": 1,
    "name": "beside",
    "joints": [
        {"type": "revolute", "axis": [0, 0, 1]},
        {"type": "revolute", "origin": {"xyz": [0, 0.2, 0.5]}, "axis": [0, 1, 0]},  # axes meet beside its origin
    ],
}
SIMPLIFIED = str(Path(__file__).parents[2] / "bench" / "robots" / "stanford_simplified.yaml")

RESTING = "point = point + joint.joint_p_link"
FORMULATIONS: list[tuple[Callable[..., Any], str, str, Any]] = [
    (recentring.recentre_outermost_links, RESTING, "pass", "elbow"),
    (recentring.recentre_outermost_links, "shifts[link] = joint.joint_p_link", "pass", "elbow"),
    (recentring.recentre_links_at_rest, "shifts[link] = -point", "shifts[link] = point", BESIDE),
    (recentring.recentre_links_at_rest, "tip = tip - point", "tip = tip + point", BESIDE),
    (resting_points._on_axis, "(p - joint.after.position)", "(p + joint.after.position)", "elbow"),
    (lumping.Lumping.bodies, "turned(inertia, R)", "inertia", FIXED),
    (held_axes.excess_of_turn, "omega.cross(axis.scale(rate))", "axis.scale(rate).cross(omega)", "ddarm"),
    (outermost._settle, "on_axis - joint.joint_p_link", "on_axis + joint.joint_p_link", OFFSET),
    (outermost._merged, "joint.K0 + joint.K1", "joint.K0 - joint.K1", "ddarm"),
    (composite_bias.composite_bias, "(qd[i], ZERO)", "(qd[i], qd[i])", "ddarm"),
    (split_turn.split_turn, "last=diagonal(*map(reciprocal, right))", "last=diagonal(*right)", TWISTED),
    (derivatives_bodies.centred_on_axes, "joint.joint_p_link + travel", "joint.joint_p_link - travel", TWISTED),
    (parameters.freed_vector, "lift(row[i]) * value", "value", SIMPLIFIED),
]
PASSES: list[tuple[Callable[..., Any], str, str, Any]] = [
    (reduce_strength._collected, "(-weight if negative else weight)", "weight", "ddarm"),
    (distribute_constants._distributed, "offset + constant * value", "offset + constant", TREE),
    (gather_known.gather_known, "((of_known, False),", "((of_known, True),", "ddarm"),
    (
        split_offline.split_offline,
        "for slot, index in enumerate(boundary)",
        "for slot, index in enumerate(boundary[::-1])",
        "panda",
    ),
]
SETS: list[tuple[Callable[..., Any], str, str, Any]] = [
    (minimal_parameters._derive, "= -value", "= value", "two_link"),
    (parameters._weighted, "(weight * value for", "(value for", "ddarm"),
    (bodies.body, "tensor + moved if at_com", "tensor - moved if at_com", "two_link"),
]
PRINTERS: list[tuple[Callable[..., Any], str, str, Any]] = [
    (statements._operation, "if wants_negative:", "if not wants_negative:", "ddarm"),
    (statements._result, "ref.negative == text.negative", "ref.negative != text.negative", "ddarm"),
    (c_language._vector, "{index}", "{max(index - 1, 0)}", "ddarm"),
    (python_language._last, "{index}", "{max(index - 1, 0)}", "ddarm"),
    (number_text.constant_text, "to_float(value)", "to_float(value) * (1 + 2**-52)", "ddarm"),
    (function._wave_lines, "{', '.join(angles)}", "{', '.join(angles[::-1])}", "elbow"),
    (block._sincos_calls, "){array}[{first}]", "){array}[{first + 1}]", "ddarm"),
    (c_sources._signed, "-{literal(-value)}", "{literal(-value)}", "ddarm"),
    (python_files._view, "repr(to_float(value))", "repr(to_float(value) * 2)", "two_link"),
    (python_kernel._with_body, "[..., {i}] = {value}", "[..., {i}] = -{value}", "two_link"),
]


def loaded(robot: Any, tmp_path: Path) -> symdyn.Robot:
    if robot == "elbow":
        (tmp_path / "elbow.yaml").write_text(ELBOW)
        return symdyn.load(tmp_path / "elbow.yaml")
    return symdyn.load(robot)


@pytest.mark.parametrize(
    ("function", "before", "after", "robot"),
    [*FORMULATIONS, *PASSES, *SETS, *PRINTERS],
    ids=[f"{i} {case[0].__name__}" for i, case in enumerate([*FORMULATIONS, *PASSES, *SETS, *PRINTERS])],
)
def test_a_fault_is_refused(
    function: Callable[..., Any], before: str, after: str, robot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_fault(monkeypatch, function, before, after)
    with pytest.raises(ProofError, match="nothing was written"):
        generate(loaded(robot, tmp_path), Options(only=KERNELS))


@pytest.mark.parametrize("options", [Options(), Options(fold=True), Options(scalar="float"), Options(trig="libm")])
@pytest.mark.parametrize("robot", ["elbow", TREE, CHAIN], ids=["elbow", "tree", "chain"])
def test_without_a_fault_all_is_proved(robot: Any, options: Options, tmp_path: Path) -> None:
    assert generate(loaded(robot, tmp_path), replace(options, only=KERNELS)).files


def test_the_command_refuses_to_print_with_the_fault_that_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "elbow.yaml").write_text(ELBOW)
    command = ["gen", str(tmp_path / "elbow.yaml"), "-o", str(tmp_path / "out")]
    put_fault(monkeypatch, recentring.recentre_outermost_links, RESTING, "pass")
    assert main(command) == 70
    told = capsys.readouterr().err
    assert "elbow: kernel inverse_dynamics, in the usual formulation: tau differs" in told
    assert told.count("\n") == 1
    assert not (tmp_path / "out").exists()
    monkeypatch.undo()
    assert main(command) == 0
    assert "17 kernels proved equal to the independent derivation (p = " in capsys.readouterr().out


def test_the_elbow_has_the_mass_matrix_that_one_finds_by_hand(tmp_path: Path) -> None:
    kernels = symdyn.build(loaded("elbow", tmp_path))
    # Izz + m a² = 0.01 + 1 * 0.3² behind joint 2, and Iyy of both links behind joint 1; a few roundings of 1e-17
    np.testing.assert_allclose(kernels.mass_matrix([0.0, 0.0]), [[0.11, 0.0], [0.0, 0.1]], atol=1e-15)
    np.testing.assert_allclose(kernels.jacobian([0.0, 0.0])[:3], [[0, 0], [0.3, 0], [0, 0.3]], atol=1e-15)
