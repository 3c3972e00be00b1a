"""Every pass leaves the kernels of real robots what they were, over a finite field, and never makes them costlier."""

import pytest
from bundled_trees import TREES
from field_programs import FieldPoint

import symdyn
from symdyn.ir.verify import verify
from symdyn.kernels.table import KERNELS
from symdyn.model import Robot, bind_symbols
from symdyn.passes.pipeline import pipeline
from symdyn.passes.rewriting.cheaper import price
from symdyn.trace import trace_kernel

KNOWN = ("pi",)
SMALL = ("ddarm", "gantry", "puma4", "scara", "three_link", "two_link")
LARGE = tuple(name for name in TREES if name not in SMALL)
ON_ALL = ("inverse_dynamics", "mass_matrix", "kinetic_energy", "potential_energy", "jacobian")


def hold(robot: Robot, kernel: str) -> None:
    """Run the passes of one round and look at each that changed something."""
    program = verify(trace_kernel(KERNELS[kernel], robot))
    point = FieldPoint(program)
    expected = point(program)
    for name, transform in pipeline(KNOWN).items():
        after = transform(program)
        if after is not program:
            assert point(verify(after)) == expected, f"{name} changes {kernel} of {robot.name}"
            assert price(after, KNOWN) <= price(program, KNOWN), f"{name} makes {kernel} of {robot.name} costlier"
            program = after


@pytest.mark.parametrize("name", SMALL)
def test_passes_keep_every_kernel_of_small_robots(name: str) -> None:
    robot = bind_symbols(symdyn.load(name))
    for kernel in KERNELS:
        hold(robot, kernel)


@pytest.mark.parametrize("name", LARGE)
def test_passes_keep_some_kernels_of_every_robot(name: str) -> None:
    robot = bind_symbols(symdyn.load(name))
    for kernel in ON_ALL:
        hold(robot, kernel)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_passes_keep_every_kernel_of_every_robot(name: str) -> None:
    robot = bind_symbols(symdyn.load(name))
    for kernel in KERNELS:
        hold(robot, kernel)
