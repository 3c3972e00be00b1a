"""Arguments and results of kernels; a robot's code as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from symdyn.interface.laws import LawInterface


@dataclass(frozen=True, slots=True)
class Argument:
    """An array that a kernel reads or writes, for one sample."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


@dataclass(frozen=True, slots=True)
class KernelInterface:
    """How a kernel is called."""

    name: str
    summary: str
    inputs: tuple[Argument, ...]
    outputs: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class LoopInterface:
    """How the joints are found that follow the coordinates of a robot with loops.

    Attributes:
        names: of these joints.
        places: in the tree.
        turns: whether each is an angle.
        closed_at: where they are when the robot is assembled.
        fastest: the largest entry of E that does not count as near singular.
        by_newton: whether kernels take their positions, as `passive`, which Newton's method finds.
        iterations: of that.
        largest_gap: what squares of all gaps may sum up to where loops count as closed.
    """

    names: tuple[str, ...]
    places: tuple[int, ...]
    turns: tuple[bool, ...]
    closed_at: tuple[float, ...]
    fastest: float
    by_newton: bool
    iterations: int
    largest_gap: float


@dataclass(frozen=True, slots=True)
class Interface:
    """A robot's generated code as a caller sees it.

    Attributes:
        name: the robot's.
        scalar: the type of every number, double or float.
        declarations: for each language that there is code in, what those who call it must be told, such as
            prototypes in C for cffi.
        pi: the robot file's parameters; None where it leaves some unknown, or where they are baked in.
        kernels: how kernels are called.
        laws: how controllers are called.
        files: names and texts of the files.
        loops: how loops are closed, where there are such and the kernels that it takes.
    """

    name: str
    scalar: str
    declarations: Mapping[str, str]
    pi: tuple[float, ...] | None
    kernels: tuple[KernelInterface, ...]
    laws: tuple[LawInterface, ...]
    files: Mapping[str, str]
    loops: LoopInterface | None = None
