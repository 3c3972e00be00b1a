"""Kernels that Python can call: compiled C through cffi, or the generated NumPy module.

Every kernel takes arrays of shape (n,) or (N, n); samples broadcast against each other, `pi` is one for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symdyn.algebra.decimals import to_float
from symdyn.compilation import CSource, compile_library
from symdyn.emit import StagedKernel
from symdyn.emit.c_function import Target
from symdyn.emit.c_kernel import prototypes
from symdyn.emit.facts import Facts
from symdyn.errors import InputError, MissingValueError
from symdyn.generate import Package
from symdyn.ir.program import Port

DTYPES: Mapping[str, Any] = {"double": np.float64, "float": np.float32}


class Kernels:
    """The kernels of one robot, as attributes: `kernels.inverse_dynamics(q, qd, qdd)`."""

    def __init__(
        self, package: Package, functions: Mapping[str, CompiledKernel], backend: str, pi: NDArray[Any] | None
    ) -> None:
        """Collect callables by name; ``pi`` are the robot file's values as the code holds them."""
        self.name = package.name
        self.backend = backend
        self.package = package
        self.pi = pi
        self._functions = dict(functions)

    def __getattr__(self, name: str) -> CompiledKernel:
        """Return a kernel."""
        try:
            return self.__dict__["_functions"][name]  # type: ignore[no-any-return]
        except KeyError:
            available = ", ".join(self.__dict__.get("_functions", ()))
            raise AttributeError(f"no kernel {name!r}; there are {available}") from None

    def __dir__(self) -> list[str]:
        """List kernels too."""
        return [*super().__dir__(), *self._functions]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the kernels' names."""
        return iter(self._functions)

    def __repr__(self) -> str:
        """Say whose kernels these are."""
        return f"<{len(self._functions)} {self.backend} kernels of {self.name}>"


class CompiledKernel:
    """One kernel: checks and shapes its arguments, then calls C or NumPy."""

    def __init__(self, kernel: StagedKernel, facts: Facts, call: Any) -> None:
        """Wrap ``call(count, inputs, outputs)``, where count is None for a single sample."""
        self.__name__ = kernel.name
        self.__doc__ = kernel.summary
        self._inputs = kernel.program.inputs
        self._outputs = kernel.program.outputs
        self._dtype = DTYPES[facts.options.scalar]
        self._pi: NDArray[Any] | None = None
        if facts.has_values and facts.takes_pi:
            self._pi = np.array([to_float(value) for value in facts.pi_values if value is not None], self._dtype)
        self._call = call

    @property
    def takes_pi(self) -> bool:
        """Whether the kernel takes parameters."""
        return any(port.name == "pi" for port in self._inputs)

    def __call__(self, *arguments: ArrayLike, pi: ArrayLike | None = None) -> Any:
        """Call the kernel; see the module for shapes."""
        arrays = self._arrays(arguments, pi)
        shapes = [a.shape[:-1] for a, port in zip(arrays, self._inputs, strict=True) if port.name != "pi"]
        samples = np.broadcast_shapes(*shapes)
        count = int(np.prod(samples)) if samples else None
        if samples:
            arrays = [self._spread(a, port, samples) for a, port in zip(arrays, self._inputs, strict=True)]
        outputs = [np.empty((*samples, *port.shape), self._dtype) for port in self._outputs]
        self._call(count, arrays, outputs)
        finished = [out if out.shape else out[()] for out in outputs]
        return finished[0] if len(finished) == 1 else tuple(finished)

    def _arrays(self, arguments: Sequence[ArrayLike], pi: ArrayLike | None) -> list[NDArray[Any]]:
        names = [port.name for port in self._inputs]
        given = dict(zip(names, arguments, strict=False))
        if len(arguments) > len(names):
            raise TypeError(f"{self.__name__} takes {', '.join(names)}; {len(arguments)} arguments were given")
        if pi is not None:
            if "pi" not in names or "pi" in given:
                raise TypeError(f"{self.__name__} takes {', '.join(names)}; pi was given once too often")
            given["pi"] = pi
        if "pi" in names and "pi" not in given:
            if self._pi is None:
                raise MissingValueError("the robot file leaves parameters unknown; pass pi=…", field=self.__name__)
            given["pi"] = self._pi
        missing = [name for name in names if name not in given]
        if missing:
            raise TypeError(f"{self.__name__} takes {', '.join(names)}; missing: {', '.join(missing)}")
        return [self._array(given[port.name], port) for port in self._inputs]

    def _array(self, values: ArrayLike, port: Port) -> NDArray[Any]:
        array = np.ascontiguousarray(values, self._dtype)
        single = port.name == "pi"
        if array.shape[-1:] != (port.size,) or (single and array.ndim != 1):
            wanted = f"({port.size},)" if single else f"({port.size},) or (N, {port.size})"
            raise InputError(f"{port.name} must have shape {wanted}, not {array.shape}", field=self.__name__)
        return array

    @staticmethod
    def _spread(array: NDArray[Any], port: Port, samples: tuple[int, ...]) -> NDArray[Any]:
        if port.name == "pi" or array.shape[:-1] == samples:
            return array
        return np.ascontiguousarray(np.broadcast_to(array, (*samples, port.size)))


