"""What is believed before any data: values of a robot file, each to a part of its size.

A belief is a row of least squares like any other, x = value with its own σ: where data says more, data decides; where
it says nothing, the value stays. Values near zero are believed to that part of what others of their kind are.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.logs.log import Array
from symdyn.identification.vectors import minimal_matrix, minimal_set
from symdyn.model.robot import Robot


@dataclass(frozen=True, slots=True, eq=False)
class Prior:
    """A value and a σ for every parameter; σ is infinite where nothing is believed."""

    value: Array
    sigma: Array

    @property
    def rows(self) -> Array:
        """The beliefs as rows [A y] whose noise is one."""
        some = np.flatnonzero(np.isfinite(self.sigma))
        rows = np.zeros((len(some), len(self.value) + 1))
        rows[np.arange(len(some)), some] = 1 / self.sigma[some]
        rows[:, -1] = self.value[some] / self.sigma[some]
        return rows


def prior_of(robot: Robot, source: Robot | str | Path | Any, part: float) -> Prior:
    """Return the values of another robot file with the same names, each believed to ``part`` of its size."""
    from symdyn.model import load

    if not 0 < part < np.inf:
        raise InputError(f"must be a number above 0, not {part:g}", field="prior")
    believed = source if isinstance(source, Robot) else load(source)
    values = dict(zip(believed.parameter_names, believed.parameters, strict=True))
    if not any(name in values for name in robot.parameter_names):
        raise InputError(f"{believed.name} has no parameter that {robot.name} has", field="prior")
    full = np.array([values.get(name, np.nan) for name in robot.parameter_names])
    W = minimal_matrix(robot)
    known = np.array([np.isfinite(full[row != 0]).all() for row in W])
    value = np.where(known, W @ np.nan_to_num(full), 0.0)
    kinds = np.array([name.rpartition(".")[2][:2] for name in minimal_set(robot).names])
    usual = {kind: float(np.sqrt(np.mean(value[known & (kinds == kind)] ** 2))) for kind in set(kinds[known])}
    size = np.array([max(abs(x), usual.get(kind, 0.0)) for x, kind in zip(value, kinds, strict=True)])
    sigma = np.where(known & (size > 0), part * size, np.inf)
    if not np.isfinite(sigma).any():
        raise InputError(
            f"{believed.name} has no value of any minimal parameter: there is nothing to believe", field="prior"
        )
    return Prior(value, sigma)
