"""The step that closes loops whose joints are found together; `close` takes a fixed number of them.

Scalars: a field.
"""

from __future__ import annotations

from typing import TypeVar

from symdyn.algebra.scalar import Divisible
from symdyn.dynamics.setting import Setting
from symdyn.kernels.kernel import Computation, Kernel

S = TypeVar("S", bound=Divisible)


def kernel_close_step(at: Setting[S]) -> Computation[S]:
    """Change of the joints that follow the coordinates, and how far the loops are open before it."""
    change, gap = at.newton_step()
    return Computation((change, (gap,)))


CLOSE_STEP = Kernel(
    "close_step",
    "Step of Newton's method towards closed loops: change of the passive joints; squares of all gaps before it.",
    ("q",),
    (("change", ("d",)), ("gap", ("1",))),
    kernel_close_step,
    on_request=True,
    of_loops=True,
)
