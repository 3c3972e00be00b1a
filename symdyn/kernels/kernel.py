"""What a kernel is: a name, ports, and a computation over any ring.

Shapes are in terms of n (coordinates), l (moving links: as many, but more where a robot is closed), p (full
parameters), k (entries of pi), u (parameters called unknown) and d (joints that follow the coordinates).

Where joints of loops are found only together, their positions are an input `passive` of every kernel, behind `q`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.dynamics.setting import Setting, is_closed_by_newton
from symdyn.model.robot import Robot

S = TypeVar("S", bound=Scalar)
Rows = Sequence[Sequence[S]]

INPUT_SHAPES: Mapping[str, tuple[str, ...]] = {
    "q": ("n",),
    "passive": ("d",),
    "qd": ("n",),
    "qdd": ("n",),
    "qd_r": ("n",),
    "qdd_r": ("n",),
    "qd_f": ("n",),
    "sign_f": ("n",),
    "s": ("n",),
    "tau": ("n",),
    "wrench": ("6",),
    "pi": ("k",),
    "parameters": ("p",),
}


@dataclass(frozen=True, slots=True)
class Computation(Generic[S]):
    """What a kernel computed: its outputs flattened row by row, and the quantities on the way, for their names."""

    outputs: tuple[tuple[S, ...], ...]
    quantities: Any = ()


@dataclass(frozen=True, slots=True)
class Kernel:
    """A named computation; outputs are (name, shape) with shapes in n, l, p, k, u, their multiples, or digits.

    One that is made on request is generated only where a control law needs it or a user names it, one of loops also
    where a robot has such. One that inverts the mass matrix exists only where every joint moves something.
    """

    name: str
    summary: str
    inputs: tuple[str, ...]
    outputs: tuple[tuple[str, tuple[str, ...]], ...]
    compute: Callable[[Setting[Any]], Computation[Any]]
    on_request: bool = False
    inverts_mass: bool = False
    of_loops: bool = False
    from_zero: bool = False  # counted from where all joints are zero, whether loops are closed there or not
    tip: str = ""  # the link that it is of, where it is of a tip among several
    alike: str = ""  # the kernel that it is like then, of the robot's tip

    @property
    def kind(self) -> str:
        """What is asked of the robot: the kernel's name, whichever link it is of."""
        return self.alike or self.name

    @property
    def of_parameters(self) -> bool:
        """Whether it takes parameters, or returns something for each of them."""
        return bool({"pi", "parameters"} & set(self.inputs)) or self.counts_pi or self._has_output_of("p")

    @property
    def counts_pi(self) -> bool:
        """Whether the size of an output is that of a set of parameters that is made of the minimal one."""
        return self._has_output_of("k", "u")

    def _has_output_of(self, *sizes: str) -> bool:
        return any(size in sizes for _, shape in self.outputs for size in shape)


def inputs_of(kernel: Kernel, robot: Robot) -> tuple[str, ...]:
    """Return the names of what a kernel takes of a robot."""
    if "q" not in kernel.inputs or not is_closed_by_newton(robot):
        return kernel.inputs
    return tuple(name for one in kernel.inputs for name in ((one, "passive") if one == "q" else (one,)))


def flat(rows: Rows[S]) -> tuple[S, ...]:
    """Return the entries of a matrix row by row."""
    return tuple(entry for row in rows for entry in row)
