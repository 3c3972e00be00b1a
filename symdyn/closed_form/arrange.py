"""From a polynomial to terms as people write them: by parameter, in sums of angles, with the shorter squares."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.closed_form.angle_sums import with_angle_sums
from symdyn.closed_form.letters import PI
from symdyn.closed_form.polynomial import Factors, Polynomial
from symdyn.closed_form.squares import with_shorter_squares
from symdyn.closed_form.terms import Letter, Terms, Turn

ByParameter = dict[int | None, Terms]  # None: what multiplies no parameter


def arranged(polynomial: Polynomial, groups: Sequence[tuple[int, ...]]) -> ByParameter:
    """Return the coefficient of every minimal parameter (by its index), arranged."""
    by_parameter: ByParameter = {}
    for factors, coefficient in polynomial:
        parameter, rest = _without_parameter(factors)
        by_parameter.setdefault(parameter, {})[rest] = coefficient
    return {parameter: _arranged(terms, groups) for parameter, terms in sorted(by_parameter.items(), key=_first_none)}


def _first_none(item: tuple[int | None, Terms]) -> int:
    return -1 if item[0] is None else item[0]


def _arranged(terms: Terms, groups: Sequence[tuple[int, ...]]) -> Terms:
    for group in groups:
        terms = with_angle_sums(terms, group)
    return with_shorter_squares(terms)


def _without_parameter(factors: Factors) -> tuple[int | None, frozenset[tuple[Letter, int]]]:
    parameter, rest = None, []
    for letter, exponent in factors:
        if letter.startswith(PI):
            assert parameter is None and exponent == 1, "torques are linear in the parameters"
            parameter = int(letter.removeprefix(PI)) - 1
        else:
            rest.append((_turn_or_letter(letter), exponent))
    return parameter, frozenset(rest)


def _turn_or_letter(letter: str) -> Letter:
    """c2 -> the cosine of coordinate 2 (zero-based 1); other letters stay."""
    if letter[0] in "cs" and letter[1:].isdigit():
        return Turn(letter[0], ((int(letter[1:]) - 1, 1),))
    return letter
