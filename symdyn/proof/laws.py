"""A controller's text computes its law: what is printed is run on fractions, and compared with the equations.

Kernels are proved by themselves. Here they are black boxes: for the same arguments the same random fractions, so that a
law shows by what it passes on and what it makes of the answers whether it is the law. Gains are random fractions too,
with which no safeguard becomes active. With gains that make them active there are no equations to compare with; then
texts of two languages are held to each other, step by step.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from struct import pack, unpack
from typing import Any

import numpy as np

from symdyn.errors import InputError, ProofError, of_others
from symdyn.ir.program import Program
from symdyn.proof.black_boxes import BlackBoxes, drawn
from symdyn.proof.text import LawReader, LawText, RunLaw, UnreadableError
from symdyn.reference.laws import LAWS, Given, closed_by_newton
from symdyn.reference.watchers import WATCHERS, Seen

FAR = Fraction(10**12)  # a bound that nothing reaches
IDLE: Mapping[str, Fraction] = {
    "dead_zone": Fraction(0),
    "sigma": Fraction(0),
    "body_floor": Fraction(0),  # needs roots, which fractions do not have: tested by itself
    "pivot_floor": 1 / FAR,
    "theta_min": -FAR,
    "theta_max": FAR,
    "tau_max": FAR,
    "tau_rate": Fraction(0),
    "velocity": Fraction(0),  # measured
}
OF_LIMITS = ("tau_asked", "tau_held", "limited", "start_off", "start_left", "starting", "zone", "waits", "closing")
SHARED = (*OF_LIMITS, "q_last", "qd_d_last", "rate_last", "seen")  # zero: no limit is met
STATED = (*SHARED, "integral", "passive")  # what equations say all of
AT_WORK: Mapping[str, Fraction] = {
    **{name: value for name, value in IDLE.items() if name != "velocity"},
    "dead_zone": Fraction(1, 3),
    "sigma": Fraction(1, 5),
    "theta_min": Fraction(-20),
    "theta_max": Fraction(20),
    "tau_max": Fraction(12),
    "tau_rate": Fraction(9000),
    "start_time": Fraction(3, 2000),
    "eps0": Fraction(1, 1000),
    "eps1": Fraction(1),
    "eps2": Fraction(1000),
}
WATCHING = {**IDLE, "rest_speed": Fraction(0), "spread": FAR}  # beyond all covariances: some is forgotten
BOUNDED = {**AT_WORK, "theta_max": Fraction(1), "tau_max": FAR, "tau_rate": Fraction(0)}  # no joint waits at a limit
DT = Fraction(1, 1000)
DEVIATIONS = tuple(Fraction(1, 10**k) for k in (7, 4, 4, 3, 2, 2, 1, 0, 0))  # of steps, in parts of what is drawn
Claim = tuple[str, Any, Any]
"""What is compared, and its two sides."""

STATES = ("q", "qd", "q_d", "qd_d", "qdd_d", "qdd", "tau")
RESTARTS = (4,)  # before which steps a controller starts again, with other estimates
MOST_STEPS = 2  # of a law that holds the covariance of its estimates: fractions grow with every row


@dataclass(frozen=True, slots=True)
class PrintedLaw:
    """A law of one robot: its texts, what it estimates, the shapes of its gains and the kernels that it calls.

    `B` and `pi_0` lead from the estimates to pi; None where the two are the same. `given` are routines of roots and
    series, which fractions do not have, with how many matrices each fills: they are tested by themselves.
    """

    robot: str
    law: str
    scalar: str
    files: Mapping[str, str]
    n: int
    u: int
    inputs: tuple[str, ...]  # which of STATES a step takes
    more_inputs: tuple[str, ...]  # which its law takes beside them
    watches: bool  # and has no law but its step
    gains: Mapping[str, tuple[int, ...]]
    choices: Mapping[str, int]  # gains that are one of so many
    kernels: Mapping[str, Program]
    memory: Mapping[str, tuple[int, ...]]
    given: Mapping[str, int]
    B: Sequence[Sequence[float]] | None = None
    pi_0: Sequence[float] | None = None
    closed: tuple[str, ...] = ()  # positions at which a law closes loops by Newton's method


def prove_law(printed: PrintedLaw, read: LawReader) -> None:
    """Raise a ProofError unless the text of a law is its equations."""
    for choice in range(max(printed.choices.values(), default=1)):
        _blaming(printed, (_watching if printed.watches else _by_equations)(printed, read, choice))


def prove_steps(printed: PrintedLaw, read: LawReader, twin: LawReader) -> None:
    """Raise a ProofError unless two texts of a law take the same steps, safeguards and all."""
    for choice in range(max(printed.choices.values(), default=1)):
        for safeguards in (AT_WORK, BOUNDED) if printed.u and not printed.watches else (AT_WORK,):
            _blaming(printed, _side_by_side(printed, (read, twin), choice, safeguards))


def _blaming(printed: PrintedLaw, claims: Iterator[Claim]) -> None:
    where = f"{printed.robot}: controller {printed.law}"
    try:
        for what, found, wanted in claims:
            if np.any(np.asarray(found) != np.asarray(wanted)):
                raise ProofError(f"{where}: {what} is not that of its law; nothing was written; please report it")
    except UnreadableError as error:
        raise ProofError(f"{where}: cannot be read back: {error}; nothing was written; please report it") from None


def _by_equations(printed: PrintedLaw, read: LawReader, choice: int) -> Iterator[Claim]:
    """Yield what a controller gives and what its law says; one with memory has a step of its own, without equations."""
    source = random.Random(f"{printed.law} {choice}")
    boxes, gains = BlackBoxes(printed.kernels), _gains(source, printed, choice, IDLE)
    theta = drawn(source, (printed.u,))
    at = {name: drawn(source, (printed.n,)) for name in STATES}
    shapes = {name: shape for name, shape in printed.memory.items() if len(shape) and name not in SHARED}
    memory: dict[str, Any] = {name: drawn(source, shape) for name, shape in shapes.items()}
    pi, to_theta = _parameters(printed, theta)
    filled = {name: _matrices(source, printed.n, count) for name, count in printed.given.items()}
    instead = {name: partial(_fill, matrices) for name, matrices in filled.items()}
    controller = _started(printed, read, boxes, instead, gains, theta)
    for name, values in memory.items():
        controller.remember(name, values)
    given = Given(**at, theta=theta, pi=pi, to_theta=to_theta, gains=gains, memory=memory | filled)
    equations = _equations(LAWS, printed.law)
    with of_others(f"equations of the law {printed.law}", equations):
        tau, theta_dot = equations(given, _with_passive(printed, boxes, at, memory))
    found_tau, found_theta_dot = controller.law(*(at[name] for name in (*printed.inputs, *printed.more_inputs)))
    yield "tau", found_tau, tau
    yield "theta_dot", found_theta_dot, theta_dot
    if not set(printed.memory).difference(STATED):
        yield "tau of a step", controller.step(DT, *(at[name] for name in printed.inputs)), tau
        yield "theta", controller.theta, theta + DT * theta_dot


def _watching(printed: PrintedLaw, read: LawReader, choice: int) -> Iterator[Claim]:
    """Yield what a step of a law gives that only watches, from a state in the middle of things, and what it should."""
    source = random.Random(f"{printed.law} {choice}")
    boxes, gains = BlackBoxes(printed.kernels), _gains(source, printed, choice, WATCHING)
    theta = drawn(source, (printed.u,))
    at = {name: drawn(source, (printed.n,)) for name in STATES}
    memory: dict[str, Any] = {name: drawn(source, shape) for name, shape in printed.memory.items() if shape}
    memory["D"] = abs(memory["D"]) + 1
    memory["rest_f"] = abs(memory["rest_f"]) + FAR
    memory["rest_f"][[0, -1]] *= -1  # two rows say something, one after the other; fractions grow with each
    pi, to_theta = _parameters(printed, theta)
    controller = _started(printed, read, boxes, {}, gains, theta)
    for name, values in {**memory, "started": np.array(1, dtype=object)}.items():
        controller.remember(name, values)
    given = Given(**at, theta=theta, pi=pi, to_theta=to_theta, gains=gains, memory=_copied(memory))
    error = controller.step(DT, *(at[name] for name in printed.inputs))
    held = {name: np.reshape(controller.held(name), shape) for name, shape in printed.memory.items() if shape}
    kernel = _with_passive(printed, boxes, at, memory)
    equations = _equations(WATCHERS, printed.law)
    with of_others(f"equations of the law {printed.law}", equations, inside=True):
        yield from equations(given, kernel, DT, Seen(error, controller.theta, held))


def _equations(known: Mapping[str, Callable[..., Any]], law: str) -> Callable[..., Any]:
    if law not in known:
        where = "symdyn.reference.watchers" if known is WATCHERS else "symdyn.reference.laws"
        raise InputError(f"nobody has said by which equations the law {law} is to be proved: {where}.register")
    return known[law]


def _with_passive(
    printed: PrintedLaw, boxes: BlackBoxes, at: Mapping[str, Any], memory: Mapping[str, Any]
) -> Callable[..., Any]:
    """Return kernels that are told where the joints are that follow, of robots that Newton's method closes."""
    if not printed.closed:
        return boxes.by_name
    guess, places = memory["passive"], []
    for position in printed.closed:
        guess = closed_by_newton(boxes.by_name, at[position], guess)
        places.append((at[position], guess))

    def kernel(name: str, **arguments: Any) -> Any:
        passive = next(passive for q, passive in places if np.array_equal(q, arguments["q"]))
        return boxes.by_name(name, **arguments, passive=passive)

    return kernel


