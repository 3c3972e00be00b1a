"""Kernels and controllers that run in a process of their own, as if they ran here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from symdyn.apart.process import TIME_LIMIT, CodeProcess, UncheckedCodeError
from symdyn.compilation import LONGEST_SECONDS
from symdyn.interface import Interface
from symdyn.interface.layouts import LAYOUTS
from symdyn.runtime.kernels import Kernels, kernels_of
from symdyn.runtime.runner import DTYPES, Array, Call, Code, runner_of

if TYPE_CHECKING:
    from symdyn.package.contents import Package


class Backend:
    """A robot's code in one language, loaded in another process.

    What ended the process once, a kernel or a law, is not tried again; for the others the process is started anew.
    A message takes longer than a kernel: calls that are known before go together, and what a single call says is
    remembered for the next call with the same inputs.
    """

    def __init__(
        self, robot: Interface, language: str, limit: float = TIME_LIMIT, compile_limit: float = LONGEST_SECONDS
    ) -> None:
        """Compile and load, within seconds; an answer of the code may take ``limit`` seconds later too.

        Raises:
            BuildError: the code cannot be compiled.
            UncheckedCodeError: it cannot be loaded.
        """
        self._robot, self._language, self._limit, self._compile_limit = robot, language, limit, compile_limit
        self._lost: dict[str, str] = {}
        self._remembered: dict[tuple[str, bytes], bytes] = {}
        self._gathered: list[tuple[str, bytes]] | None = None
        self._runner = runner_of(language)
        self._require(*self._runner.files(robot.name))
        self._runner.prepare(robot, None, compile_limit)  # here: compiling takes its time, and runs nothing
        self._process = CodeProcess(robot, language, limit)
        loaded, table = self._process.loaded
        self._pi = _table(loaded.get("pi"), table)
        self._layouts = _layouts(loaded.get("layouts"))

    def kernels(self, package: Callable[[], Package]) -> Kernels:
        """Return the kernels, to be called as any others."""
        calls = {kernel.name: self._call(kernel.name) for kernel in self._robot.kernels}
        layouts = {
            kernel.name: {layout: self._call(kernel.name, layout) for layout in self._layouts.get(kernel.name, ())}
            for kernel in self._robot.kernels
        }
        return kernels_of(self._robot, Code(calls, self._pi, layouts=layouts), self._language, package)

    @contextmanager
    def gathering(self) -> Iterator[None]:
        """Gather the single calls of a `with` instead of making them, and make them all at its end.

        The calls give no numbers. Where one of them fails, none is remembered: it fails again when it is made alone.
        """
        self._gathered = []
        try:
            yield
        finally:
            gathered, self._gathered = self._gathered, None
        for kernel, calls in groupby(gathered, key=lambda one: one[0]):
            given = [numbers for _, numbers in calls]
            head = {"kernel": kernel, "count": None, "times": len(given)}
            with suppress(UncheckedCodeError):
                found = self._ask(kernel, head, b"".join(given))
                size = len(found) // len(given)
                results = [found[at : at + size] for at in range(0, len(found), size)]
                if len(results) == len(given):
                    self._remembered |= zip(((kernel, numbers) for numbers in given), results, strict=True)

    def run_law(self, index: int, theta: Sequence[float], inputs: Sequence[Array], dt: float) -> tuple[Array, Array]:
        """Run steps of a law with default gains; return the last torque, and the estimates after it.

        Raises:
            BuildError: the law cannot be compiled.
            UncheckedCodeError: it gives no result.
        """
        law, dtype = self._robot.laws[index], np.dtype(DTYPES[self._robot.scalar])
        self._require(*self._runner.files(law.name))
        self._runner.prepare(self._robot, law, self._compile_limit)
        given = np.concatenate((np.array(theta, dtype), np.stack(inputs, axis=1).astype(dtype).ravel()))
        found = self._ask(law.name, {"law": index, "inputs": len(inputs), "dt": dt}, given.tobytes())
        numbers = _numbers(found, dtype, law.n + law.u)
        return numbers[: law.n], numbers[law.n :]

    def __enter__(self) -> Self:
        """Use it for a while."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process."""
        self._process.close()

    def _require(self, *files: str) -> None:
        for file in files:
            if file not in self._robot.files:
                raise UncheckedCodeError(f"{file} is not there")

    def _call(self, kernel: str, layout: str | None = None) -> Call:
        def call(count: int | None, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
            given = b"".join(array.tobytes() for array in inputs)
            if self._gathered is not None and count is None:
                self._gathered.append((kernel, given))
                return
            found = self._remembered.get((kernel, given)) if count is None else None
            if found is None:
                head = {"kernel": kernel, "count": count, "times": 1, "layout": layout}
                found = self._ask(kernel, head, given)
                if count is None:
                    self._remembered[kernel, given] = found
            numbers = _numbers(found, outputs[0].dtype, sum(output.size for output in outputs))
            at = 0
            for output in outputs:
                output[...] = numbers[at : at + output.size].reshape(output.shape)
                at += output.size

        return call

    def _ask(self, what: str, head: Mapping[str, Any], numbers: bytes) -> bytes:
        if what in self._lost:
            raise UncheckedCodeError(self._lost[what])
        if not self._process.is_alive:
            self._process.close()
            self._process = CodeProcess(self._robot, self._language, self._limit)
        try:
            return self._process.ask(head, numbers)[1]
        except UncheckedCodeError as error:
            if not self._process.is_alive:
                self._lost[what] = str(error)
            raise


def _numbers(found: bytes, dtype: np.dtype[Any], size: int) -> Array:
    if len(found) != size * dtype.itemsize:
        raise UncheckedCodeError(f"returns {len(found) // dtype.itemsize} numbers instead of {size}")
    return np.frombuffer(found, dtype)


def _layouts(said: Any) -> dict[str, tuple[str, ...]]:
    """Return which layouts the code has functions for, by kernel; what is said may be anything."""
    try:
        return {kernel: tuple(one for one in LAYOUTS if one in layouts) for kernel, layouts in said.items()}
    except (AttributeError, TypeError):
        raise UncheckedCodeError("does not answer which layouts it takes") from None


def _table(shape: Any, table: bytes) -> Array | None:
    """Return the parameters that the code holds, None if it holds none."""
    if shape is None:
        return None
    try:
        return np.frombuffer(table, np.float64).reshape(shape)
    except (TypeError, ValueError):
        raise UncheckedCodeError("answers no table of parameters") from None
