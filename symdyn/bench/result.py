"""What a bench found, as frozen data and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symdyn.bench.timing import Timing
from symdyn.ir.cost import Cost

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Compiled:
    """A kernel as one compiler made it; None where the object file could not be read."""

    code_bytes: int | None
    batch_code_bytes: int | None
    stack_bytes: int | None
    batch_stack_bytes: int | None
    call: Timing
    sample: Timing
    block: Timing  # of a sample in a block of columns


@dataclass(frozen=True, slots=True)
class BenchedKernel:
    """A kernel's operations, and what every compiler made of it."""

    name: str
    cost: Cost
    prepared: int  # combinations of parameters alone; a batch forms them once
    compiled: Mapping[str, Compiled]

    @property
    def fastest(self) -> str:
        """The compiler whose single call is fastest."""
        return min(self.compiled, key=lambda name: self.compiled[name].call.best)

    @property
    def fastest_batch(self) -> str:
        """The compiler whose batch is fastest."""
        return min(self.compiled, key=lambda name: self.compiled[name].sample.best)


@dataclass(frozen=True, slots=True)
class CompiledStep:
    """A controller's step as one compiler made it, kernels included; None where object files could not be read."""

    code_bytes: int | None
    stack_bytes: int | None
    call: Timing


@dataclass(frozen=True, slots=True)
class BenchedLaw:
    """What a step of a controller costs, with the gains it has by default."""

    name: str
    kernels: tuple[str, ...]
    state_bytes: int
    compiled: Mapping[str, CompiledStep]

    @property
    def fastest(self) -> str:
        """The compiler whose step is fastest."""
        return min(self.compiled, key=lambda name: self.compiled[name].call.best)


@dataclass(frozen=True, slots=True)
class BenchResult:
    """Everything that `symdyn bench` says."""

    robot: str
    version: str
    scalar: str
    fold: bool
    flags: Mapping[str, tuple[str, ...]]  # of each compiler: those it accepts
    compilers: Mapping[str, str]
    machine: Mapping[str, Any]
    states: int
    repetitions: int
    seconds: Mapping[str, float]  # of import, load, generate
    compile_seconds: Mapping[str, float]
    kernels: tuple[BenchedKernel, ...]
    notes: tuple[str, ...]
    laws: tuple[BenchedLaw, ...] = ()


def as_data(result: BenchResult) -> dict[str, Any]:
    """Return the result as plain data for JSON."""
    return {
        "bench": SCHEMA,
        "robot": result.robot,
        "symdyn": result.version,
        "scalar": result.scalar,
        "fold": result.fold,
        "compilers": {
            name: {"version": version, "flags": list(result.flags[name])} for name, version in result.compilers.items()
        },
        "machine": dict(result.machine),
        "states": result.states,
        "repetitions": result.repetitions,
        "seconds": {**result.seconds, "compile": dict(result.compile_seconds)},
        "kernels": {kernel.name: _kernel(kernel) for kernel in result.kernels},
        "laws": {law.name: _law(law) for law in result.laws},
        "notes": list(result.notes),
    }


def _kernel(kernel: BenchedKernel) -> dict[str, Any]:
    cost = kernel.cost
    return {
        "operations": {
            "multiplications": cost.multiplications,
            "additions": cost.additions,
            "divisions": cost.divisions,
            "trigonometric": cost.trigonometric,
            "total": cost.total,
            "prepared": kernel.prepared,
        },
        "fastest": kernel.fastest,
        "fastest_batch": kernel.fastest_batch,
        "compiled": {name: _compiled(one) for name, one in kernel.compiled.items()},
    }


def _law(law: BenchedLaw) -> dict[str, Any]:
    return {
        "kernels": list(law.kernels),
        "state_bytes": law.state_bytes,
        "fastest": law.fastest,
        "compiled": {
            name: {
                "code_bytes": one.code_bytes,
                "stack_bytes": one.stack_bytes,
                "step_ns": timing_data(one.call),
            }
            for name, one in law.compiled.items()
        },
    }


def _compiled(one: Compiled) -> dict[str, Any]:
    return {
        "code_bytes": one.code_bytes,
        "batch_code_bytes": one.batch_code_bytes,
        "stack_bytes": one.stack_bytes,
        "batch_stack_bytes": one.batch_stack_bytes,
        "call_ns": timing_data(one.call),
        "sample_ns": timing_data(one.sample),
        "block_ns": timing_data(one.block),
    }


def timing_data(timing: Timing) -> dict[str, float]:
    """Return a timing as plain data."""
    return {"best": round(timing.best, 2), "median": round(timing.median, 2), "p90": round(timing.p90, 2)}
