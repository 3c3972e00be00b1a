"""What a paper's formulation is: a kernel of its own, and the usual kernels that it must agree with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from symdyn.dynamics.setting import Setting
from symdyn.errors import InputError
from symdyn.joints.turn_or_slide import require_turn_or_slide
from symdyn.kernels import KERNELS
from symdyn.kernels.kernel import Computation, Kernel
from symdyn.model.robot import BASE, Robot
from symdyn.parameters.forms.table import PIVOT

T = TypeVar("T")
TEN = 10
Ports = tuple[tuple[str, tuple[str, ...]], ...]
Outputs = Mapping[str, Sequence[Any]]  # of usual kernels, flat, by kernel and port: inverse_dynamics.tau


def accept(robot: Robot) -> None:
    """Take any robot."""


@dataclass(frozen=True, slots=True)
class PaperFormulation:
    """A formulation.

    `form` is that of the minimal set whose values the input `pi` has. `require` raises an InputError for robots that
    the paper does not treat. `expected` makes of the outputs of the `usual` kernels what this one gives, all in a row;
    joints' own parameters of the kinds that it `leaves_out` are then zero.
    """

    name: str
    paper: str
    summary: str
    usual: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: Callable[[Robot], Ports]
    compute: Callable[[Setting[Any]], Computation[Any]]
    expected: Callable[[Robot, Outputs], list[Any]]
    require: Callable[[Robot], None] = accept
    leaves_out: tuple[str, ...] = ()
    form: str = PIVOT

    def kernel(self, robot: Robot) -> Kernel:
        """Return the formulation as a kernel of a robot; an InputError where the paper does not treat it."""
        if robot.closing is not None:
            what = f"this formulation is of trees, and loops, couplings or motors close {robot.name}"
            raise InputError(f"{what}; use the usual kernels")
        self.require(robot)
        return Kernel(self.name, self.summary, self.inputs, self.outputs(robot), self.compute)


def usual_outputs(formulation: PaperFormulation, run: Callable[[Kernel], Outputs]) -> Outputs:
    """Return the outputs of the usual kernels by kernel and port; ``run`` gives those of a kernel by port."""
    return {f"{name}.{port}": values for name in formulation.usual for port, values in run(KERNELS[name]).items()}


def require_chain(robot: Robot) -> None:
    """Refuse trees, and joints that do more than turn or slide; links on fixed joints are parts of their carriers."""
    last = BASE  # the moving joint before
    carriers: list[int] = []  # of every link: the moving joint that carries it
    for i, joint in enumerate(robot.joints):
        below = BASE if joint.parent == BASE else carriers[joint.parent]
        if joint.moves and below != last:
            what = f"this formulation needs a serial chain, and {joint.name} does not stand on the link before it"
            raise InputError(what)
        if joint.moves:
            require_turn_or_slide(joint.kind, joint.name, "chains of this formulation")
            last = i
        carriers.append(i if joint.moves else below)


def body_names(robot: Robot) -> tuple[str, ...]:
    """Return the names of all bodies with ten parameters: links, those on fixed joints too, and the load."""
    return (
        *(joint.link.name for joint in robot.joints if joint.link.parameters),
        *([robot.load.body.name] if robot.load else []),
    )


def of_bodies(robot: Robot, of_links: Sequence[T]) -> list[T]:
    """Return, of what there is of every link and the load, that of bodies with parameters."""
    links = zip(of_links, robot.joints, strict=False)
    return [item for item, joint in links if joint.link.parameters] + list(of_links[len(robot.joints) :])


def first_parameters(robot: Robot) -> list[int]:
    """Where in the full vector the ten of every body begin."""
    first, at = [], 0
    for joint in robot.joints:
        first += [at] if joint.link.parameters else []
        at += len(joint.link.parameters) + len(joint.effects)
    return [*first, at] if robot.load else first