def compiled_kernels(package: Package) -> Kernels:
    """Compile a package's C and return its kernels."""
    name, facts = package.name, package.facts
    header = package.files[f"{name}.h"]
    library = compile_library(CSource(name, _declarations(package), header, package.files[f"{name}.c"]))
    functions = {
        kernel.name: CompiledKernel(kernel, facts, _c_call(library, f"{name}_{kernel.name}", facts))
        for kernel in package.kernels
    }
    pi = None
    if _holds_values(facts):
        table = library.ffi.buffer(getattr(library.lib, f"{name}_pi"))
        pi = np.frombuffer(table, DTYPES[facts.options.scalar]).copy()
    return Kernels(package, functions, "c", pi)


def _holds_values(facts: Facts) -> bool:
    return facts.has_values and facts.takes_pi


def _declarations(package: Package) -> str:
    facts, lines = package.facts, []
    if _holds_values(facts):
        lines.append(f"extern const {facts.options.scalar} {package.name}_pi[{len(facts.pi_names)}];")
    target = Target(facts.name, facts.macro, facts.options)
    for kernel in package.kernels:
        lines += prototypes(kernel, target)
    return "\n".join(lines)


def _c_call(library: Any, name: str, facts: Facts) -> Any:
    single, batch = getattr(library.lib, name), getattr(library.lib, f"{name}_batch")
    from_buffer, pointer = library.ffi.from_buffer, f"{facts.options.scalar}[]"

    def call(count: int | None, inputs: Sequence[NDArray[Any]], outputs: Sequence[NDArray[Any]]) -> None:
        pointers = [from_buffer(pointer, array) for array in (*inputs, *outputs)]
        if count is None:
            single(*pointers)
        else:
            batch(count, *pointers)

    return call


def numpy_kernels(package: Package) -> Kernels:
    """Return the kernels of a package's NumPy module: no compiler needed, slower."""
    module = ModuleType(package.name)
    exec(compile(package.files[f"{package.name}.py"], f"{package.name}.py", "exec"), module.__dict__)
    functions = {
        kernel.name: CompiledKernel(kernel, package.facts, _numpy_call(getattr(module, kernel.name)))
        for kernel in package.kernels
    }
    return Kernels(package, functions, "numpy", module.__dict__.get("PI"))


def _numpy_call(function: Any) -> Any:
    def call(count: int | None, inputs: Sequence[NDArray[Any]], outputs: Sequence[NDArray[Any]]) -> None:
        results = function(*inputs)
        for output, result in zip(outputs, results if len(outputs) > 1 else (results,), strict=True):
            output[...] = result

    return call
