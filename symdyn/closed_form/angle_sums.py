"""Write products of cosines and sines of parallel joints with the cosines and sines of their sums.

Every product is a sum of modes cos(k·q) and sin(k·q), k whole numbers; modes are independent, so nothing that cancels
remains. A mode with k of zeros and ones is a letter such as c23. One with twos is joined with its partner to a product:

    cos(S+T) + cos(S-T) -> 2 c_S c_T        cos(S-T) - cos(S+T) -> 2 s_S s_T        cos(2S) -> 2 c_S**2 - 1
    sin(S+T) + sin(S-T) -> 2 s_S c_T        sin(S+T) - sin(S-T) -> 2 c_S s_T        sin(2S) -> 2 s_S c_S
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from symdyn.closed_form.polynomial import Coefficient, simple_constant
from symdyn.closed_form.terms import ONE, Letter, Monomial, Multiples, Terms, Turn, add_term, times

Modes = dict[Turn, Coefficient]  # the constant is the cosine of no angle
HALF = Fraction(1, 2)
CONSTANT = Turn("c", ())


def with_angle_sums(terms: Terms, group: tuple[int, ...]) -> Terms:
    """Rewrite the cosines and sines of a group of parallel joints."""
    letters = {Turn(kind, ((i, 1),)) for i in group for kind in "cs"}
    by_rest: dict[Monomial, Modes] = {}
    for monomial, coefficient in terms.items():
        turning = frozenset(factor for factor in monomial if factor[0] in letters)
        modes = by_rest.setdefault(monomial - turning, {})
        for mode, share in _modes(turning):
            _add(modes, mode, coefficient * share)
    result: Terms = {}
    for rest, modes in by_rest.items():
        for factors, coefficient in _products(modes):
            add_term(result, times(rest, factors), simple_constant(coefficient))
    return result


@lru_cache(maxsize=100_000)
def _modes(monomial: Monomial) -> tuple[tuple[Turn, Fraction], ...]:
    """Return the modes of a product of cosines and sines."""
    modes: Modes = {CONSTANT: Fraction(1)}
    for turn, exponent in sorted(monomial):
        assert isinstance(turn, Turn)
        for _ in range(exponent):
            modes = _multiplied(modes, turn)
    return tuple(modes.items())  # type: ignore[arg-type]


def _multiplied(modes: Modes, turn: Turn) -> Modes:
    """Multiply by one cosine or sine: cos x cos y = (cos(x+y) + cos(x-y))/2, and so on."""
    product: Modes = {}
    for mode, coefficient in modes.items():
        half = coefficient * HALF
        total, difference = _combined(mode.angle, turn.angle, 1), _combined(mode.angle, turn.angle, -1)
        kind = "c" if mode.kind == turn.kind else "s"
        sign_of_total = -1 if mode.kind == turn.kind == "s" else 1
        sign_of_difference = -1 if (mode.kind, turn.kind) == ("c", "s") else 1
        _add(product, *_canonical(kind, total, half * sign_of_total))
        _add(product, *_canonical(kind, difference, half * sign_of_difference))
    return product


def _products(modes: Modes) -> Iterator[tuple[dict[Letter, int], Coefficient]]:
    """Yield products of letters with their coefficients; the modes are used up."""
    for mode in sorted((mode for mode in modes if _is_double(mode.angle)), reverse=True):
        coefficient = modes.pop(mode)
        S = tuple((i, 1 if k > 0 else -1) for i, k in mode.angle)
        T = tuple((i, 1 if k > 0 else -1) for i, k in mode.angle if abs(k) == 2)
        partner, sign = _canonical(mode.kind, _combined(S, T, -1), 1)
        other = modes.get(partner, 0) * sign if sign else 0
        if not other and S != T:
            yield {mode: 1}, coefficient
            continue
        opposite = S != T and other == -coefficient
        if mode.kind == "c":
            kinds, factor, left = ("ss", -2, coefficient) if opposite else ("cc", 2, -coefficient)
        else:
            kinds, factor, left = ("cs", 2, coefficient) if opposite else ("sc", 2, -coefficient)
        if sign:
            _add(modes, partner, left * sign)
        yield _pair(Turn(kinds[0], S), Turn(kinds[1], T)), coefficient * factor
    for mode, coefficient in modes.items():
        yield ({mode: 1} if mode.angle else dict(ONE)), coefficient


def _pair(a: Turn, b: Turn) -> dict[Letter, int]:
    return {a: 2} if a == b else {a: 1, b: 1}


def _is_double(angle: Multiples) -> bool:
    sizes = [abs(k) for _, k in angle]
    return bool(sizes) and max(sizes) == 2


def _combined(a: Multiples, b: Multiples, sign: int) -> Multiples:
    multiples = dict(a)
    for i, k in b:
        multiples[i] = multiples.get(i, 0) + sign * k
    return tuple(sorted((i, k) for i, k in multiples.items() if k))


def _canonical(kind: str, angle: Multiples, coefficient: Coefficient) -> tuple[Turn, Coefficient]:
    """Make the first multiple positive; the sine of no angle is zero."""
    if kind == "s" and not angle:
        return CONSTANT, 0
    if angle and angle[0][1] < 0:
        angle = tuple((i, -k) for i, k in angle)
        coefficient = -coefficient if kind == "s" else coefficient
    return Turn(kind, angle), coefficient


def _add(modes: Modes, mode: Turn, coefficient: Coefficient) -> None:
    total = modes.get(mode, 0) + coefficient
    if total:
        modes[mode] = total
    else:
        modes.pop(mode, None)
