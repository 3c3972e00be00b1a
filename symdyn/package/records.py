"""What a package is, as data and before any of it is text: manifest and interface are made from these records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.emit import Facts, StagedKernel
from symdyn.interface import Argument, GainInterface, KernelInterface, LawInterface, LoopInterface
from symdyn.ir.cost import Cost, cost
from symdyn.ir.program import Port
from symdyn.parameters.minimal_parameters import Certificate
from symdyn.passes import PassRecord

if TYPE_CHECKING:
    from symdyn.control import LawCode
    from symdyn.control.plan import Plan, SizedGain

Matrix = Sequence[Sequence[Exact]]


@dataclass(frozen=True, slots=True)
class KernelRecord:
    """A kernel: how it is called, and what a call costs.

    `prepared` is how many numbers are computed from the parameters before a batch; `totals` are the operations that
    every pass left.
    """

    interface: KernelInterface
    cost: Cost
    prepared: int
    totals: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GainRecord:
    """A gain: how it is given, its unit, and in words where its default comes from."""

    interface: GainInterface
    unit: str
    default_rule: str


@dataclass(frozen=True, slots=True)
class LawRecord:
    """A controller: how it is called, the kernels that it calls, its gains, and the size of its state in C."""

    interface: LawInterface
    kernels: tuple[str, ...]
    gains: tuple[GainRecord, ...]
    state_bytes: int


@dataclass(frozen=True, slots=True)
class ProofRecord:
    """What was proved: how many kernels, in the field of which prime, how many printed functions and laws.

    `not_read_back` are languages whose text was not, since nothing reads it.
    """

    kernels: int
    prime: int
    functions_read_back: int
    laws: int
    not_read_back: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was established about generated code; `precision` has the errors of every kernel."""

    certificate: Certificate
    proof: ProofRecord
    precision: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PackageRecord:
    """A robot's generated code: its names and numbers, kernels and controllers, and how its loops are closed."""

    facts: Facts
    kernels: tuple[KernelRecord, ...]
    laws: tuple[LawRecord, ...] = ()
    loops: LoopInterface | None = None


def kernel_record(kernel: StagedKernel, passes: Sequence[PassRecord] = ()) -> KernelRecord:
    """Return the record of a kernel; ``passes`` say what became of its program."""
    program = kernel.program
    return KernelRecord(
        interface=KernelInterface(kernel.name, kernel.summary, _arguments(program.inputs), _arguments(program.outputs)),
        cost=cost(program),
        prepared=kernel.offline.outputs[0].size if kernel.offline else 0,
        totals={one.name: one.cost.total for one in passes},
    )


def law_record(code: LawCode, matrix: Matrix) -> LawRecord:
    """Return the record of a law; pi = ``matrix`` * full parameter vector."""
    plan, law = code.plan, code.plan.law
    pi_0, B = _parameter_map(plan, matrix)
    interface = LawInterface(
        name=plan.name,
        law=law.name,
        n=plan.n,
        adapts=law.adapts,
        more_inputs=law.more_inputs,
        theta_names=plan.theta.names,
        theta_values=None if plan.theta.values is None else floats(plan.theta.values),
        pi_0=pi_0,
        B=B,
        gains=tuple(gain.interface for gain in plan.gains),
        codes=tuple((str(one), one.meaning) for one in code.law.codes),
        final=tuple(map(str, plan.final)),
        declarations={name: text.declarations for name, text in code.text.texts.items()},
        watches=law.watches,
    )
    return LawRecord(interface, law.kernels, tuple(map(_gain_record, plan.gains)), plan.state_bytes)


def _gain_record(gain: SizedGain) -> GainRecord:
    return GainRecord(gain.interface, gain.gain.unit, gain.default_rule)


def _arguments(ports: Iterable[Port]) -> tuple[Argument, ...]:
    return tuple(Argument(port.name, port.shape) for port in ports)


def _parameter_map(
    plan: Plan, matrix: Matrix
) -> tuple[tuple[float, ...], tuple[tuple[float, ...], ...]] | tuple[None, None]:
    """pi_0 and B of pi = pi_0 + B theta; None where pi is theta, or nothing is estimated."""
    from symdyn.control.law import Estimated  # loaded already where there is a plan

    theta = plan.theta
    if theta.B is not None and theta.pi_0 is not None:
        return floats(theta.pi_0), tuple(map(floats, theta.B))
    if plan.law.estimates is Estimated.FULL:
        return (0.0,) * len(matrix), tuple(map(floats, matrix))
    return None, None


def floats(values: Iterable[Exact]) -> tuple[float, ...]:
    """Return the doubles nearest to exact constants."""
    return tuple(to_float(value) for value in values)
