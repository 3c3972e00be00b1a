"""Kernels that Python can call, whatever language they are generated in.

Every kernel takes arrays of shape (n,) or (N, n); samples broadcast against each other, `pi` is one for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symdyn.errors import InputError, MissingValueError
from symdyn.interface import Argument, Interface, KernelInterface
from symdyn.interface.arrays import joint_samples, real_array
from symdyn.languages import LANGUAGES
from symdyn.runtime.runner import DTYPES, Call, Code, runner_of

if TYPE_CHECKING:
    from symdyn.package.contents import Package


class Kernels:
    """The kernels of one robot, as attributes: `kernels.inverse_dynamics(q, qd, qdd)`."""

    def __init__(
        self,
        name: str,
        functions: Mapping[str, CompiledKernel],
        backend: str,
        pi: NDArray[Any] | None,
        package: Callable[[], Package],
    ) -> None:
        """Collect callables by name; ``pi`` are the robot file's values as the code holds them."""
        if pi is not None:
            pi = np.array(pi)
            pi.flags.writeable = False
        self.name = name
        self.backend = backend
        self._pi = pi
        self._functions = dict(functions)
        self._package = package
        for kernel, function in self._functions.items():  # found at once, without a failed search before __getattr__
            if not hasattr(type(self), kernel):
                self.__dict__.setdefault(kernel, function)

    @property
    def pi(self) -> NDArray[Any] | None:
        """The robot file's values, which kernels take by default, to read; give a kernel others with `pi=`."""
        return self._pi

    @cached_property
    def package(self) -> Package:
        """Everything that was generated, programs included; generated again where the kernels came from the cache."""
        return self._package()

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
    """One kernel: checks and shapes its arguments, then calls the code."""

    def __init__(self, kernel: KernelInterface, robot: Interface, call: Call) -> None:
        """Wrap ``call(count, inputs, outputs)``, where count is None for a single sample."""
        self.__name__ = kernel.name
        self.__doc__ = kernel.summary
        self._inputs = kernel.inputs
        self._outputs = kernel.outputs
        self._dtype = DTYPES[robot.scalar]
        self._pi = None if robot.pi is None else np.array(robot.pi, self._dtype)
        self._call = call
        self._kind = np.dtype(self._dtype)
        sampled = [port for port in kernel.inputs if port.name != "pi"]
        self._single_shapes = [(port.size,) for port in sampled]
        self._after: tuple[NDArray[Any], ...] = ()  # what the code takes after the samples
        self._can_be_ready = tuple(sampled) == kernel.inputs
        if self._pi is not None and (*sampled, kernel.inputs[-1]) == kernel.inputs and kernel.inputs[-1].name == "pi":
            self._after, self._can_be_ready = (self._pi,), self._pi.shape == (kernel.inputs[-1].size,)

    @property
    def takes_pi(self) -> bool:
        """Whether the kernel takes parameters."""
        return any(port.name == "pi" for port in self._inputs)

    def __call__(self, *arguments: ArrayLike, pi: ArrayLike | None = None) -> Any:
        """Call the kernel; see the module for shapes."""
        if pi is None and self._are_ready(arguments):
            outputs = [np.empty(port.shape, self._dtype) for port in self._outputs]
            self._call(None, (*arguments, *self._after), outputs)
            return _finished(outputs)
        arrays = self._arrays(arguments, pi)
        shapes = {p.name: a.shape[:-1] for a, p in zip(arrays, self._inputs, strict=True) if p.name != "pi"}
        samples = joint_samples(shapes, self.__name__)
        count = int(np.prod(samples)) if samples else None
        if samples:
            arrays = [self._spread(a, port, samples) for a, port in zip(arrays, self._inputs, strict=True)]
        outputs = [np.empty((*samples, *port.shape), self._dtype) for port in self._outputs]
        self._call(count, arrays, outputs)
        return _finished(outputs)

    def _are_ready(self, arguments: tuple[Any, ...]) -> TypeGuard[tuple[NDArray[Any], ...]]:
        """Tell whether arguments are one sample just as the code takes it; the checks would cost more than the work."""
        if not self._can_be_ready or len(arguments) != len(self._single_shapes):
            return False
        kind = self._kind
        for array, shape in zip(arguments, self._single_shapes, strict=True):
            if type(array) is not np.ndarray or array.dtype is not kind:
                return False
            if array.shape != shape or not array.flags.c_contiguous:
                return False
        return True

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

    def _array(self, values: ArrayLike, port: Argument) -> NDArray[Any]:
        array = real_array(values, port.name, self._dtype, self.__name__)
        single = port.name == "pi"
        if array.shape[-1:] != (port.size,) or (single and array.ndim != 1):
            wanted = f"({port.size},)" if single else f"({port.size},) or (N, {port.size})"
            raise InputError(f"{port.name} must have shape {wanted}, not {array.shape}", field=self.__name__)
        return array

    @staticmethod
    def _spread(array: NDArray[Any], port: Argument, samples: tuple[int, ...]) -> NDArray[Any]:
        if port.name == "pi" or array.shape[:-1] == samples:
            return array
        return np.ascontiguousarray(np.broadcast_to(array, (*samples, port.size)))


def _finished(outputs: Sequence[NDArray[Any]]) -> Any:
    """Return one result as it is, several as a tuple; a number where a result has no axis."""
    if len(outputs) == 1 and outputs[0].shape:
        return outputs[0]
    finished = [out if out.shape else out[()] for out in outputs]
    return finished[0] if len(finished) == 1 else tuple(finished)


def package_kernels(package: Package, language: str) -> Kernels:
    """Return the kernels of a package, as they are in one of its languages."""
    from symdyn.package.interface import package_interface  # at call time: it imports all that generates

    return language_kernels(package_interface(package), language, lambda: package)


def language_kernels(robot: Interface, language: str, package: Callable[[], Package]) -> Kernels:
    """Load a robot's code in one language; ``package`` gives all that was generated with it."""
    return kernels_of(robot, runner_of(language).load(robot), LANGUAGES[language].called, package)


def kernels_of(robot: Interface, code: Code, backend: str, package: Callable[[], Package]) -> Kernels:
    """Return kernels that check and shape their arguments for loaded code."""
    functions = {kernel.name: CompiledKernel(kernel, robot, code.calls[kernel.name]) for kernel in robot.kernels}
    return Kernels(robot.name, functions, backend, code.pi, package)