def _copied(memory: Mapping[str, Any]) -> dict[str, Any]:
    return {name: values.copy() for name, values in memory.items()}


def _side_by_side(
    printed: PrintedLaw, readers: Sequence[LawReader], choice: int, safeguards: Mapping[str, Fraction]
) -> Iterator[Claim]:
    """Yield all that the controllers of two texts give and hold, step by step."""
    source = random.Random(f"steps of {printed.law} {choice}")
    boxes, gains = BlackBoxes(printed.kernels), _gains(source, printed, choice, safeguards)
    theta = drawn(source, (printed.u,))
    instead = {name: partial(_fill_by_the_rest, count, printed.n) for name, count in printed.given.items()}
    one, other = (_started(printed, read, boxes, instead, gains, theta) for read in readers)
    theta, tau = drawn(source, (printed.u,)), drawn(source, (printed.n,))
    for number, part in enumerate(DEVIATIONS[:MOST_STEPS] if printed.watches else DEVIATIONS, 1):
        at = {name: drawn(source, (printed.n,)) for name in printed.inputs}
        for controller in (one, other) if number in RESTARTS and not printed.watches else ():
            controller.restart(tau)
            if printed.u:
                controller.set_theta(theta)
        for state, desired in () if printed.watches else (("q", "q_d"), ("qd", "qd_d")):
            at[state] = at[desired] + part * at[state]
        inputs = [at[name] for name in printed.inputs]
        yield f"tau of step {number}", one.step(DT, *inputs), other.step(DT, *inputs)
        yield f"what step {number} returns", one.code, other.code
        yield f"theta after step {number}", one.theta, other.theta
        for name in printed.memory:
            yield f"{name} after step {number}", np.ravel(one.held(name)), np.ravel(other.held(name))


