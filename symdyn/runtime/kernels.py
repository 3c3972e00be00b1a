"""The kernels of a robot that Python can call, whatever language they are generated in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symdyn.errors import MissingValueError
from symdyn.interface import Interface
from symdyn.languages import LANGUAGES
from symdyn.runtime.closing import Close
from symdyn.runtime.compiled_kernel import CompiledKernel
from symdyn.runtime.runner import Code, runner_of

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
        again: tuple[Interface, str] | None = None,
        close: Close | None = None,
    ) -> None:
        """Collect callables by name.

        Args:
            name: the robot's.
            functions: the kernels.
            backend: what they are called by whoever asks for them.
            pi: the robot file's values as the code holds them.
            package: gives all that was generated.
            again: what another process makes the same kernels of, and their language; None if they stay here.
            close: closes loops, where there are such; an attribute beside the kernels.
        """
        if pi is not None:
            pi = np.array(pi)
            pi.flags.writeable = False
        self.name = name
        self.backend = backend
        self._pi = pi
        self._functions = dict(functions)
        self._package = package
        self._again = again
        if close is not None:
            self.close = close
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

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the code as text; who unpickles it compiles it, or finds it compiled."""
        if self._again is None:
            raise TypeError(f"kernels of {self.name} were loaded by hand and cannot be pickled")
        return unpickled, self._again

    def __repr__(self) -> str:
        """Say whose kernels these are."""
        return f"<{len(self._functions)} {self.backend} kernels of {self.name}>"


def package_kernels(package: Package, language: str) -> Kernels:
    """Return the kernels of a package, as they are in one of its languages."""
    from symdyn.package.interface import package_interface  # at call time: it imports all that generates

    return language_kernels(package_interface(package), language, lambda: package)


def language_kernels(robot: Interface, language: str, package: Callable[[], Package]) -> Kernels:
    """Load a robot's code in one language; ``package`` gives all that was generated with it."""
    code = runner_of(language).load(robot)
    return kernels_of(robot, code, LANGUAGES[language].called, package, (robot, language))


def kernels_of(
    robot: Interface,
    code: Code,
    backend: str,
    package: Callable[[], Package],
    again: tuple[Interface, str] | None = None,
) -> Kernels:
    """Return kernels that check and shape their arguments for loaded code."""
    functions = {
        kernel.name: CompiledKernel(kernel, robot, code, None if again is None else (one_unpickled, *again))
        for kernel in robot.kernels
    }
    close = _closing(robot, functions)
    return Kernels(robot.name, functions, backend, code.pi, package, again, close)


def _closing(robot: Interface, functions: Mapping[str, CompiledKernel]) -> Close | None:
    if robot.loops is None:
        return None
    close = Close(robot.loops, functions, robot.name)
    for function in functions.values():
        function.closes_with(close)
    return close


def unpickled(robot: Interface, language: str) -> Kernels:
    """Return kernels that were pickled."""

    def package() -> Package:
        raise MissingValueError("pickled kernels carry code, not how it was made; build them again", field=robot.name)

    return language_kernels(robot, language, package)


def one_unpickled(robot: Interface, language: str, kernel: str) -> CompiledKernel:
    """Return one kernel that was pickled."""
    return getattr(unpickled(robot, language), kernel)  # type: ignore[no-any-return]
