"""How wrong estimates are together, as a part of what they should be, whatever they went through on the way.

Estimates are in different units, and many are small beside others in the same unit: one by one, an error of a moment
that hardly matters would drown all others. So errors in one unit are taken together, ‖theta - true‖ / ‖true‖, and then
the root mean square of these over the units.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from symdyn.simulate.motion.motion import Array


def sizes(names: Sequence[str], true: Array) -> Array:
    """Return for every estimate the norm of all true values in its unit; NaN where they are zero or not known."""
    units = np.array([unit_of(name) for name in names])
    norms = np.array([np.linalg.norm(np.asarray(true)[units == unit]) for unit in units])
    return np.where(norms > 0, norms, np.nan)


def relative_error(names: Sequence[str], error: Array, size: Array) -> Array:
    """Return the error of all estimates in one number, row by row; ``size`` is what `sizes` returns.

    Units in which every true value is zero are left out. For a single estimate it is |theta - true| / |true|.
    """
    measured = np.isfinite(size)
    units = {unit_of(name) for name, has_size in zip(names, measured, strict=True) if has_size}
    return np.asarray(np.sqrt(np.sum((error[..., measured] / size[measured]) ** 2, axis=-1) / len(units)))


def unit_of(name: str) -> str:
    """Return a word that estimates in the same unit share, by the last part of their names."""
    letters = name.rpartition(".")[2]
    if letters in ("m", "mass"):
        return "kg"
    if letters in ("mx", "my", "mz"):
        return "kg m"
    return "kg m²" if letters.startswith("I") else letters
