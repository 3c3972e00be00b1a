"""A controller's text computes its law: the generated Python is run on fractions, and compared with the equations.

Kernels are proved by themselves. Here they are black boxes: for the same arguments the same random fractions, so that a
law shows by what it passes on and what it makes of the answers whether it is the law. Gains are random fractions too,
with which no safeguard becomes active. The C of a law says the same step by step, which `check` holds it to.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from symdyn.errors import ProofError
from symdyn.interface.modules import load_twin
from symdyn.ir.program import Port, Program
from symdyn.reference.laws import LAWS, Given

FAR = Fraction(10**12)  # a bound that nothing reaches
IDLE: Mapping[str, Fraction] = {
    "dead_zone": Fraction(0),
    "sigma": Fraction(0),
    "body_floor": Fraction(0),
    "pivot_floor": 1 / FAR,
    "theta_min": -FAR,
    "theta_max": FAR,
    "tau_max": FAR,
}
DT = Fraction(1, 1000)
Claim = tuple[str, Any, Any]
"""What is compared, and its two sides."""

STATES = ("q", "qd", "q_d", "qd_d", "qdd_d", "qdd")


@dataclass(frozen=True, slots=True)
class PrintedLaw:
    """A law of one robot: its Python, what it estimates, the shapes of its gains and the kernels that it calls.

    `B` and `pi_0` lead from the estimates to pi, in the numbers that are printed; None where the two are the same.
    """

    robot: str
    law: str
    text: str
    n: int
    u: int
    gains: Mapping[str, tuple[int, ...]]
    choices: Mapping[str, int]  # gains that are one of so many
    kernels: Mapping[str, Program]
    memory: Mapping[str, tuple[int, ...]]
    B: Sequence[Sequence[float]] | None = None
    pi_0: Sequence[float] | None = None


def prove_law(printed: PrintedLaw) -> None:
    """Raise a ProofError unless the text of a law is its equations."""
    for choice in range(max(printed.choices.values(), default=1)):
        _prove_form(printed, choice)


def _prove_form(printed: PrintedLaw, choice: int) -> None:
    source = random.Random(f"{printed.law} {choice}")
    boxes = _BlackBoxes(printed.kernels)
    module = load_twin(printed.text, printed.law, printed.robot, boxes.module(printed.robot, printed.n), exact=True)
    gains = _gains(source, printed, choice)
    theta = _drawn(source, (printed.u,))
    at = {name: _drawn(source, (printed.n,)) for name in STATES}
    memory: dict[str, Any] = {name: _drawn(source, shape) for name, shape in printed.memory.items() if len(shape)}
    pi, to_theta = _parameters(printed, module, theta)
    if hasattr(module.Controller, "_gain"):  # of roots and series, which fractions do not have: it is tested by itself
        memory["gain"] = tuple(_drawn(source, (printed.n, printed.n)) for _ in range(2))
        module.Controller._gain = partial(_given_gain, memory["gain"])
    controller = module.Controller(gains, theta)
    for name in memory.keys() & printed.memory.keys():
        setattr(controller, name, memory[name])
    given = Given(**at, theta=theta, pi=pi, to_theta=to_theta, gains=gains, memory=memory)
    expected = LAWS[printed.law](given, boxes.by_name)
    inputs = [at[name] for name in STATES[: _inputs(controller)]]
    for what, found, wanted in _compared(controller, inputs, expected, steps=not printed.memory):
        if np.any(np.asarray(found) != np.asarray(wanted)):
            where = f"{printed.robot}: controller {printed.law}"
            raise ProofError(f"{where}: {what} is not that of its law; nothing was written; please report it")


def _given_gain(gain: tuple[Any, Any], *arguments: Any) -> str:
    *_, Kp, Kv = arguments
    Kp[:], Kv[:] = gain
    return "OK"


def _compared(controller: Any, inputs: Sequence[Any], expected: tuple[Any, Any], *, steps: bool) -> Iterator[Claim]:
    """Yield what a controller gives and what its law says; one with memory has a step of its own, for `check`."""
    tau, theta_dot = expected
    before = controller.theta
    found_tau, found_theta_dot = controller.law(*inputs)
    yield "tau", found_tau, tau
    yield "theta_dot", found_theta_dot, theta_dot
    if steps:
        yield "tau of a step", controller.step(DT, *inputs), tau
        yield "theta", controller.theta, before + DT * theta_dot


def _gains(source: random.Random, printed: PrintedLaw, choice: int) -> dict[str, Any]:
    gains: dict[str, Any] = {}
    for name, shape in printed.gains.items():
        number = _number(name, len(gains), printed, choice)
        gains[name] = _gain(source, name, shape) if shape else number
    return gains


def _inputs(controller: Any) -> int:
    return int(controller.law.__code__.co_argcount) - 1


def _parameters(printed: PrintedLaw, module: ModuleType, theta: Any) -> tuple[Any, Any]:
    """Return pi of the estimates, and the way back for what drives them; numbers of the text become fractions."""
    if printed.B is None or printed.pi_0 is None:
        return theta, np.eye(len(theta), dtype=int).astype(object)
    B, pi_0 = _fractions(printed.B).reshape(-1, printed.u), _fractions(printed.pi_0)
    return pi_0 + B @ theta, B.T


def _fractions(numbers: Any) -> Any:
    array = np.asarray(numbers, dtype=object)
    return np.array([Fraction(float(x)) for x in array.flat], dtype=object).reshape(array.shape)


def _number(name: str, place: int, printed: PrintedLaw, choice: int) -> Any:
    """Return a gain that is one number; a later one is larger, for some must be above others."""
    if name in printed.choices:
        return np.array(choice % printed.choices[name], dtype=object)
    return np.array(IDLE.get(name, Fraction(place + 1, 7)), dtype=object)


def _gain(source: random.Random, name: str, shape: tuple[int, ...]) -> Any:
    if name in IDLE:
        return np.full(shape, IDLE[name], dtype=object)
    drawn = abs(_drawn(source, shape)) + Fraction(1, 7)
    if len(shape) == 2:  # symmetric, with a diagonal that makes it positive definite
        drawn = drawn + drawn.T + np.eye(len(drawn), dtype=int).astype(object) * 400 * len(drawn)
    return drawn


def _drawn(source: random.Random, shape: tuple[int, ...]) -> Any:
    count = int(np.prod(shape)) if shape else 1
    flat = [Fraction(source.randint(-99, 99), source.randint(1, 9)) for _ in range(count)]
    return np.array(flat, dtype=object).reshape(shape)


class _BlackBoxes:
    """Kernels whose answers are random, the same for the same arguments."""

    def __init__(self, kernels: Mapping[str, Program]) -> None:
        self._kernels = kernels

    def module(self, robot: str, n: int) -> ModuleType:
        """Return what a law imports as its robot's module."""
        module = ModuleType(robot)
        module.__dict__.update(DTYPE=object, N=n)
        module.__dict__.update({name: self._function(name) for name in self._kernels})
        return module

    def by_name(self, kernel: str, **arguments: Any) -> Any:
        """Call a kernel with those of the arguments that it takes."""
        ports = self._kernels[kernel].inputs
        return self._answer(kernel, [arguments[port.name] for port in ports])

    def _function(self, kernel: str) -> Callable[..., Any]:
        return lambda *arguments: self._answer(kernel, arguments)

    def _answer(self, kernel: str, arguments: Sequence[Any]) -> Any:
        told = [[str(Fraction(x)) for x in np.asarray(argument).flat] for argument in arguments]
        source = random.Random(f"{kernel} {told}")
        program = self._kernels[kernel]
        if len(arguments) != len(program.inputs):
            raise ProofError(f"{kernel} is called with {len(arguments)} arguments, not {len(program.inputs)}")
        outputs = [_output(source, port) for port in program.outputs]
        return outputs[0] if len(outputs) == 1 else tuple(outputs)


def _output(source: random.Random, port: Port) -> Any:
    drawn = _drawn(source, port.shape)
    if port.name != "M":
        return drawn
    return drawn @ drawn.T + np.eye(len(drawn), dtype=int).astype(object)  # a mass matrix is positive definite
