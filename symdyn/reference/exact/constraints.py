"""The equations that a closed tree fulfils, and the rates of its cut joints, of poses that are jets.

The equations are those of `reference.constraints`. Along a motion they are series in t and d: zero is all of them.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from symdyn.reference.exact.closing import ExactCut
from symdyn.reference.exact.jets import ONE, TD, Array, D, Exponents, Jet, Scalars, T
from symdyn.reference.exact.moves import X, Y, Z

RATES = {"revolute": 1, "prismatic": 1, "universal": 2, "spherical": 3, "fixed": 0}
ORIGIN = 3


class CutFrames:
    """The two frames of a cut joint along a motion."""

    def __init__(self, scalars: Scalars, cut: ExactCut, parent: Jet, child: Jet) -> None:
        """Take the poses of both in the base frame."""
        self._scalars = scalars
        self._type = cut.type
        self._parent, self._child = parent, child

    def equations(self) -> list[dict[Exponents, Array]]:
        """Return what is zero where the joint is closed, as vectors."""
        apart = _minus(_column(self._child, ORIGIN), _column(self._parent, ORIGIN))
        match self._type:
            case "revolute":
                return [apart, self._product(_cross, Z, Z)]
            case "prismatic":
                aside = self._scalars.times(_column(self._parent, Z), apart, _cross)
                return [aside, self._turned()]
            case "universal":
                return [apart, self._product(_dot, X, Y)]
            case "spherical":
                return [apart]
            case "fixed":
                return [apart, self._turned()]
        raise ValueError(f"{self._type!r} is no type of cut joint")

    def gap(self) -> Any:
        """Return the sum of squares of what is zero where the joint is closed; of directions, of their cosines."""
        parts = self.equations()
        if self._type in ("prismatic", "fixed"):
            parts = [parts[0], *(self._product(_dot, one, other) for one, other in ((Y, Z), (Z, X), (X, Y)))]
        return sum(x * x for part in parts for x in part[ONE])

    def rates(self) -> list[tuple[Any, Any]]:
        """Return the rates that the joint leaves free, child against parent, with their derivatives along d."""
        z = _here(_column(self._parent, Z))
        spin = _minus(self._spin(self._child), self._spin(self._parent))
        match self._type:
            case "revolute":
                found = [self._scalars.times(z, spin, _dot)]
            case "prismatic":
                slip = _minus(_rate(_column(self._child, ORIGIN)), _rate(_column(self._parent, ORIGIN)))
                found = [self._scalars.times(z, slip, _dot)]
            case "universal":
                axes = _column(self._parent, X), _column(self._child, Y)
                found = [self._scalars.times(_here(axis), spin, _dot) for axis in axes]
            case "spherical":
                found = [{k: value[i : i + 1] for k, value in spin.items()} for i in range(3)]
            case _:
                found = []
        return [(jet[ONE][0] if ONE in jet else 0, jet[D][0] if D in jet else 0) for jet in found]

    def _product(self, form: Callable[[Any, Any], Any], one: int, other: int) -> dict[Exponents, Array]:
        return self._scalars.times(_column(self._parent, one), _column(self._child, other), form)

    def _turned(self) -> dict[Exponents, Array]:
        x, y, z = (self._product(_cross, axis, axis) for axis in (X, Y, Z))
        return {k: self._scalars.reduced(x[k] + y[k] + z[k]) for k in x}

    def _spin(self, pose: Jet) -> dict[Exponents, Array]:
        """Return the angular velocity, from the skew matrix R' R^T, and its derivative along d."""
        turning = {k: value[:3, :3] for k, value in _rate(pose).items()}
        back = {k: value[:3, :3].T for k, value in _here(pose).items()}
        skew = self._scalars.matrix_product(turning, back)
        return {k: np.array([w[2, 1], w[0, 2], w[1, 0]], dtype=object) for k, w in skew.items()}


def _here(jet: Jet) -> dict[Exponents, Any]:
    return {k: jet[k] for k in (ONE, D) if k in jet}


def _rate(jet: Jet) -> dict[Exponents, Any]:
    """Return the rate in t, at t = 0."""
    return {k: jet[of] for k, of in ((ONE, T), (D, TD)) if of in jet}


def _column(pose: Jet, which: int) -> dict[Exponents, Array]:
    return {k: value[:3, which] for k, value in pose.items()}


def _minus(a: Jet, b: Jet) -> dict[Exponents, Array]:
    zero = np.zeros(3, dtype=object)
    return {k: a.get(k, zero) - b.get(k, zero) for k in {**a, **b}}


def _cross(a: Array, b: Array) -> Array:
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], dtype=object)


def _dot(a: Array, b: Array) -> Array:
    return np.array([a @ b], dtype=object)


def rate_count(cuts: Sequence[ExactCut]) -> int:
    """Return how many rates all cut joints leave free."""
    return sum(RATES[cut.type] for cut in cuts)
