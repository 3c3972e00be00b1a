"""Gains as a user gives them -> checked numbers of the right shapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symdyn.errors import InputError, one_of, unknown_name
from symdyn.interface.arrays import REAL
from symdyn.interface.laws import GainInterface, Rule

BOUNDS = (Rule.LOWER_BOUND, Rule.UPPER_BOUND)
ASYMMETRY = 1e-9  # of the largest entry: what rounding leaves of a symmetric matrix

Array = NDArray[np.float64]


def checked_gains(gains: Sequence[GainInterface], given: Mapping[str, Any] | None) -> dict[str, Array]:
    """Return all gains: those given, spread to their shapes, and defaults for the rest.

    A number stands for a vector of it, and for a multiple of the unit matrix; a vector stands for a diagonal matrix.

    Raises:
        InputError: an unknown name, another shape, or a value that the law cannot work with.
    """
    known = {gain.name: gain for gain in gains}
    given = {} if given is None else given
    if not isinstance(given, Mapping):
        raise InputError(f"must be a mapping from names to numbers, not {type(given).__name__}", field="gains")
    for name in given:
        if name not in known:
            raise InputError(unknown_name("gain", name, known), field="gains")
    found = {}
    for name, gain in known.items():
        found[name] = _checked(gain, given[name]) if name in given else np.reshape(gain.default, gain.shape)
    _check_bounds(found)
    for gain in gains:
        if gain.above and not found[gain.name] > found[gain.above]:
            what = f"must be above {gain.above}, {found[gain.above]:.3g}, not {found[gain.name]:.3g}"
            raise _refused(gain, what)
    return found


def _checked(gain: GainInterface, given: Any) -> Array:
    if gain.is_choice:
        return _chosen(gain, given)
    rule, numbers = gain.rule, _numbers(gain, given)
    if np.isnan(numbers).any() or (rule not in BOUNDS and np.isinf(numbers).any()):
        raise _refused(gain, "must be finite numbers")
    values = _spread(gain, numbers)
    if rule is Rule.POSITIVE and not (values > 0).all():
        raise _refused(gain, f"must be positive{_where(values, values > 0)}")
    if rule is Rule.NOT_NEGATIVE and not (values >= 0).all():
        raise _refused(gain, f"must be 0 or more{_where(values, values >= 0)}")
    return _definite(gain, values) if rule is Rule.POSITIVE_DEFINITE else values


def _numbers(gain: GainInterface, given: Any) -> Array:
    try:
        numbers = np.array(given)
        if numbers.dtype.kind in REAL:
            return numbers.astype(np.float64)
        raise TypeError
    except (TypeError, ValueError, OverflowError):
        raise _refused(gain, f"must be {_shape_text(gain)}, in numbers") from None


def _spread(gain: GainInterface, values: Array) -> Array:
    shape = gain.shape
    if values.shape == shape:
        return values
    if values.ndim == 0 and len(shape) == 1:
        return np.full(shape, values)
    if len(shape) == 2 and values.ndim == 0:
        return np.asarray(np.eye(shape[0]) * values)
    if len(shape) == 2 and values.shape == shape[:1]:
        return np.diag(values)
    raise _refused(gain, f"must be {_shape_text(gain)}, not of shape {values.shape}")


def _shape_text(gain: GainInterface) -> str:
    if not gain.shape:
        return "a number"
    if len(gain.shape) == 1:
        return f"a number or {gain.shape[0]} of them"
    return f"a number, {gain.shape[0]} of them (the diagonal) or {gain.shape[0]} x {gain.shape[1]}"


def _definite(gain: GainInterface, values: Array) -> Array:
    if np.abs(values - values.T).max() > ASYMMETRY * np.abs(values).max():
        raise _refused(gain, "must be symmetric")
    symmetric = np.asarray((values + values.T) / 2)
    try:
        np.linalg.cholesky(symmetric)
    except np.linalg.LinAlgError:
        least = np.linalg.eigvalsh(symmetric)[0]
        raise _refused(gain, f"must be positive definite; its least eigenvalue is {least:.3g}") from None
    return symmetric


def _chosen(gain: GainInterface, given: Any) -> Array:
    choices = gain.choices
    if isinstance(given, str) and given in choices:
        return np.array(float(choices.index(given)))
    if not isinstance(given, (str, bool)) and given in range(len(choices)):
        return np.array(float(given))
    raise _refused(gain, f"is no choice: {given!r}; {one_of(choices)}")


def _check_bounds(found: Mapping[str, Array]) -> None:
    """Refuse bounds that leave an estimate no number; the infinity of the other sign is no bound."""
    if "theta_min" not in found:
        return
    low, high = found["theta_min"], found["theta_max"]
    for name, bound, good in (("theta_min", low, low < np.inf), ("theta_max", high, high > -np.inf)):
        if not good.all():
            none = "inf" if name == "theta_max" else "-inf"
            raise InputError(f"must be numbers, or {none} for none{_where(bound, good)}", field=f"gains.{name}")
    if not (low <= high).all():
        at = int(np.argmin(low <= high))
        raise InputError(f"must not exceed theta_max, as entry {at} does", field="gains.theta_min")


def _where(values: Array, good: Any) -> str:
    """Name the first entry that is not as it must be."""
    if not values.shape:
        return f", not {float(values):.3g}"
    at = int(np.argmin(good))
    return f"; entry {at} is {values[at]:.3g}"


def _refused(gain: GainInterface, what: str) -> InputError:
    return InputError(what, field=f"gains.{gain.name}")
