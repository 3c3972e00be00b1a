"""What closes loops whose joints are found together: `close` takes a fixed number of steps, follows them, and looks.

Scalars: a field with square roots and arctangents.

    close_step   Newton's step of the joints that are found together
    close_rest   all others, and whether this is how the robot was assembled
    close_gap    whether the loops are closed; it alone decides that
"""

from __future__ import annotations

from typing import TypeVar

from symdyn.algebra.scalar import Divisible
from symdyn.dynamics.following import gap, led_on, newton_step
from symdyn.dynamics.setting import Setting
from symdyn.kernels.kernel import Computation, Kernel

S = TypeVar("S", bound=Divisible)


def kernel_close_step(at: Setting[S]) -> Computation[S]:
    """Change of the joints that follow the coordinates; of those that are found one by one, none."""
    return Computation((newton_step(at),))


def kernel_close_rest(at: Setting[S]) -> Computation[S]:
    """Where the joints are that follow the coordinates, from those that are found together; and a sense."""
    rest, sense = led_on(at)
    return Computation((rest, (sense,)))


def kernel_close_gap(at: Setting[S]) -> Computation[S]:
    """How far the loops are open."""
    return Computation(((gap(at),),))


CLOSE_STEP = Kernel(
    "close_step",
    "Step of Newton's method towards closed loops: change of the passive joints that are found together.",
    ("q",),
    (("change", ("d",)),),
    kernel_close_step,
    on_request=True,
    of_loops=True,
)
CLOSE_REST = Kernel(
    "close_rest",
    "All passive joints, from those found together; 1 where assembled as at closed_at, else -1.",
    ("q",),
    (("rest", ("d",)), ("sense", ("1",))),
    kernel_close_rest,
    on_request=True,
    of_loops=True,
)
CLOSE_GAP = Kernel(
    "close_gap",
    "How far loops are open: squares of all rows of cut joints.",
    ("q",),
    (("gap", ("1",)),),
    kernel_close_gap,
    on_request=True,
    of_loops=True,
)
CLOSING = {one.name: one for one in (CLOSE_STEP, CLOSE_REST, CLOSE_GAP)}
