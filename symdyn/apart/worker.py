"""The process that loads and runs the code under check, started by path.

Whatever that code does, end the process, crash or never return, it does here, where it is seen as an answer that did
not come. Answers go through a stream of our own: what the code prints goes nowhere.
"""

from __future__ import annotations

import math
import os
from importlib import import_module
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from symdyn.apart.messages import Message, receive, send
from symdyn.apart.patterns import Guarded, fill_new_arrays, pattern, unwritten
from symdyn.compilation.family import end_with_our_starter
from symdyn.interface import Interface, KernelInterface
from symdyn.interface.gains import checked_gains
from symdyn.interface.layouts import shape_in
from symdyn.interface.text import parse_interface
from symdyn.runtime.runner import DTYPES, Code, Runner


def main() -> None:
    """Get ready, load what the second message has, then answer one after the other."""
    questions, answers = _streams()
    end_with_our_starter(questions.fileno())
    _no_core_dumps()
    order, _ = receive(questions)
    runner: Runner = import_module(order["runner"]).RUNNER
    send(answers, {})  # ready: what takes time from here on is the code's doing
    _, text = receive(questions)
    robot = parse_interface(text.decode())
    fill_new_arrays()
    try:
        code = runner.load(robot)
        table = b"" if code.pi is None else np.ascontiguousarray(code.pi, np.float64).tobytes()
        shape = None if code.pi is None else list(np.shape(code.pi))
    except BaseException as error:  # the code under check may raise anything, an exit too
        send(answers, _trouble(error))
        return
    layouts = {kernel: list(calls) for kernel, calls in code.layouts.items()}
    send(answers, {"pi": shape, "layouts": layouts}, table)
    while True:
        try:
            question, numbers = receive(questions)
        except EOFError:
            return
        try:
            head, found = _answer(robot, runner, code, question, numbers)
        except BaseException as error:
            head, found = _trouble(error), b""
        send(answers, head, found)


def _streams() -> tuple[IO[bytes], IO[bytes]]:
    """Take the standard streams for ourselves; in their places the code under check finds nothing."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    return questions, answers


def _no_core_dumps() -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _trouble(error: BaseException) -> dict[str, Any]:
    """Put an error into words; whatever its kind, it counts as the code's, which can raise errors of every kind."""
    said = str(error) if isinstance(error, MisbehaviourError) else f"{type(error).__name__}: {error}"
    return {"trouble": said[:1000]}


class MisbehaviourError(Exception):
    """The code did something that no generated code does."""


def _answer(robot: Interface, runner: Runner, code: Code, question: dict[str, Any], numbers: bytes) -> Message:
    if "law" in question:
        return {}, _run_law(robot, runner, question, numbers)
    kernel = next(kernel for kernel in robot.kernels if kernel.name == question["kernel"])
    each = len(numbers) // question["times"]
    calls = (numbers[at : at + each] for at in range(0, len(numbers), each))
    count, layout = question["count"], question.get("layout")
    return {}, b"".join(_run_kernel(robot, kernel, code, count, layout, call) for call in calls)


def _run_kernel(
    robot: Interface, kernel: KernelInterface, code: Code, count: int | None, layout: str | None, numbers: bytes
) -> bytes:
    """Run a kernel once; return its outputs."""
    dtype = np.dtype(DTYPES[robot.scalar])
    call = code.calls[kernel.name] if layout is None else code.layouts[kernel.name][layout]

    def shaped(entries: tuple[int, ...]) -> tuple[int, ...]:
        return entries if count is None else shape_in(layout or "", entries, count, robot.scalar)

    inputs, at = [], 0
    for port in kernel.inputs:
        shape = (port.size,) if port.name == "pi" else shaped((port.size,))
        size = math.prod(shape)
        inputs.append(np.frombuffer(numbers, dtype, size, at).reshape(shape).copy())
        at += size * dtype.itemsize
    outputs = [Guarded.of(shaped(port.shape), dtype) for port in kernel.outputs]
    call(count, inputs, [output.inside for output in outputs])
    for port, output in zip(kernel.outputs, outputs, strict=True):
        if problem := output.problem():
            raise MisbehaviourError(f"{problem} {port.name}")
    if b"".join(array.tobytes() for array in inputs) != numbers:
        raise MisbehaviourError("changes its inputs")
    return b"".join(output.inside.tobytes() for output in outputs)


def _run_law(robot: Interface, runner: Runner, question: dict[str, Any], numbers: bytes) -> bytes:
    """Run steps of a law from given estimates; return the last torque, and the estimates after it."""
    law = robot.laws[question["law"]]
    dtype = np.dtype(DTYPES[robot.scalar])
    given = np.frombuffer(numbers, dtype)
    theta, inputs = given[: law.u].copy(), given[law.u :].reshape(-1, question["inputs"], law.n)
    if runner.law is None:
        raise MisbehaviourError("is code of a law, which nothing here runs")
    controller = runner.law(robot, law, checked_gains(law.gains, None))
    controller.spoil(pattern(dtype))
    controller.start(theta)
    tau: NDArray[Any] = np.zeros(law.n, dtype)
    for step in inputs:
        tau = np.asarray(controller.step(question["dt"], [one.copy() for one in step]), dtype)
        if tau.shape != (law.n,) or unwritten(tau).size:
            raise MisbehaviourError("never writes a part of tau")
    estimates = np.asarray(controller.theta, dtype)
    if unwritten(estimates).size:
        raise MisbehaviourError("never writes a part of theta")
    return tau.tobytes() + estimates.tobytes()


if __name__ == "__main__":
    main()
