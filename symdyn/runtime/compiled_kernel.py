"""A kernel that Python calls.

It takes arrays of shape (n,) or (N, n) in the order of its signature or by name; samples broadcast against each other,
`pi` is one for all. Where joints of loops are found by Newton's method, `passive=` gives their positions; without it
they are found, for rows of samples in order, or from `guess=`. Arrays that are just as the code takes them go straight
to it; all others are checked and shaped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from inspect import Parameter, Signature
from typing import Any

import numpy as np
from numpy import empty, ndarray  # by their own names: a search in the module would take as long as they do
from numpy.typing import ArrayLike, NDArray

from symdyn.errors import InputError, MissingValueError
from symdyn.interface import Argument, Interface, KernelInterface
from symdyn.interface.arrays import joint_samples, real_array
from symdyn.interface.layouts import BLOCK, BLOCKS, COLUMNS
from symdyn.runtime.layouts import Layout
from symdyn.runtime.results import checked_results, finished
from symdyn.runtime.runner import DTYPES, Code

Arrays = list[NDArray[Any]]
PASSIVE = "passive"  # joints of loops that follow, given by name, or found


class CompiledKernel:
    """One kernel: checks and shapes its arguments, then calls the code."""

    def __init__(
        self, kernel: KernelInterface, robot: Interface, code: Code, again: tuple[Any, ...] | None = None
    ) -> None:
        """Wrap what ``code`` has of a kernel; ``again`` is a function and arguments that make it in another process."""
        self.__name__ = kernel.name
        self.__doc__ = kernel.summary
        self._inputs = kernel.inputs
        self._outputs = kernel.outputs
        self._dtype = DTYPES[robot.scalar]
        self._pi = None if robot.pi is None else np.array(robot.pi, self._dtype)
        self._call = code.calls[kernel.name]
        self._fixed = code.fixed.get(kernel.name)
        self._scalar, self._layouts = robot.scalar, code.layouts.get(kernel.name, {})
        self._again = again
        self._caller: Any = code.callers.get(kernel.name)
        is_one_array = len(kernel.outputs) == 1 and kernel.outputs[0].shape
        self._shape = kernel.outputs[0].shape if is_one_array else None
        self._known: dict[int, tuple[NDArray[Any], ...]] = {}  # what follows so many arguments of a caller
        self._close: Any = None
        self._follows = any(port.name == PASSIVE for port in kernel.inputs)
        if self._caller is not None and not self._follows:
            self._known[len(kernel.inputs)] = ()
            if self._pi is not None and kernel.inputs[-1].name == "pi":
                self._known[len(kernel.inputs) - 1] = (self._pi,)

    def closes_with(self, close: Any) -> None:
        """Take what finds the joints that follow, where the kernel wants them and a call does not give them."""
        self._close = close

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of what the kernel takes, in order."""
        return tuple(port.name for port in self._inputs)

    @property
    def __signature__(self) -> Signature:
        """What `inspect.signature` and editors show."""
        optional = None if self._pi is not None else Parameter.empty
        inputs = [
            Parameter(p.name, Parameter.POSITIONAL_OR_KEYWORD, default=optional if p.name == "pi" else Parameter.empty)
            for p in self._inputs
            if p.name != PASSIVE
        ]
        following: list[tuple[str, Any]] = [(PASSIVE, None), ("guess", None)] if self._follows else []
        ways = [
            Parameter(name, Parameter.KEYWORD_ONLY, default=value)
            for name, value in (*following, ("out", None), ("threads", 1))
        ]
        return Signature([*inputs, *ways])

    def __repr__(self) -> str:
        """Say how it is called."""
        return f"<{self.__name__}{self.__signature__}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the code of the whole robot as text, and which kernel of it this is."""
        if self._again is None:
            raise TypeError(f"{self.__name__} was loaded by hand and cannot be pickled")
        make, *arguments = self._again
        return make, (*arguments, self.__name__)

    def __call__(self, *arguments: ArrayLike, out: Any = None, threads: int = 1, **named: ArrayLike) -> Any:
        """Call the kernel.

        Args:
            arguments: inputs in order; the last, `pi`, may be left out where the robot file has its values.
            out: an array, or a tuple of arrays, that results are written into.
            threads: how many work on a batch.
            named: inputs by name.
        """
        if not named and (known := self._known.get(len(arguments))) is not None:
            if self._shape is None:
                if out is None:
                    results = [empty(port.shape, self._dtype) for port in self._outputs]
                    if self._caller(*arguments, *known, *results) is None:
                        return finished(results)
                elif type(out) is tuple and self._are_results(out) and self._caller(*arguments, *known, *out) is None:
                    return finished(out)
            elif out is None:
                result = empty(self._shape, self._dtype)
                if self._caller(*arguments, *known, result) is None:
                    return result
            elif type(out) is ndarray and out.shape == self._shape and self._caller(*arguments, *known, out) is None:
                return out
        return self._called_with_care(arguments, named, out, threads)

    def _are_results(self, out: tuple[Any, ...]) -> bool:
        """Tell whether these are arrays of the results' shapes; what else they have to be, the caller finds out."""
        return len(out) == len(self._outputs) and all(
            type(array) is ndarray and array.shape == port.shape for array, port in zip(out, self._outputs, strict=True)
        )

    def batch(self, *arguments: ArrayLike, out: Any = None, threads: int = 1, **named: ArrayLike) -> Any:
        """Call the kernel for rows of samples: arrays of shape (N, n), or (n,) for what all samples share.

        Calls do the same where they are given rows; here one sample without rows is refused.
        """
        if all(np.ndim(values) < 2 for values in (*arguments, *named.values()) if values is not None):
            raise InputError("takes rows of samples, arrays of shape (N, n)", field=f"{self.__name__}.batch")
        return self._called_with_care(arguments, named, out, threads)

    def columns(self, *arguments: ArrayLike, out: Any = None, **named: ArrayLike) -> Any:
        """Call the kernel for columns of samples: an array of shape (n, N) for each input, one `pi`.

        Results have their samples last too. Joints that follow are not found: `passive=` gives their columns.
        """
        return self._laid_out(COLUMNS, arguments, named, out)

    def block(self, *arguments: ArrayLike, out: Any = None, **named: ArrayLike) -> Any:
        """Call the kernel for blocks of columns: an array of shape (B, n, `block_size`) for each input, one `pi`.

        So code works on batches, and nothing needs to be moved: the fastest way. Results have the samples of a block
        last. Joints that follow are not found: `passive=` gives their blocks.
        """
        return self._laid_out(BLOCKS, arguments, named, out)

    @property
    def layouts(self) -> tuple[str, ...]:
        """The layouts beside rows that the code has functions for; others are turned into rows."""
        return tuple(self._layouts)

    @property
    def block_size(self) -> int:
        """How many samples a block has."""
        return BLOCK[self._scalar]

    def _laid_out(self, name: str, arguments: Sequence[ArrayLike], named: Mapping[str, ArrayLike], out: Any) -> Any:
        field = f"{self.__name__}.{name}"
        if self._follows and PASSIVE not in named:
            raise MissingValueError("give passive=…: joints that follow are found for rows of samples", field=field)
        layout = Layout(name, self._scalar, field)
        arrays, count = layout.taken(self._given(arguments, named), self._inputs, self._dtype)
        results = self._results(layout.shapes(self._outputs, count), out, arrays)
        if name in self._layouts:
            self._layouts[name](count, arrays, results)
        else:
            layout.by_rows(self._call, list(zip(self._inputs, arrays, strict=True)), results)
        return finished(results)

    def prepared(self, *arguments: NDArray[Any], out: Any = None, **named: NDArray[Any]) -> Callable[[], Any]:
        """Return a function of no arguments for arrays that stay where they are: fill them, call it, read the results.

        It returns ``out``, the same arrays each time. Inputs must be as the code takes them, so that none is copied.
        """
        given = self._given(arguments, named)
        for port in self._inputs:
            if not self._is_taken_as_it_is(given[port.name]):
                what = f"must be a contiguous array of {np.dtype(self._dtype)}: prepared calls read it where it is"
                raise InputError(f"{port.name} {what}", field=self.__name__)
        arrays, samples = self._arrays(given)
        results = self._results(self._of_samples(samples), out, arrays)
        count = int(np.prod(samples)) if samples else None
        fixed = (
            partial(self._call, count, arrays, results) if self._fixed is None else self._fixed(count, arrays, results)
        )
        returned = finished(results) if all(result.shape for result in results) else None

        def call() -> Any:
            fixed()
            return finished(results) if returned is None else returned

        return call

    def _called_with_care(
        self, arguments: Sequence[ArrayLike], named: Mapping[str, ArrayLike], out: Any, threads: int
    ) -> Any:
        arrays, samples = self._arrays(self._given(arguments, named))
        results = self._results(self._of_samples(samples), out, arrays)
        if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
            raise InputError(f"threads must be a whole number from 1 on, not {threads!r}", field=self.__name__)
        count = int(np.prod(samples)) if samples else None
        if count is None or threads == 1 or count < threads:
            self._call(count, arrays, results)
        else:
            self._call_in_parts(count, arrays, results, threads)
        return finished(results)

    @property
    def follows(self) -> bool:
        """Whether it takes where the joints are that Newton's method finds."""
        return self._follows

    def _call_in_parts(self, count: int, arrays: Arrays, results: Arrays, threads: int) -> None:
        """Let threads work on parts of a batch; compiled code lets go of Python's lock meanwhile."""

        def rows(array: NDArray[Any], port: Argument, part: slice) -> NDArray[Any]:
            return array if port.name == "pi" else array.reshape(count, *port.shape)[part]

        def work(part: slice) -> None:
            inputs = [rows(array, port, part) for array, port in zip(arrays, self._inputs, strict=True)]
            outputs = [rows(result, port, part) for result, port in zip(results, self._outputs, strict=True)]
            self._call(part.stop - part.start, inputs, outputs)

        edges = [count * i // threads for i in range(threads + 1)]
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(work, map(slice, edges, edges[1:])))

    def _given(self, arguments: Sequence[ArrayLike], named: Mapping[str, ArrayLike]) -> dict[str, ArrayLike]:
        """Return the inputs by name."""
        names = [port.name for port in self._inputs if port.name != PASSIVE]
        takes = f"{self.__name__} takes {', '.join(names)}"
        if len(arguments) > len(names):
            raise TypeError(f"{takes}; {len(arguments)} arguments were given")
        given = dict(zip(names, arguments, strict=False))
        by_name = dict(named)
        guess = by_name.pop("guess", None) if self._follows else None
        passive = by_name.pop(PASSIVE, None) if self._follows else None
        for name, values in by_name.items():
            if name == "pi" and values is None:
                continue
            if name not in names or name in given:
                raise TypeError(f"{takes}; {name} was given once too often")
            given[name] = values
        if "pi" in names and "pi" not in given:
            if self._pi is None:
                raise MissingValueError("the robot file leaves parameters unknown; pass pi=…", field=self.__name__)
            given["pi"] = self._pi
        missing = [name for name in names if name not in given]
        if missing:
            raise TypeError(f"{takes}; missing: {', '.join(missing)}")
        return given | ({PASSIVE: self._following(given["q"], passive, guess)} if self._follows else {})

    def _following(self, q: ArrayLike, passive: ArrayLike | None, guess: ArrayLike | None) -> ArrayLike:
        """Return where the joints are that follow ``q``: as they are given, or closed."""
        if passive is not None:
            return passive
        if self._close is None:
            what = "give passive=…, or build loop_motion and close_step beside it, which find it"
            raise MissingValueError(what, field=self.__name__)
        found: ArrayLike = self._close(q, guess)[0]
        return found

    def _arrays(self, given: Mapping[str, ArrayLike]) -> tuple[Arrays, tuple[int, ...]]:
        """Return the inputs as the code takes them, and the shape of the samples; () for one sample."""
        arrays = [self._array(given[port.name], port) for port in self._inputs]
        shapes = {p.name: a.shape[:-1] for a, p in zip(arrays, self._inputs, strict=True) if p.name != "pi"}
        samples = joint_samples(shapes, self.__name__)
        if samples:
            arrays = [self._spread(a, port, samples) for a, port in zip(arrays, self._inputs, strict=True)]
        return arrays, samples

    def _array(self, values: ArrayLike, port: Argument) -> NDArray[Any]:
        array = real_array(values, port.name, self._dtype, self.__name__)
        single = port.name == "pi"
        if array.shape[-1:] != (port.size,) or (single and array.ndim != 1):
            wanted = f"({port.size},)" if single else f"({port.size},) or (N, {port.size})"
            raise InputError(f"{port.name} must have shape {wanted}, not {array.shape}", field=self.__name__)
        return array

    def _is_taken_as_it_is(self, values: Any) -> bool:
        return isinstance(values, np.ndarray) and values.dtype == self._dtype and values.flags.c_contiguous

    def _of_samples(self, samples: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
        return {port.name: (*samples, *port.shape) for port in self._outputs}

    def _results(self, shapes: Mapping[str, tuple[int, ...]], out: Any, arrays: Arrays) -> Arrays:
        if out is None:
            return [np.empty(shape, self._dtype) for shape in shapes.values()]
        inputs = {port.name: array for port, array in zip(self._inputs, arrays, strict=True)}
        return checked_results(out, shapes, self._dtype, inputs, self.__name__)

    @staticmethod
    def _spread(array: NDArray[Any], port: Argument, samples: tuple[int, ...]) -> NDArray[Any]:
        if port.name == "pi" or array.shape[:-1] == samples:
            return array
        return np.ascontiguousarray(np.broadcast_to(array, (*samples, port.size)))
