"""Choose between squares of cosines and of sines, whichever leaves fewer terms.

a c**2 - a -> -a s**2        a c2**2 + b c23**2 - (a + b) -> -a s2**2 - b s23**2
"""

from __future__ import annotations

from itertools import combinations

from symdyn.closed_form.polynomial import Coefficient
from symdyn.closed_form.terms import Monomial, Terms, Turn, add_term, times

MOST_SQUARES = 6  # subsets of more are not searched


def with_shorter_squares(terms: Terms) -> Terms:
    """Apply the rewrite until it shortens nothing more."""
    result = dict(terms)
    while _shorten(result):
        pass
    return result


def _shorten(terms: Terms) -> bool:
    changed = False
    for rest, squares in _squares_by_rest(terms).items():
        live = {turn: term for turn, term in squares.items() if term in terms}
        chosen = _cancelling(rest, live, terms)
        if chosen is None:
            continue
        del terms[rest]
        for turn in chosen:
            coefficient = terms.pop(live[turn])
            add_term(terms, times(rest, {Turn("s", turn.angle): 2}), -coefficient)
        changed = True
    return changed


def _squares_by_rest(terms: Terms) -> dict[Monomial, dict[Turn, Monomial]]:
    """Return, for every term that may lose its partner, the terms that are it times the square of a cosine."""
    found: dict[Monomial, dict[Turn, Monomial]] = {}
    for monomial in terms:
        squared = [letter for letter, exponent in monomial if exponent >= 2 and letter[0] == "c"]
        for turn in sorted(letter for letter in squared if isinstance(letter, Turn)):
            rest = times(monomial, {turn: -2})
            if rest in terms:
                found.setdefault(rest, {})[turn] = monomial
    return found


def _cancelling(rest: Monomial, squares: dict[Turn, Monomial], terms: Terms) -> tuple[Turn, ...] | None:
    """Return the fewest squares whose coefficients sum to the negative of the rest's."""
    if rest not in terms or len(squares) > MOST_SQUARES:
        return None
    for size in range(1, len(squares) + 1):
        for chosen in combinations(squares, size):
            total: Coefficient = terms[rest]
            for turn in chosen:
                total = total + terms[squares[turn]]
            if not total:
                return chosen
    return None
