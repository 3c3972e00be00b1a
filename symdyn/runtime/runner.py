"""Runner: how Python runs generated code of one language; each language has one as `RUNNER`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from symdyn.errors import InputError
from symdyn.interface import Interface, LawInterface
from symdyn.languages import LANGUAGES

Array = NDArray[Any]
Call = Callable[[int | None, Sequence[Array], Sequence[Array]], None]
Fixed = Callable[[int | None, Sequence[Array], Sequence[Array]], Callable[[], object]]
Caller = Callable[..., bool | None]
DTYPES: Mapping[str, Any] = {"double": np.float64, "float": np.float32}


class Code(NamedTuple):
    """Code that was loaded: how every kernel of it is called, and the values of `pi` that it holds.

    Attributes:
        calls: ``call(count, inputs, outputs)``, where `count` is None for a single sample; arrays are contiguous, and
            outputs are written in place.
        pi: the robot file's values.
        callers: of kernels that have one, ``caller(*inputs, *outputs)`` for a single sample, which looks at the arrays
            itself: False where they are not as the code takes them, and nothing was called.
        fixed: ``fixed(count, inputs, outputs)``, a call of no arguments for arrays that stay where they are.
        layouts: of kernels, calls for samples that lie in `columns`, or in a `block`, where the code has them.
    """

    calls: Mapping[str, Call]
    pi: Array | None
    callers: Mapping[str, Caller | None] = MappingProxyType({})
    fixed: Mapping[str, Fixed] = MappingProxyType({})
    layouts: Mapping[str, Mapping[str, Call]] = MappingProxyType({})


class LawRunner(Protocol):
    """What runs a law: it holds the state, and takes arrays of the right type and shape."""

    theta: Array

    @property
    def code(self) -> str:
        """What the last step returned."""

    def held(self, name: str) -> Array:
        """Return numbers that it remembers."""

    def spoil(self, number: Array) -> None:
        """Fill with a number all memory that the code must write before it may read it."""

    def start(self, theta: Array) -> None:
        """Start again with estimates."""

    def set_theta(self, theta: Array) -> None:
        """Go on with other estimates, within their bounds."""

    def restart(self, tau: Array) -> None:
        """Start again with the estimates that there are, from a torque."""

    def law(self, inputs: list[Array]) -> tuple[Array, Array]:
        """Return torque and rate of the estimates."""

    def step(self, dt: float, inputs: list[Array]) -> Array:
        """Return the torque, and move on."""


class Runner(NamedTuple):
    """How code of a language is run.

    Attributes:
        files: the files of a robot, or of a law, that are loaded, by its name.
        described: who runs the code, in words.
        load: loads the kernels of a robot.
        law: starts what runs a law of a robot with given gains; None where no law is run.
        missing: why no code can be run here; nothing if it can.
        prepare: does of loading, of a law or of the kernels, what takes long and runs none of the code: compiling it,
            within a limit of seconds.
        environment: what a process must be told that is to load what was prepared here.
    """

    files: Callable[[str], tuple[str, ...]]
    described: Callable[[], str]
    load: Callable[[Interface], Code]
    law: Callable[[Interface, LawInterface, Mapping[str, Array]], LawRunner] | None = None
    missing: Callable[[], str] = lambda: ""
    prepare: Callable[[Interface, LawInterface | None, float], None] = lambda robot, law, limit: None
    environment: Callable[[], Mapping[str, str]] = dict


def runner_of(language: str) -> Runner:
    """Return what runs a language.

    Raises:
        InputError: nothing does.
    """
    known = LANGUAGES[language]
    if not known.runner:
        raise InputError(f"is generated, and not run: nothing here runs {known.title}", field=language)
    runner: Runner = import_module(known.runner).RUNNER
    return runner
