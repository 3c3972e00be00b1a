"""How large an error may be, and why.

A kernel of a seven-joint arm rounds a few thousand times, each time by half a unit in the last place of a number not
much larger than the quantity's natural size (`scale`): in all by 1e-16 to 1e-15 of that in doubles, so by 1e-13 of a
value that nearly vanishes. What is wrong with a program, a sign or a factor, shows at 1e-3 and above. The tolerances
lie between.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tolerance:
    """Largest errors: of a quantity, and of one that a law gets by differences with the given step."""

    rounding: float
    difference: float
    step: float


# Differences of sixth order: the truncation is below 2**7/140 step**6, rounding grows by 1/step. A float's larger step
# balances the two.
TOLERANCES: Mapping[str, Tolerance] = {
    "double": Tolerance(rounding=1e-11, difference=1e-9, step=1e-2),
    "float": Tolerance(rounding=2e-3, difference=1e-2, step=1e-1),
}
