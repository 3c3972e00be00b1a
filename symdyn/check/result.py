"""What a check found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symdyn.parameters.certificate import Recheck


@dataclass(frozen=True, slots=True)
class Worst:
    """The worst error of one backend, and where it was found; `trouble` is why there is none.

    `allowed` is more than the usual tolerance where rounding explains more (`closer_look`).
    """

    error: float
    where: str
    trouble: str = ""
    allowed: float = 0.0

    def excess(self, tolerance: float) -> float:
        """Return the error in parts of what is allowed."""
        return self.error / max(tolerance, self.allowed)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: a kernel, law or controller, the samples it was tried at, each backend's worst error."""

    name: str
    summary: str
    samples: int
    tolerance: float
    worst: Mapping[str, Worst]
    note: str = ""

    @property
    def failures(self) -> tuple[tuple[str, Worst], ...]:
        """The backends that are wrong; an error that is not a number is one."""
        return tuple((key, worst) for key, worst in self.worst.items() if not worst.excess(self.tolerance) <= 1.0)

    @property
    def allowed(self) -> float:
        """The tolerance, or what more rounding explains."""
        return max((self.tolerance, *(worst.allowed for worst in self.worst.values())))

    @property
    def passed(self) -> bool:
        """Whether every backend is right."""
        return not self.failures


@dataclass(frozen=True, slots=True)
class FileLine:
    """One file of a generated folder that is not what this version generates, and why that may be."""

    name: str
    state: str  # a word: edited, outdated, missing
    why: str


@dataclass(frozen=True, slots=True)
class FilesFound:
    """The comparison of a folder with what this version generates; `foreign` files are the user's own."""

    folder: str
    count: int
    differing: tuple[FileLine, ...]
    foreign: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """All findings about one robot."""

    robot: str
    version: str
    scalar: str
    backends: Mapping[str, str]  # what was run
    left_out: Mapping[str, str]  # what was not, and why
    generated: tuple[str, ...]  # languages that there is code in
    kernels: tuple[Line, ...]
    laws: tuple[Line, ...]
    controllers: tuple[Line, ...]
    files: FilesFound | None
    notes: tuple[str, ...]
    failed_backends: Mapping[str, str]  # what should have run and could not, and why
    certificate: Recheck  # of the minimal parameters, established again

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        ran = bool(self.backends) and not self.failed_backends
        lines = all(line.passed for line in self.lines)
        return ran and lines and self.certificate.passed and not (self.files and self.files.differing)

    @property
    def unchecked(self) -> tuple[str, ...]:
        """The languages that there is code in and that were left out."""
        return tuple(key for key in self.left_out if key in self.generated)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Everything that was run."""
        return (*self.kernels, *self.laws, *self.controllers)

    @property
    def worst_error(self) -> float:
        """The largest error of any kernel."""
        return max((w.error for line in self.kernels for w in line.worst.values()), default=0.0)
