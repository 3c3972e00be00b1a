"""Kernels as black boxes: for the same arguments the same random fractions, for whoever calls them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from symdyn.errors import ProofError
from symdyn.ir.program import Port, Program


def drawn(source: random.Random, shape: tuple[int, ...]) -> Any:
    """Return an array of random fractions."""
    count = int(np.prod(shape)) if shape else 1
    flat = [Fraction(source.randint(-99, 99), source.randint(1, 9)) for _ in range(count)]
    return np.array(flat, dtype=object).reshape(shape)


GAP, SENSE = "gap", "sense"


class BlackBoxes:
    """Kernels whose answers are random, the same for the same arguments."""

    def __init__(self, kernels: Mapping[str, Program]) -> None:
        """Know the kernels' shapes."""
        self._kernels = kernels

    @property
    def functions(self) -> dict[str, tuple[int, Callable[..., Any]]]:
        """For each kernel how many arrays go in, and a function of them."""
        return {name: (len(one.inputs), partial(self._called, name)) for name, one in self._kernels.items()}

    def by_name(self, kernel: str, **arguments: Any) -> Any:
        """Call a kernel with those of the arguments that it takes."""
        ports = self._kernels[kernel].inputs
        return self._answer(kernel, [arguments[port.name] for port in ports])

    def _called(self, kernel: str, *arguments: Any) -> Any:
        return self._answer(kernel, arguments)

    def _answer(self, kernel: str, arguments: Sequence[Any]) -> Any:
        told = [[str(Fraction(x)) for x in np.asarray(argument).flat] for argument in arguments]
        source = random.Random(f"{kernel} {told}")
        program = self._kernels[kernel]
        if len(arguments) != len(program.inputs):
            raise ProofError(f"{kernel} is called with {len(arguments)} arguments, not {len(program.inputs)}")
        outputs = [_output(source, port) for port in program.outputs]
        return outputs[0] if len(outputs) == 1 else tuple(outputs)


def _output(source: random.Random, port: Port) -> Any:
    entries = drawn(source, port.shape)
    if port.name == GAP:
        return 0 * entries  # loops are closed
    if port.name == SENSE:
        return 0 * entries + 1  # as they were assembled
    if port.name != "M":
        return entries
    return entries @ entries.T + np.eye(len(entries), dtype=int).astype(object)  # a mass matrix is positive definite
