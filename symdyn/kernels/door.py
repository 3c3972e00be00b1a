"""The one door: a kernel of a robot over a ring.

    run(KERNELS["inverse_dynamics"], robot, FLOATS, {"q": q, "qd": qd, "qdd": qdd, "pi": pi})["tau"]

ring                                    what it gives
floats, arrays of samples               numbers, batches
values of a program (see trace)         the program that becomes code
SymPy expressions                       equations
fractions, finite fields                laws that hold with ==
duals over any of these                 exact derivatives

A kernel that takes `pi` may be given the full vector `parameters` instead. Where a ring has no functions, cosines and
sines of q + offset come as `cos` and `sin`, signs of qd as `sign`; any elements with c² + s² = 1 will do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.exact import exact
from symdyn.algebra.scalar import Ring, Scalar
from symdyn.dynamics.setting import OF_PASSIVE, setting_over
from symdyn.kernels.kernel import Kernel, inputs_of
from symdyn.kernels.tips import tip_of
from symdyn.mechanism.reformulate.formulation import USUAL_FORMULATION, Formulation
from symdyn.model.robot import Robot
from symdyn.parameters.pi import freed_vector, full_vector, pi_pivots

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[S]):
    """The outputs of a kernel by the names of their ports, each flat, and the quantities on the way."""

    outputs: Mapping[str, tuple[S, ...]]
    quantities: Any

    def __getitem__(self, port: str) -> tuple[S, ...]:
        """Return one output, row by row."""
        return self.outputs[port]


def run(
    kernel: Kernel,
    robot: Robot,
    ring: Ring[S],
    inputs: Mapping[str, Sequence[S]],
    formulation: Formulation = USUAL_FORMULATION,
) -> Outcome[S]:
    """Compute a kernel; inputs that it does not take are left out."""
    tip = tip_of(kernel, robot)
    pivots = pi_pivots(robot) if kernel.counts_pi else ()
    state = _state(kernel, robot, ring, inputs, formulation)
    computation = kernel.compute(setting_over(robot, ring, state, pivots=pivots, formulation=formulation, tip=tip))
    named = zip(kernel.outputs, computation.outputs, strict=True)
    return Outcome({name: _lifted(entries, ring) for (name, _), entries in named}, computation.quantities)


def _state(
    kernel: Kernel, robot: Robot, ring: Ring[S], inputs: Mapping[str, Sequence[S]], formulation: Formulation
) -> dict[str, Sequence[S]]:
    """Return the inputs that a kernel takes, with the full vector behind `pi` in its place."""
    takes = inputs_of(kernel, robot)
    state = {name: inputs[name] for name in takes if name in inputs}
    if "pi" in state:
        pi = state.pop("pi")
        state["parameters"] = freed_vector(robot, pi, ring.lift) if formulation.free_gauge else full_vector(robot, pi)
    elif "pi" in kernel.inputs and "parameters" in inputs:
        state["parameters"] = inputs["parameters"]
    given = state.keys() | ({"pi"} if "parameters" in state else set())
    missing = [name for name in takes if name not in given]
    if missing:
        raise ValueError(f"{kernel.name} needs {', '.join(missing)}")
    functions = ("cos", "sin", "sign", *OF_PASSIVE) if "qd" in state else ("cos", "sin", *OF_PASSIVE)
    return state | {name: inputs[name] for name in functions if name in inputs}


def _lifted(entries: Sequence[S | int], ring: Ring[S]) -> tuple[S, ...]:
    """Carry the whole numbers into the ring that a kernel left among its results."""
    return tuple(ring.lift(exact(entry)) if isinstance(entry, int) else entry for entry in entries)
