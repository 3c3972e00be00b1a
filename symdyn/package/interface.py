"""What calling a generated package takes, out of all that was generated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.control import LawCode
from symdyn.control.c_law import declarations
from symdyn.control.c_text import return_codes
from symdyn.control.law import Estimated
from symdyn.control.plan import Plan
from symdyn.emit import Facts, StagedKernel
from symdyn.emit.c_function import Target
from symdyn.emit.c_kernel import prototypes
from symdyn.interface import Argument, Interface, KernelInterface, LawInterface
from symdyn.ir.program import Port
from symdyn.model import Robot, bind_symbols
from symdyn.package.contents import Package
from symdyn.parameters.minimal_parameters import minimal_parameters

Matrix = tuple[tuple[float, ...], ...]


def package_interface(robot: Robot, package: Package) -> Interface:
    """Return how the kernels and the controllers of a package are called."""
    laws = tuple(_law_interface(robot, code, package.facts) for code in package.laws)
    return replace(kernels_interface(package), laws=laws)


def kernels_interface(package: Package) -> Interface:
    """Return how the kernels of a package are called."""
    facts = package.facts
    has_table = facts.has_values and facts.takes_pi
    return Interface(
        name=package.name,
        scalar=facts.options.scalar,
        declarations=_declarations(facts, package.kernels, has_table),
        pi=_floats(value for value in facts.pi_values if value is not None) if has_table else None,
        kernels=tuple(_kernel_interface(kernel) for kernel in package.kernels),
        laws=(),
        files=package.files,
    )


def _declarations(facts: Facts, kernels: Sequence[StagedKernel], has_table: bool) -> str:
    table = f"extern const {facts.options.scalar} {facts.name}_pi[{len(facts.pi_names)}];"
    target = Target(facts.name, facts.macro, facts.options)
    declared = [line for kernel in kernels for line in prototypes(kernel, target)]
    return "\n".join([table, *declared] if has_table else declared)


def _kernel_interface(kernel: StagedKernel) -> KernelInterface:
    program = kernel.program
    return KernelInterface(kernel.name, kernel.summary, _arguments(program.inputs), _arguments(program.outputs))


def _arguments(ports: Iterable[Port]) -> tuple[Argument, ...]:
    return tuple(Argument(port.name, port.shape) for port in ports)


def _law_interface(robot: Robot, code: LawCode, facts: Facts) -> LawInterface:
    plan, law = code.plan, code.plan.law
    pi_0, B = _parameter_map(robot, plan)
    return LawInterface(
        name=plan.name,
        law=law.name,
        n=plan.n,
        adapts=law.adapts,
        more_inputs=law.more_inputs,
        theta_names=plan.theta.names,
        theta_values=None if plan.theta.values is None else _floats(plan.theta.values),
        pi_0=pi_0,
        B=B,
        gains=tuple(gain.interface for gain in plan.gains),
        codes=tuple(return_codes(plan)),
        final=law.final,
        declarations=declarations(plan, facts),
    )


def _parameter_map(robot: Robot, plan: Plan) -> tuple[tuple[float, ...], Matrix] | tuple[None, None]:
    """pi_0 and B of pi = pi_0 + B theta; None where pi is theta, or nothing is estimated."""
    theta = plan.theta
    if theta.B is not None and theta.pi_0 is not None:
        return _floats(theta.pi_0), tuple(map(_floats, theta.B))
    if plan.law.estimates is Estimated.FULL:
        W = minimal_parameters(bind_symbols(robot)).matrix
        return (0.0,) * len(W), tuple(map(_floats, W))
    return None, None


def _floats(values: Iterable[Exact]) -> tuple[float, ...]:
    return tuple(to_float(value) for value in values)
