"""Gains as a user gives them -> checked numbers of the right shapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symdyn.errors import InputError, one_of, unknown_name
from symdyn.interface.arrays import REAL
from symdyn.interface.laws import GainInterface, Rule
from symdyn.interface.rules import CHOICES, MEANINGS
from symdyn.routines.bind import bind

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
    for gain in gains:
        _obey(gain, found)
        if gain.above and not found[gain.name] > found[gain.above]:
            what = f"must be above {gain.above}, {found[gain.above]:.3g}, not {found[gain.name]:.3g}"
            raise _refused(gain, what)
    return found


def _checked(gain: GainInterface, given: Any) -> Array:
    if gain.is_choice:
        return _chosen(gain, given)
    numbers, infinite = _numbers(gain, given), MEANINGS[gain.rule].infinite
    if np.isnan(numbers).any() or (not infinite and np.isinf(numbers).any()):
        raise _refused(gain, "must be finite numbers")
    values = _spread(gain, numbers)
    return _symmetric(gain, values) if gain.rule is Rule.POSITIVE_DEFINITE else values


def _obey(gain: GainInterface, found: Mapping[str, Array]) -> None:
    """Refuse a gain that its rule does not allow, by the test that generated code has."""
    if _is_allowed(gain, found):
        return
    values, demand = found[gain.name], f"must be {MEANINGS[gain.rule].demand}"
    if values.ndim == 2:
        raise _refused(gain, f"{demand}; its least eigenvalue is {np.linalg.eigvalsh(values)[0]:.3g}")
    if not values.shape:
        raise _refused(gain, f"{demand}, not {float(values):.3g}")
    at = next((i for i in range(len(values)) if not _is_allowed(gain, found, slice(i, i + 1))), 0)
    raise _refused(gain, f"{demand}; entry {at} is {values[at]:.3g}")


def _is_allowed(gain: GainInterface, found: Mapping[str, Array], part: slice = slice(None)) -> bool:
    """Run the test of a gain's rule, on all entries of vectors or on a part of them."""
    meaning = MEANINGS[gain.rule]
    values = [found[gain.name], *(_other(one, gain, found) for one in meaning.others)]
    taken = [value[part] if isinstance(value, np.ndarray) and value.shape else value for value in values]
    size = len(taken[0]) if gain.shape else 1
    test = bind([meaning.test], {"n": size, "u": size}, {})[meaning.test.__name__]
    return bool(test(*taken))


def _other(one: float | str, gain: GainInterface, found: Mapping[str, Array]) -> Any:
    if isinstance(one, str):
        return len(gain.choices) if one == CHOICES else found[one]
    return one


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


def _symmetric(gain: GainInterface, values: Array) -> Array:
    if np.abs(values - values.T).max() > ASYMMETRY * np.abs(values).max():
        raise _refused(gain, f"must be {MEANINGS[gain.rule].demand}; it is not symmetric")
    return np.asarray((values + values.T) / 2)


def _chosen(gain: GainInterface, given: Any) -> Array:
    choices = gain.choices
    if isinstance(given, str) and given in choices:
        return np.array(float(choices.index(given)))
    if not isinstance(given, (str, bool)) and given in range(len(choices)):
        return np.array(float(given))
    raise _refused(gain, f"is no choice: {given!r}; {one_of(choices)}")


def _refused(gain: GainInterface, what: str) -> InputError:
    return InputError(what, field=f"gains.{gain.name}")
