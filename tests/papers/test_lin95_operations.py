"""Lin, "Minimal linear combinations of the inertia parameters of a manipulator", Tables II and III: operation counts.

The recursion runs once on values that write a program down; equal operations are done once, and 0 and 1 cost nothing.
Counted are all multiplications and additions of a call that some torque needs. Not counted are sines and cosines, and work
on parameters and geometry alone, as in the paper. The paper leaves out the 4n M of forming R; here R is never formed.
There is no wrench at the tip. Table II is compared link by link on chains without special geometry.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from lin_chains import P, R, modified_dh

import symdyn
from symdyn.dynamics.lin_inverse_dynamics import LinInverseDynamics, lin_inverse_dynamics
from symdyn.dynamics.lin_parameters import joint_constants, lin_parameters
from symdyn.dynamics.setting import Setting
from symdyn.ir.builder import Builder
from symdyn.ir.program import InputEntry, Op, Port
from symdyn.ir.value import Value
from symdyn.model.robot import Robot

Count = tuple[int, int]  # multiplications, additions

GENERAL_KINDS = (P, P, P, R, R, P, R, R, P, R, R)
GENERAL_ROWS = (
    ("0.11", "0.31", "0", "0.21"),
    ("0.12", "0.32", "0", "0.22"),
    ("0.13", "0.33", "0", "0.23"),
    ("0.14", "0.34", "0.24", "0"),  # r
    ("0.15", "0", "0.25", "0"),
    ("0.16", "0.36", "0", "0.26"),
    ("0.17", "0.37", "0.27", "0"),  # s
    ("0.18", "0.38", "0.28", "0"),
    ("0.19", "0.39", "0", "0.29"),
    ("0.20", "0.40", "0.30", "0"),
    ("0.21", "0.41", "0.31", "0"),
)
OBLIQUE = (1.2, -3.1, -9.0)

PRINTED = {  # Table II, rows of the columns that a general chain has; the dagger's additional operations apart
    "i < r": {"a": (8, 5), "rho": (1, 0), "mu_bar": (1, 0), "tau": (0, 1)},
    "R, s < i": {
        "omega": (8, 5), "omega_dot": (10, 7), "Omega": (6, 9), "Psi": (0, 3), "a": (17, 13), "mu_bar": (6, 3),
        "zeta_bar": (22, 19), "mu": (8, 7), "zeta": (12, 11),
    },
    "T, s < i": {
        "omega": (8, 4), "omega_dot": (8, 4), "Omega": (6, 9), "h_star": (5, 4), "a": (14, 10), "rho": (4, 3),
        "mu_bar": (3, 0), "zeta_bar": (9, 5), "mu": (8, 7), "zeta": (12, 11), "tau": (0, 1),
    },
    "T, r < i < s": {
        "omega": (3, 0), "omega_dot": (3, 0), "Omega": (6, 9), "h_star": (5, 4), "a": (14, 10), "rho": (4, 2),
        "mu_bar": (3, 0), "zeta_bar": (6, 3), "mu": (8, 7), "tau": (0, 1),
    },
    "i = r > 1": {"Omega": (1, 0), "a": (8, 4), "mu_bar": (4, 2), "zeta_bar": (3, 2)},
    "R, r < i < s": {
        "omega": (0, 1), "omega_dot": (0, 1), "Omega": (1, 0), "a": (12, 8), "mu_bar": (4, 2), "zeta_bar": (3, 2),
        "mu": (8, 7),
    },
}  # fmt: skip


def operations(robot: Robot) -> dict[tuple[str, int], Count]:
    """Count the operations of every quantity of every link that are not those of an earlier one."""
    found = lin_parameters(robot)
    ports = [Port(name, (robot.n,)) for name in ("q", "qd", "qdd")] + [Port("mlc", (len(found.names),))]
    builder = Builder("torque", ports, [Port("tau", (robot.n,))])
    given = {port.name: [Value(builder, builder.input(port.name, i)) for i in range(port.size)] for port in ports}
    at: Setting[Any] = Setting(
        robot=robot,
        lift=lambda constant: Value(builder, builder.constant(constant)),
        q=given["q"],
        c=[q.function(Op.COS) for q in given["q"]],
        s=[q.function(Op.SIN) for q in given["q"]],
    )
    constants = joint_constants(found, given["mlc"])
    result = lin_inverse_dynamics(at.moving, at.poses, given["qd"], given["qdd"], found.structure, constants)
    offline = _offline(builder)
    done = {i for i, is_known in enumerate(offline) if is_known}
    live = _needed(builder, result.tau)
    counts = {}
    for name, link, quantity in _in_order(result):
        new = (_needed(builder, quantity) & live) - done
        done |= new
        ops = [builder.instructions[i].op for i in new]
        counts[name, link] = (ops.count(Op.MUL), ops.count(Op.ADD) + ops.count(Op.SUB))
    return counts


def _in_order(result: LinInverseDynamics[Any]) -> Iterator[tuple[str, int, Any]]:
    """Quantities in the order of Table II, links outwards, then inwards."""
    n = len(result.tau)
    for i, (motion, force) in enumerate(zip(result.motions, result.forces, strict=True), start=1):
        for name in ("omega", "omega_dot", "Omega"):
            yield name, i, getattr(motion, name)
        yield "Psi", i, force.Psi
        for name in ("h_star", "a"):
            yield name, i, getattr(motion, name)
        for name in ("rho", "mu_bar", "zeta_bar"):
            yield name, i, getattr(force, name)
    for i in range(n, 0, -1):
        yield "mu", i, result.forces[i - 1].mu
        yield "zeta", i, result.forces[i - 1].zeta
        yield "tau", i, result.tau[i - 1]


def _offline(builder: Builder) -> list[bool]:
    """For every instruction, whether it depends on constants and MLCs alone."""
    fixed: list[bool] = []
    for instruction in builder.instructions:
        if isinstance(instruction.payload, InputEntry):
            fixed.append(instruction.payload.port == "mlc")
        else:
            fixed.append(all(fixed[operand] for operand in instruction.operands))
    return fixed


def _needed(builder: Builder, quantity: Any) -> set[int]:
    waiting, seen = list(_indices(quantity)), set[int]()
    while waiting:
        index = waiting.pop()
        if index not in seen:
            seen.add(index)
            waiting.extend(builder.instructions[index].operands)
    return seen


def _indices(item: Any) -> Iterator[int]:
    if isinstance(item, Value):
        yield item.ref.index
    elif is_dataclass(item):
        for field in fields(item):
            yield from _indices(getattr(item, field.name))
    elif isinstance(item, tuple):
        for entry in item:
            yield from _indices(entry)


def total(counts: dict[Any, Count]) -> Count:
    return sum(m for m, _ in counts.values()), sum(a for _, a in counts.values())
