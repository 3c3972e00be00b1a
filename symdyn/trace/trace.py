"""Trace a kernel: run its ring-generic mathematics on IR values, which write the program down.

The ring has no cosines and signs; this is where they enter, as instructions on the inputs q and qd.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symdyn.algebra.exact import Exact
from symdyn.algebra.trigonometry import cos_sin
from symdyn.dynamics.regressors.known_unknown import directions
from symdyn.dynamics.setting import Setting
from symdyn.ir.builder import Builder
from symdyn.ir.op import Op
from symdyn.ir.program import Port, Program, Ref
from symdyn.ir.value import Value
from symdyn.kernels.table import INPUT_SHAPES, Kernel
from symdyn.mechanism.reformulate.formulation import USUAL_FORMULATION, Formulation
from symdyn.model.robot import NumericRobot, Robot
from symdyn.parameters.pi import freed_vector, full_vector, pi_names, pi_pivots
from symdyn.trace.label import label_quantities


def trace_kernel(kernel: Kernel, robot: NumericRobot, formulation: Formulation = USUAL_FORMULATION) -> Program:
    """Return the program of a kernel for a robot."""
    builder = Builder(kernel.name, input_ports(kernel, robot), output_ports(kernel, robot))
    given = {
        port.name: tuple(Value(builder, builder.input(port.name, i)) for i in range(port.size))
        for port in builder.inputs
    }
    q, qd = given.get("q", ()), given.get("qd", ())
    turns = [_cosine_and_sine(x, joint.offset) for x, joint in zip(q, robot.moving_joints, strict=True)]

    def lift(constant: Exact) -> Value:
        return Value(builder, builder.constant(constant))

    parameters: tuple[Any, ...] = given.get("parameters", ())
    if "pi" in given:
        pi = given["pi"]
        parameters = freed_vector(robot, pi, lift) if formulation.free_gauge else full_vector(robot, pi)
    setting = Setting(
        robot=robot,
        lift=lift,
        q=q,
        c=tuple(c for c, _ in turns),
        s=tuple(s for _, s in turns),
        qd=qd,
        sign=tuple(rate.function(Op.SIGN) for rate in qd),
        qdd=given.get("qdd", ()),
        tau=given.get("tau", ()),
        qd_r=given.get("qd_r", ()),
        qdd_r=given.get("qdd_r", ()),
        virtual=given.get("s", ()),
        wrench=given.get("wrench", ()),
        parameters=parameters,
        pivots=pi_pivots(robot),
        formulation=formulation,
    )
    computation = kernel.compute(setting)
    _label_turns(builder, turns)
    label_quantities(builder, computation.quantities)
    results = [
        entry.ref if isinstance(entry, Value) else builder.constant(entry)
        for output in computation.outputs
        for entry in output
    ]
    return builder.finish(results)


def _cosine_and_sine(q: Value, offset: Exact) -> tuple[Value, Value]:
    """Cosine and sine of q + offset; right angles cost nothing, other offsets one addition."""
    c, s = cos_sin(offset)
    if c.is_rational and s.is_rational:  # 0, 1 or -1
        cosine, sine = q.function(Op.COS), q.function(Op.SIN)
        return cosine * c - sine * s, sine * c + cosine * s
    angle = q + offset
    return angle.function(Op.COS), angle.function(Op.SIN)


def _label_turns(builder: Builder, turns: list[tuple[Value, Value]]) -> None:
    """Name what is computed, c1 = cos(q1): a right angle's signs belong to its uses, not to these names."""
    for i, pair in enumerate(turns, start=1):
        for value in pair:
            op = builder.instructions[value.ref.index].op
            builder.label(Ref(value.ref.index), f"{'c' if op is Op.COS else 's'}{i}")


def dimensions(robot: Robot) -> dict[str, int]:
    """Return what the letters in the shapes of kernels stand for."""
    unknown = directions(robot, pi_pivots(robot))
    return {"n": robot.n, "p": len(robot.parameter_names), "k": len(pi_names(robot)), "u": len(unknown)}


def input_ports(kernel: Kernel, robot: Robot) -> tuple[Port, ...]:
    """Return the inputs of a kernel, sized for a robot."""
    sizes = dimensions(robot)
    return tuple(_sized(name, INPUT_SHAPES[name], sizes) for name in kernel.inputs)


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
