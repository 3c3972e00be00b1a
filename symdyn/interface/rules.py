"""What each rule of a gain means: its words, and the test that generated C, generated Python and `checked_gains` share.

The tests are routines (symdyn/routines): plain functions that every language's printer can write.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from symdyn.interface.laws import Rule
from symdyn.routines.words import (
    INFINITY,
    LOWEST,
    MINUS_INFINITY,
    SMALLEST,
    Estimates,
    Extreme,
    Number,
    Numbers,
    Square,
    Whole,
    array,
    entries,
    finite,
    is_bound,
    n,
    u,
)

CHOICES = "choices"


@dataclass(frozen=True, slots=True)
class Meaning:
    """A rule: which values it allows, in words; the test of a gain, and what that takes beside the gain.

    `must` is what a refusal says after the gain's name; where it is empty, that the values are to be so. `others` are
    numbers, names of other gains, or CHOICES: how many choices there are.
    """

    range: str
    test: Callable[..., Any]
    others: tuple[Extreme | int | str, ...] = ()
    must: str = ""
    infinite: bool = False  # whether an infinity may stand for no bound

    @property
    def demand(self) -> str:
        """What a gain must be."""
        return self.must or self.range


def at_least(x: Numbers, least: Number) -> Whole:
    """Whether all numbers are finite and none is below the least."""
    good = True
    for i in entries(x):
        good &= finite(x[i]) and x[i] >= least
    return good


def positive_definite(A: Square) -> Whole:
    """Whether a matrix is symmetric and positive definite: its pivots by L D L'."""
    L = array(n, n)
    d = array(n)
    good = True
    for i in range(n):
        pivot = A[i, i]
        for j in range(i):
            rest = A[i, j]
            good &= rest == A[j, i]
            for m in range(j):
                rest -= L[i, m] * d[m] * L[j, m]
            L[i, j] = rest / d[j]
            pivot -= L[i, j] * rest
        good &= finite(pivot) and pivot > 0
        d[i] = pivot if pivot > 0 else 1  # no division by zero on the way
    return good


def are_lower(low: Estimates, high: Estimates) -> Whole:
    """Whether lower bounds can be used: none of them NaN, plus infinity or above the upper one."""
    good = True
    for j in range(u):
        both = finite(low[j]) and finite(high[j])
        good &= is_bound(low[j], MINUS_INFINITY) and (not both or low[j] <= high[j])
    return good


def are_upper(high: Estimates) -> Whole:
    """Whether upper bounds can be used: none of them NaN or minus infinity."""
    good = True
    for j in range(u):
        good &= is_bound(high[j], INFINITY)
    return good


def is_choice(choice: Whole, count: Whole) -> Whole:
    """Whether a choice is one of so many, counted from 0."""
    found = False
    for i in range(count):
        found |= choice == i
    return found


MEANINGS: Mapping[Rule, Meaning] = {
    Rule.POSITIVE: Meaning("positive", at_least, (SMALLEST,)),
    Rule.NOT_NEGATIVE: Meaning("0 or more", at_least, (0,)),
    Rule.POSITIVE_DEFINITE: Meaning("symmetric and positive definite", positive_definite),
    Rule.ANY: Meaning("any number", at_least, (LOWEST,)),
    Rule.LOWER_BOUND: Meaning(
        "any number", are_lower, ("theta_max",), must="numbers or -infinity, none above theta_max", infinite=True
    ),
    Rule.UPPER_BOUND: Meaning("any number", are_upper, must="numbers or infinity", infinite=True),
    Rule.CHOICE: Meaning("a choice", is_choice, (CHOICES,)),
}
