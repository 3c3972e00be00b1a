"""Refuse a robot whose torques doubles cannot hold, and say what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symdyn.errors import InputError

MOST = 1e-6  # of the torques, by the bound
SEEN = 1e-8  # of the torques, at fixed states: within a hundredth of the worst; bounds of long chains are far above it
JUDGED = ("tau", "M")  # gravity and the like may be small by nature
WAY_OUT = (
    "round nearly special axes and angles with --snap, or write them exactly (0 for 1e-12), "
    "and place the frames of links near their bodies"
)


def refuse_imprecise(name: str, kernels: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> None:
    """Raise an InputError if torques or the mass matrix are lost in rounding, by what is stated of the kernels."""
    for kernel, outputs in kernels.items():
        for output in JUDGED:
            stated = outputs.get(output, {})
            if "bound" in stated and _exceeds(stated["bound_over_size"], MOST):
                seen = stated["observed_over_size"]
                if _exceeds(seen, SEEN):
                    size = "infinitely" if seen is None else f"by {seen:g} of their size"
                    what = f"doubles cannot hold this robot's dynamics: {output} of {kernel} would be wrong {size}"
                    raise InputError(f"{what}; {WAY_OUT}", field=name)
    _refuse_divided(name, kernels)


def _refuse_divided(name: str, kernels: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> None:
    """Refuse accelerations that are lost in rounding; a mass matrix that is singular is told about elsewhere."""
    seen = kernels.get("forward_dynamics", {}).get("qdd", {}).get("observed_over_size")
    if seen is not None and seen > MOST:
        what = (
            f"doubles cannot hold this robot's dynamics: qdd of forward_dynamics would be wrong by {seen:g} of its size"
        )
        raise InputError(f"{what}; are masses that carry others far too small?", field=name)


def _exceeds(part: float | None, most: float) -> bool:
    return part is None or part > most  # None: infinite