def _started(
    printed: PrintedLaw,
    read: LawReader,
    boxes: BlackBoxes,
    given: Mapping[str, Callable[..., str]],
    gains: Any,
    theta: Any,
) -> RunLaw:
    text = LawText(printed.robot, printed.law, printed.n, printed.files, printed.scalar, boxes.functions, given)
    started: RunLaw = read(text).Controller(gains, theta)
    return started


def _matrices(source: random.Random, n: int, count: int) -> tuple[Any, ...]:
    return tuple(drawn(source, (n, n)) for _ in range(count))


def _fill(matrices: Sequence[Any], *arguments: Any) -> str:
    """Stand in for a routine that fills its last arguments."""
    for place, matrix in zip(arguments[-len(matrices) :], matrices, strict=True):
        place[:] = matrix.reshape(place.shape)
    return "OK"


def _fill_by_the_rest(count: int, n: int, *arguments: Any) -> str:
    """The same, as a black box: with what depends on all other arguments, so that these are compared too."""
    told = [str(Fraction(x)) for argument in arguments[:-count] for x in np.asarray(argument, dtype=object).flat]
    source = random.Random(" ".join(told))
    return _fill(_matrices(source, n, count), *arguments)


def _gains(source: random.Random, printed: PrintedLaw, choice: int, safeguards: Mapping[str, Fraction]) -> Any:
    gains: dict[str, Any] = {}
    for name, shape in printed.gains.items():
        if shape:
            gains[name] = _gain(source, name, shape, safeguards)
        else:
            gains[name] = np.array(_number(name, len(gains), printed, choice, safeguards), dtype=object)
    return gains


def _number(name: str, place: int, printed: PrintedLaw, choice: int, safeguards: Mapping[str, Fraction]) -> Any:
    """Return a gain that is one number; a later one is larger, for some must be above others."""
    if name in printed.choices:
        return int(safeguards.get(name, choice % printed.choices[name]))
    return safeguards.get(name, Fraction(place + 1, 7))


def _gain(source: random.Random, name: str, shape: tuple[int, ...], safeguards: Mapping[str, Fraction]) -> Any:
    if name in safeguards:
        return np.full(shape, safeguards[name], dtype=object)
    entries = abs(drawn(source, shape)) + Fraction(1, 7)
    if len(shape) == 2:  # symmetric, with a diagonal that makes it positive definite
        entries = entries + entries.T + np.eye(len(entries), dtype=int).astype(object) * 400 * len(entries)
    return entries


def _parameters(printed: PrintedLaw, theta: Any) -> tuple[Any, Any]:
    """Return pi of the estimates, and the way back for what drives them; numbers of the text become fractions."""
    if printed.B is None or printed.pi_0 is None:
        return theta, np.eye(len(theta), dtype=int).astype(object)
    B = _fractions(printed.B, printed.scalar).reshape(-1, printed.u)
    return _fractions(printed.pi_0, printed.scalar) + B @ theta, B.T


def _fractions(numbers: Any, scalar: str) -> Any:
    array = np.asarray(numbers, dtype=object)
    return np.array([as_printed(float(x), scalar) for x in array.flat], dtype=object).reshape(array.shape)


def as_printed(value: float, scalar: str) -> Fraction:
    """Return a number as code of a type has it: a double, or the float next to it."""
    return Fraction(unpack("f", pack("f", value))[0] if scalar == "float" else value)
