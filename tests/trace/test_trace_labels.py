"""Labels are physical, unique, and true: each names the quantity that its instruction computes, with its sign."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest
from random_robots import random_robot

import symdyn
from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.algebra.spatial import Mat3, Sym3, Vec3
from symdyn.algebra.trigonometry import cos_sin
from symdyn.emit.planning.statements import write_body
from symdyn.emit.python.language import python_notation
from symdyn.ir.evaluate import FLOATS, evaluate_all
from symdyn.ir.program import NEGATIVE_LABEL, Program
from symdyn.kernels.door import run
from symdyn.kernels.kernel import INPUT_SHAPES
from symdyn.kernels.table import KERNELS
from symdyn.mechanism.reformulate.formulation import USUAL_FORMULATION, changed, changes
from symdyn.model import bind_symbols
from symdyn.options import Options
from symdyn.package.programs import kernel_program
from symdyn.parameters.pi import pi_of_full

ROBOTS: dict[str, Any] = {
    "panda": "panda",
    "stanford": "stanford",
    "tree": random_robot(41, entries=6, tree=True, frames="explicit", load=True),
    "standard DH": random_robot(42, entries=4, frames="standard_dh"),
}
PHYSICAL = re.compile(r"(neg_)?([cs]\d+|[A-Za-z]+(_[a-z]+)*(_\d+){1,2}(_[xyz]{1,2})?)")
LETTERS = {
    *("R", "split", "p", "p_joint", "parent_p_joint", "joint_p_link"),
    *("omega", "omega_dot", "v_dot", "W", "Omega", "f", "n", "tau"),
    *("M", "C", "m", "h", "I", "E", "P", "N"),
}
# the value of a quantity and of its program differ by rounding: a share of the largest quantity of the robot
TOLERANCE = 1e-11


@cache
def robot_of(name: str) -> symdyn.Robot:
    return bind_symbols(symdyn.load(ROBOTS[name]))


@cache
def program_of(robot: str, kernel: str) -> Program:
    return kernel_program(KERNELS[kernel], robot_of(robot), Options())[0]


@cache
def numbers(robot_name: str) -> dict[str, Any]:
    """A random state and random parameters, as floats."""
    robot = robot_of(robot_name)
    rng = np.random.default_rng(5)
    drawn = {port: rng.uniform(-2, 2, robot.n) for port, shape in INPUT_SHAPES.items() if shape == ("n",)}
    full = rng.uniform(0.5, 2, len(robot.parameter_names))
    pi = np.array(pi_of_full(robot, full.tolist()), float)
    return drawn | {"wrench": rng.uniform(-2, 2, 6), "pi": pi, "parameters": full}


@cache
def expected(robot_name: str, kernel: str) -> dict[str, float]:
    """Every named quantity of a kernel, from the dynamics run on floats."""
    robot, given = robot_of(robot_name), numbers(robot_name)
    found: dict[str, float] = {}
    formulation = USUAL_FORMULATION
    for choices in ((), *changes(robot, KERNELS[kernel].inputs)):  # cheaper ones may have names that the usual has not
        formulation = changed(formulation, choices)
        quantities = run(KERNELS[kernel], robot, FLOATS, given, formulation).quantities
        found = dict(named(quantities, "", ())) | found
    # a right angle as offset costs no addition: there c and s are those of q itself
    plain = given["q"] + [0 if is_right(joint.offset) else to_float(joint.offset) for joint in robot.moving_joints]
    cosines = {f"c{i}": c for i, c in enumerate(np.cos(plain), 1)}
    return found | cosines | {f"s{i}": s for i, s in enumerate(np.sin(plain), 1)}


def is_right(angle: Exact) -> bool:
    return all(part.is_rational for part in cos_sin(angle))


def named(item: Any, name: str, indices: tuple[int, ...]) -> Iterator[tuple[str, float]]:
    """Name numbers in nested dataclasses by field, one-based index and component."""
    numbered = "_".join((name, *map(str, indices)))
    if isinstance(item, Mat3):
        for row, axis in zip(item.rows, "xyz", strict=True):
            yield from ((f"{numbered}_{axis}{column}", x) for column, x in zip("xyz", row, strict=True))
    elif isinstance(item, Vec3):
        yield from ((f"{numbered}_{axis}", x) for axis, x in zip("xyz", item, strict=True))
    elif isinstance(item, Sym3):
        names = ("xx", "xy", "yy", "xz", "yz", "zz")
        yield from ((f"{numbered}_{axes}", x) for axes, x in zip(names, item, strict=True))
    elif is_dataclass(item):
        for field in fields(item):
            yield from named(getattr(item, field.name), field.name, indices)
    elif isinstance(item, tuple | list):
        several = not name and (len(item) == 1 or len({type(entry) for entry in item}) > 1)
        for i, entry in enumerate(item, 1):
            yield from named(entry, name, indices if several else (*indices, i))
    elif item is not None:
        yield numbered, item


IDLE = "loop_motion"  # of a tree, it hands on what it is given
ALL = [(robot, kernel) for robot in ROBOTS for kernel in KERNELS if kernel != IDLE]


@pytest.mark.parametrize(("robot", "kernel"), ALL)
def test_labels_are_unique_and_physical(robot: str, kernel: str) -> None:
    labels = [label for label in program_of(robot, kernel).labels if label]
    assert labels, "nothing is named"
    assert not [label for label, count in Counter(labels).items() if count > 1]
    for label in labels:
        assert PHYSICAL.fullmatch(label), label
        letters = re.sub(r"(_\d+)+(_[xyz]+)?$", "", label.removeprefix(NEGATIVE_LABEL))
        assert letters in LETTERS or re.fullmatch(r"[cs]\d+", letters), label


@pytest.mark.parametrize(("robot", "kernel"), ALL)
def test_labelled_instructions_compute_what_their_label_says(robot: str, kernel: str) -> None:
    program, truth = program_of(robot, kernel), expected(robot, kernel)
    values = evaluate_all(program, numbers(robot), FLOATS)
    compare([(label, value) for label, value in zip(program.labels, values, strict=True) if label], truth)


@pytest.mark.parametrize(("robot", "kernel"), ALL)
def test_statements_compute_what_their_name_says(robot: str, kernel: str) -> None:
    program, truth = program_of(robot, kernel), expected(robot, kernel)
    body = write_body(program, python_notation())
    scope: dict[str, Any] = {"np": np, **numbers(robot)}
    for statement in body.statements:
        exec(f"{statement.name} = {statement.expression}", scope)
    labelled = [s.name for s in body.statements if not re.fullmatch(r"t\d+", s.name)]
    assert labelled
    compare([(name, scope[name]) for name in labelled], truth)


def compare(found: list[tuple[str, float]], truth: dict[str, float]) -> None:
    scale = max(1.0, *(abs(x) for x in truth.values()))
    for label, value in found:
        name = label.removeprefix(NEGATIVE_LABEL)
        sign = -1 if label.startswith(NEGATIVE_LABEL) else 1
        assert value == pytest.approx(sign * truth[name], abs=TOLERANCE * scale), label
