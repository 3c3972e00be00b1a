"""Numbers that bound their own error: what a format computes for them lies within."""

import math
import random

import numpy as np
import pytest

from symdyn.algebra.decimals import mp_context
from symdyn.precision.erring import Erring, erring
from symdyn.precision.number_format import SINGLE

OPERATIONS = {
    "sum": lambda a, b: a + b,
    "difference": lambda a, b: a - b,
    "product": lambda a, b: a * b,
    "quotient": lambda a, b: a / b,
    "root": lambda a, b: np.sqrt(abs(a)) if isinstance(a, np.float32) else abs(a).sqrt(),
    "sum with a constant": lambda a, b: a + 1.1 if isinstance(a, Erring) else a + np.float32(1.1),
    "constant over it": lambda a, b: 1.1 / a if isinstance(a, Erring) else np.float32(1.1) / a,
    "constant less it": lambda a, b: 1.1 - a if isinstance(a, Erring) else np.float32(1.1) - a,
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_floats_compute_lies_within_the_bound(name: str) -> None:
    source, share = random.Random(name), []
    for _ in range(200):
        a, b = (source.uniform(-3, 3) for _ in range(2))
        exactly = OPERATIONS[name](erring(a, SINGLE), erring(b, SINGLE))
        found = OPERATIONS[name](np.float32(a), np.float32(b))
        assert type(found) is np.float32
        share.append(float(abs(mp_context.mpf(float(found)) - exactly.value)) / exactly.error)
    assert max(share) <= 1.0
    assert max(share) > 0.3  # and it is no wider than it must be


def test_what_is_added_to_an_exact_zero_is_not_rounded() -> None:
    assert (erring(0.5, SINGLE) + 0).error == (0 + erring(0.5, SINGLE)).error == 0.0


def test_arrays_are_left_to_themselves() -> None:
    row = np.array([erring(1.0, SINGLE), erring(2.0, SINGLE)], object)
    for found in (erring(3.0, SINGLE) * row, row * erring(3.0, SINGLE)):
        assert [float(x) for x in found] == [3.0, 6.0]
    assert list(erring(2.0, SINGLE) > row) == [True, False]


def test_a_divisor_or_root_that_may_vanish_has_no_bound() -> None:
    tiny = Erring(mp_context.mpf(1e-9), 1e-8, SINGLE)
    assert (erring(1.0, SINGLE) / tiny).error == tiny.sqrt().error == math.inf
