"""The numeric witness in the place of the precise one: asked again where loops are closed with roots.

With sixty digits, loops would have to be closed by the very steps that are under check. The numeric witness closes them
in its own way, to the last bits; what is left of a difference, the rounding of the kernel's program must explain.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, Self

import numpy as np

from symdyn.algebra.exact import Exact
from symdyn.check.truth.precise_witness import PreciseWitness
from symdyn.model import NumericRobot
from symdyn.reference import Witness


class WitnessTwice(PreciseWitness):
    """Answers as the numeric witness does, with parameters as they are written."""

    def __init__(self, witness: Witness, robot: NumericRobot) -> None:
        """Stand in for the precise witness."""
        self._numeric = witness
        self.n = witness.n
        self.parameters: tuple[Exact | None, ...] = tuple(
            parameter.value if parameter.known else None for parameter in robot.full_parameters
        )

    def of_tip(self, link: str) -> Self:
        """Return the same with another link for the tip."""
        other = copy(self)
        other._numeric = self._numeric.of_tip(link)
        return other

    def __getattribute__(self, name: str) -> Any:
        """Ask the numeric witness whatever it knows."""
        if name.startswith("_") or name in ("n", "parameters", "of_tip"):
            return object.__getattribute__(self, name)
        return _in_doubles(getattr(self._numeric, name))


def _in_doubles(question: Callable[..., Any]) -> Callable[..., Any]:
    def asked(*arguments: Any) -> Any:
        return question(*(np.asarray(argument, float) for argument in arguments))

    return asked
