"""Where a fit is hardly one: too few rows, torques that it does not explain, friction that would push."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from symdyn.identification.fit.factor import Factor
from symdyn.identification.fit.solve import Solution
from symdyn.identification.fit.verdict import JointError

UNEXPLAINED = 0.5  # of a joint's torque
ENOUGH = 10  # rows a parameter
HOPELESS = 1e4  # condition of columns of length one
NOT_NEGATIVE = (".fv", ".fc", ".Ia")
CERTAIN = 5.0  # σ


def few_rows(factors: Sequence[Factor], parameters: int) -> list[str]:
    """Say where there is hardly more data than there are unknowns."""
    rows = sum(factor.rows for factor in factors)
    if rows >= ENOUGH * parameters:
        return []
    return [f"{rows} rows for {parameters} parameters are few: record a longer motion, or let more of it pass"]


def unexplained(errors: Sequence[JointError], who: str) -> list[str]:
    """Say which joints are not explained; ``who`` does not."""
    return [
        f"{who} not explain {one.joint}: the error is {one.relative:.0%} of its torque; are signs, units and the order"
        " of columns right?"
        for one in errors
        if UNEXPLAINED < one.relative < np.inf  # without any torque, which the log's own doubts tell
    ]


def hopeless(condition: float) -> list[str]:
    """Say where a motion tells nearly nothing apart."""
    if HOPELESS < condition < np.inf:
        return [f"the condition is {condition:.2g}: this motion hardly tells parameters apart"]
    return []


def negative(names: Sequence[str], found: Solution) -> list[str]:
    """Say which friction and rotor inertia came out negative, beyond doubt."""
    sigma = np.sqrt(np.diag(found.covariance))
    sure = [i for i, one in enumerate(names) if one.endswith(NOT_NEGATIVE) and abs(found.x[i]) > CERTAIN * sigma[i]]
    wrong = [i for i in sure if found.x[i] < 0]
    if not wrong:
        return []
    if len(wrong) > len(sure) / 2:
        counted = f"{len(wrong)} of {len(sure)} values of friction and rotor inertia"
        return [f"{counted} are negative: do torques have the other sign?"]
    told = ", ".join(f"{names[i]} ({found.x[i]:.3g})" for i in wrong[:3])
    return [f"{told} came out negative, which friction and rotors never are: are signs and the order of columns right?"]
