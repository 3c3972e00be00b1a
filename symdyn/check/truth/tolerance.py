"""How large an error may be, and why.

A kernel of a seven-joint arm rounds a few thousand times, each time by half a unit in the last place of a number not
much larger than the quantity's natural size (`scale`): in all by 1e-16 to 1e-15 of that in doubles, so by 1e-13 of a
value that nearly vanishes. What is wrong with a program, a sign or a factor, shows at 1e-3 and above. The tolerances
lie between. Where a robot costs more digits, `closer_look` finds out how many; `most` is what it may allow: the part of
their size by which doubles that are refused are wrong (`precision.enough`), and of floats ten times their tolerance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tolerance:
    """Largest errors: of a quantity, after a closer look at most, and where a law takes differences with a step."""

    rounding: float
    most: float
    difference: float
    step: float


# Differences of sixth order: the truncation is below 2**7/140 step**6, rounding grows by 1/step. A float's larger step
# balances the two.
TOLERANCES: Mapping[str, Tolerance] = {
    "double": Tolerance(rounding=1e-11, most=1e-6, difference=1e-9, step=1e-2),
    "float": Tolerance(rounding=2e-3, most=2e-2, difference=1e-2, step=1e-1),
}
