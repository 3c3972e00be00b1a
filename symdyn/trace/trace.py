"""Trace a kernel: run its ring-generic mathematics on IR values, which write the program down.

Cosines and signs enter here, as instructions on the inputs q and qd.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from symdyn.algebra.exact import Exact
from symdyn.algebra.scalar import Ring
from symdyn.dynamics.regressors.known_unknown import directions
from symdyn.ir.builder import Builder
from symdyn.ir.op import FUNCTIONS
from symdyn.ir.program import Port, Program
from symdyn.ir.value import Value, function_of
from symdyn.kernels.door import run
from symdyn.kernels.kernel import INPUT_SHAPES, Kernel, inputs_of
from symdyn.mechanism.reformulate.formulation import USUAL_FORMULATION, Formulation
from symdyn.model.robot import NumericRobot, Robot
from symdyn.parameters.pi import pi_names, pi_pivots
from symdyn.trace.label import label_quantities, label_turns


def trace_kernel(kernel: Kernel, robot: NumericRobot, formulation: Formulation = USUAL_FORMULATION) -> Program:
    """Return the program of a kernel for a robot."""
    builder = Builder(kernel.name, input_ports(kernel, robot), output_ports(kernel, robot))
    given = {
        port.name: tuple(Value(builder, builder.input(port.name, i)) for i in range(port.size))
        for port in builder.inputs
    }
    outcome = run(kernel, robot, values_of(builder), given, formulation)
    label_turns(builder)
    label_quantities(builder, outcome.quantities)
    return builder.finish([entry.ref for entries in outcome.outputs.values() for entry in entries])


def values_of(builder: Builder) -> Ring[Value]:
    """Return the ring of the values of a program: constants and functions become its instructions."""

    def lift(constant: Exact) -> Value:
        return Value(builder, builder.constant(constant))

    return Ring(lift, {op: partial(function_of, op) for op in FUNCTIONS})


def dimensions(robot: Robot) -> dict[str, int]:
    """Return what the letters in the shapes of kernels stand for."""
    unknown = directions(robot, pi_pivots(robot))
    links = len(robot.tree_joint_names)
    sizes = {"n": robot.n, "l": links, "p": len(robot.parameter_names), "k": len(pi_names(robot)), "u": len(unknown)}
    return {**sizes, "d": links - robot.n}


def input_ports(kernel: Kernel, robot: Robot) -> tuple[Port, ...]:
    """Return the inputs of a kernel, sized for a robot."""
    sizes = dimensions(robot)
    return tuple(_sized(name, INPUT_SHAPES[name], sizes) for name in inputs_of(kernel, robot))


def output_ports(kernel: Kernel, robot: Robot) -> tuple[Port, ...]:
    """Return the outputs of a kernel, sized for a robot."""
    sizes = dimensions(robot)
    return tuple(_sized(name, shape, sizes) for name, shape in kernel.outputs)


def _sized(name: str, shape: tuple[str, ...], sizes: Mapping[str, int]) -> Port:
    return Port(name, tuple(_size(size, sizes) for size in shape))


def _size(written: str, sizes: Mapping[str, int]) -> int:
    """Return what a size of a shape stands for: a number, a letter, or a multiple of one such as 2n."""
    letter = written.lstrip("0123456789")
    multiple = written.removesuffix(letter)
    return int(multiple or 1) * (sizes[letter] if letter else 1)
