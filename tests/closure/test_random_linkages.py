"""Random linkages: every kernel against the numeric witness, and forward dynamics against Pinocchio's."""

import importlib.util
from typing import Any

import numpy as np
import pytest
from random_linkages import KINDS, drawn

import symdyn
from symdyn.closure.closed_tree import closed_tree
from symdyn.closure.door import closure_of
from symdyn.closure.linear_closure import LinearClosure
from symdyn.dynamics.setting import setting_over
from symdyn.ir.evaluate import FLOATS
from symdyn.kernels.table import KERNELS
from symdyn.reference import Witness

UPRIGHT = 1e-3  # of D/h: nearer to singular positions roots lose digits
WITNESSED = [
    name
    for name, kernel in KERNELS.items()
    if hasattr(Witness, name) and not kernel.counts_pi and "qd_f" not in kernel.inputs
]
FEW, ALL = range(1), range(1, 10)


def openness(robot: Any, q: Any) -> float:
    """The smallest D/h of all roots, negative where the robot cannot close; of one without loops, that of any."""
    if isinstance(closure_of(robot), LinearClosure):
        return 1.0
    tree = closed_tree(robot, FLOATS)
    turns = [(np.cos(x), np.sin(x)) for x in q]
    with np.errstate(invalid="ignore"):  # the root of a negative number is none
        _, taken = tree.closed(closure_of(robot).steps, list(map(float, q)), turns)
    found = [one.discriminant / one.divisor for one in taken if one.discriminant is not None]
    return -1.0 if any(map(np.isnan, found)) else float(min(found))


def states(robot: Any, count: int) -> Any:
    """Yield states near the position in which the robot was assembled, away from singular ones."""
    source = np.random.default_rng(3)
    closure = closure_of(robot)
    still = isinstance(closure, LinearClosure)
    start = np.zeros(robot.n) if still else np.array([closure.position[i] for i in closure.actuated])
    found = 0
    while found < count:
        q = start + source.uniform(-0.3, 0.3, robot.n)
        if openness(robot, q) < UPRIGHT:
            continue
        names = ("qd", "qdd", "qd_r", "qdd_r", "s", "tau")
        yield {"q": q, **{name: source.uniform(-2, 2, robot.n) for name in names}, "wrench": source.uniform(-2, 2, 6)}
        found += 1


def answer(robot: Any, name: str, state: Any) -> np.ndarray:
    kernel = KERNELS[name]
    given = {port: tuple(map(float, state[port])) for port in kernel.inputs if port in state}
    full = {"parameters": tuple(map(float, robot.parameters))} if {"pi", "parameters"} & set(kernel.inputs) else {}
    outputs = kernel.compute(setting_over(robot, FLOATS, {**given, **full})).outputs
    return np.concatenate([np.ravel(np.array(out, float)) for out in outputs])


def compare(kind: str, seed: int) -> None:
    robot = symdyn.load(drawn(kind, seed))
    witness = Witness(robot.source)
    potentials = []
    for state in states(robot, 2):
        for name in WITNESSED:
            arguments = [state[port] for port in KERNELS[name].inputs if port in state]
            expected = getattr(witness, name)(*arguments)
            expected = np.concatenate([np.ravel(x) for x in (expected if isinstance(expected, tuple) else (expected,))])
            found = answer(robot, name, state)
            if name == "potential_energy":
                potentials.append(found - expected)  # both have a constant of their own
                continue
            size = max(1.0, float(np.abs(expected).max()))
            difference = found - expected
            if name == "loop_motion":  # it begins with positions: angles within one turn, the witness's go on
                places = slice(len(robot.tree.moving_joints))
                difference[places] = [
                    np.remainder(x + np.pi, 2 * np.pi) - np.pi if joint.kind.turns else x
                    for x, joint in zip(difference[places], robot.tree.moving_joints, strict=True)
                ]
            assert np.abs(difference).max() <= 1e-10 * size, (name, state)
    assert np.ptp(potentials) <= 1e-10 * max(1.0, float(np.abs(potentials).max()))


@pytest.mark.parametrize("seed", FEW)
@pytest.mark.parametrize("kind", KINDS)
def test_kernels_of_random_linkages_are_the_witnesss(kind, seed):
    compare(kind, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", ALL)
@pytest.mark.parametrize("kind", KINDS)
def test_kernels_of_fifty_four_more_random_linkages_are_the_witnesss(kind, seed):
    compare(kind, seed)


@pytest.mark.skipif(importlib.util.find_spec("pinocchio") is None, reason="Pinocchio is not installed")
@pytest.mark.parametrize("kind", ["four_bar", "five_bar", "spatial"])
def test_forward_dynamics_is_that_of_pinocchios_constraints(kind):
    from constrained_by_pinocchio import accelerations

    for seed in range(3):
        mapping = drawn(kind, seed)
        for joint in (*mapping["joints"], *mapping["loops"]):
            joint.pop("friction")
            joint.pop("rotor_inertia", None)
        robot = symdyn.load(mapping)
        for state in states(robot, 2):
            found = answer(robot, "forward_dynamics", state)
            expected = accelerations(robot, state)
            np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-8)  # its own solution is no more exact
