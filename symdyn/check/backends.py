"""The code under check, loaded in processes of its own: what runs, what is left out, what should run and does not."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from symdyn.apart.backend import Backend
from symdyn.apart.process import TIME_LIMIT, told
from symdyn.compilation import LONGEST_SECONDS
from symdyn.emit.backend import backends
from symdyn.errors import BuildError, CacheError
from symdyn.languages import LANGUAGES
from symdyn.package.contents import Package
from symdyn.package.interface import package_interface
from symdyn.runtime.runner import runner_of
from symdyn.version import VERSION


@dataclass(frozen=True, slots=True)
class Conduct:
    """How code is run: seconds for one answer of it and for compiling it, and what may go unchecked.

    `allow_missing` are languages that may go unchecked for want of a compiler.
    """

    time_limit: float = TIME_LIMIT
    compile_limit: float = LONGEST_SECONDS
    allow_missing: tuple[str, ...] = ()


USUAL_CONDUCT = Conduct()


class Backends:
    """The languages of a package, each in its process until the end of a `with`."""

    def __init__(self, package: Package, conduct: Conduct) -> None:
        """Load what can be loaded; code that nothing here runs is a failure unless it may be missing."""
        self.interface = package_interface(package)
        self.run: dict[str, Backend] = {}
        self.left_out: dict[str, str] = {}
        self.failed: dict[str, str] = {}
        self._processes = ExitStack()
        with ExitStack() as until_all_are_there:
            until_all_are_there.callback(self._processes.close)
            for language in LANGUAGES:
                if language not in package.facts.options.languages:
                    self.left_out[language] = "was not generated"
                elif reason := _why_not_run(language):
                    if language in conduct.allow_missing:
                        self.left_out[language] = reason
                    else:
                        self.failed[language] = f"could not be checked: {reason}"
                else:
                    self._load(language, package, conduct)
            until_all_are_there.pop_all()

    def _load(self, language: str, package: Package, conduct: Conduct) -> None:
        try:
            _refuse_other_declarations(language, package)
            backend = Backend(self.interface, language, conduct.time_limit, conduct.compile_limit)
            self.run[language] = self._processes.enter_context(backend)
        except CacheError:
            raise  # of this process, where no code under check runs: says nothing about it
        except Exception as error:  # the code under check may raise anything
            self.failed[language] = told(error)

    def __enter__(self) -> Self:
        """Use it for a while."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the processes."""
        self._processes.close()


def _refuse_other_declarations(language: str, package: Package) -> None:
    """Refuse files that do not declare what Python is going to call: arrays of other sizes would be overrun."""
    (backend,) = backends([language]).values()
    if undeclared := backend.undeclared(package.facts, package.kernels, package.files):
        raise BuildError(f"{undeclared} as symdyn {VERSION} does; generate it again")


def _why_not_run(language: str) -> str:
    if not LANGUAGES[language].runner:
        return "it is not run: nothing here runs it"
    return runner_of(language).missing()
