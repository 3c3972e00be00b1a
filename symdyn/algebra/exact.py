"""Exact constants: polynomials over the rationals in roots, cosines, sines, pi and named symbols.

A robot's geometry is made of these. Zero is recognised as zero, so that a right angle leaves no trace in
equations or code, and one constant can be carried into any scalar by a ring homomorphism (`Exact.map`).

Canonical form: a sum of terms, each a rational coefficient and a monomial; a monomial is a sorted tuple of
(atom, exponent) with no zero exponent. The relations applied are

    root(k)**2 -> k        sin(a)**2 -> 1 - cos(a)**2        power(b, 1/n)**n -> b

Cosines and sines of multiples of pi/12 are written with root(2) and root(3), so they are fully canonical.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from symdyn.algebra.atom import COS, PI, POWER, ROOT, SIN, SYMBOL, Atom

S = TypeVar("S")

Monomial = tuple[tuple[Atom, int], ...]
ONE_MONOMIAL: Monomial = ()
RATIONALS = (int, Fraction)  # made once: they are asked for with every operation
NOTHING = Fraction(0)
ONE_TERM = {ONE_MONOMIAL: Fraction(1)}


class Exact:
    """An exact constant: immutable, hashable; a commutative ring, and / where the divisor has an inverse."""

    __slots__ = ("_hash", "_text", "terms")

    terms: dict[Monomial, Fraction]

    def __init__(self, terms: dict[Monomial, Fraction]) -> None:
        """Take ownership of canonical terms; use `exact` and the operators to make constants."""
        self.terms = terms
        self._hash: int | None = None
        self._text: str | None = None

    def __eq__(self, other: object) -> bool:
        """Compare canonical forms; ints and fractions compare as constants."""
        if isinstance(other, Exact):
            return self.terms == other.terms
        if isinstance(other, RATIONALS):  # of a builder's constants very often
            return self.terms.get(ONE_MONOMIAL) == other if len(self.terms) == 1 else not self.terms and not other
        return NotImplemented

    def __hash__(self) -> int:
        """Hash the canonical form; rationals hash as themselves."""
        if self._hash is None:
            self._hash = hash(self.rational) if self.is_rational else hash(frozenset(self.terms.items()))
        return self._hash

    def __bool__(self) -> bool:
        """Whether this constant differs from zero."""
        return bool(self.terms)

    @property
    def is_rational(self) -> bool:
        """Whether no atom occurs."""
        return not self.terms or (len(self.terms) == 1 and ONE_MONOMIAL in self.terms)

    @property
    def rational(self) -> Fraction:
        """The value of a constant without atoms."""
        if not self.is_rational:
            raise ValueError(f"{self} is not rational")
        return self.terms.get(ONE_MONOMIAL, NOTHING)

    def __neg__(self) -> Exact:
        """Negate."""
        return Exact({monomial: -coefficient for monomial, coefficient in self.terms.items()}) if self.terms else self

    def __add__(self, other: Exact | int | Fraction) -> Exact:
        """Add."""
        if not isinstance(other, Exact):
            if not isinstance(other, RATIONALS):
                return NotImplemented
            other = exact(other)
        if not other.terms:
            return self
        if not self.terms:
            return other
        total = dict(self.terms)
        for monomial, coefficient in other.terms.items():
            _accumulate(total, monomial, coefficient)
        return Exact(total)

    __radd__ = __add__

    def __sub__(self, other: Exact | int | Fraction) -> Exact:
        """Subtract."""
        return self + (-other)

    def __rsub__(self, other: int | Fraction) -> Exact:
        """Subtract from a rational."""
        return (-self) + other

    def __mul__(self, other: Exact | int | Fraction) -> Exact:
        """Multiply and apply the relations between atoms."""
        if not isinstance(other, Exact):
            if not isinstance(other, RATIONALS):
                return NotImplemented
            other = exact(other)
        if not self.terms or other.terms == ONE_TERM:  # most constants of most robots are 0 or 1
            return self
        if not other.terms or self.terms == ONE_TERM:
            return other
        product: dict[Monomial, Fraction] = {}
        for left, a in self.terms.items():
            for right, b in other.terms.items():
                both = b if a == 1 else a if b == 1 else a * b  # products of fractions take long
                for monomial, coefficient in _monomial_product(left, right).items():
                    _accumulate(product, monomial, both if coefficient == 1 else both * coefficient)
        return Exact(product)

    __rmul__ = __mul__

    def __truediv__(self, other: Exact | int | Fraction) -> Exact:
        """Divide."""
        return self * reciprocal(exact(other))

    def __pow__(self, exponent: int) -> Exact:
        """Raise to an integer power."""
        result, base = exact(1), self if exponent >= 0 else reciprocal(self)
        for _ in range(abs(exponent)):
            result = result * base
        return result

    def leading_sign(self) -> int:
        """Sign of the first coefficient in canonical order: -1, 0 or 1; x and -x have opposite ones."""
        first = min(self.terms, key=_monomial_text, default=None)
        return 0 if first is None else 1 if self.terms[first] > 0 else -1

    def ordered_terms(self) -> list[tuple[Monomial, Fraction]]:
        """Terms in an order that depends on nothing but their text."""
        if len(self.terms) == 1:
            return list(self.terms.items())
        return sorted(self.terms.items(), key=lambda term: _monomial_text(term[0]))

    def atoms(self) -> Iterator[Atom]:
        """Every atom that occurs, those inside cosines and powers too, once each."""
        return atoms_of((self,))

    def symbols(self) -> set[str]:
        """Names of the symbols that occur."""
        return {name for monomial in self.terms for atom, _ in monomial for name in _symbols_of(atom)}

    def map(self, lift: Callable[[Fraction], S], value: Callable[[Atom, int], S]) -> S:
        """Carry this constant into another ring: rationals by ``lift``, powers of an atom by ``value``."""
        total: Any = None
        for monomial, coefficient in self.ordered_terms():
            term: Any = None if coefficient == 1 and monomial else lift(coefficient)
            for atom, exponent in monomial:
                factor = value(atom, exponent)
                term = factor if term is None else term * factor
            total = term if total is None else total + term
        return lift(Fraction(0)) if total is None else total

    def __str__(self) -> str:
        """Write the constant as an expression that a robot file would accept."""
        if self._text is None:
            self._text = self._written()
        return self._text

    def _written(self) -> str:
        parts = []
        for monomial, coefficient in self.ordered_terms():
            size = abs(coefficient)
            number = [] if size == 1 and monomial else [str(size)]
            parts.append(("-" if coefficient < 0 else "+") + "*".join(number + _factor_texts(monomial)))
        return "".join(parts).removeprefix("+") or "0"

    __repr__ = __str__


def atoms_of(constants: Iterable[Exact]) -> Iterator[Atom]:
    """Every atom that occurs in some constants, those inside cosines and powers too, once each."""
    seen: set[Atom] = set()
    waiting = list(constants)
    while waiting:
        for monomial in waiting.pop().terms:
            for atom, _ in monomial:
                if atom in seen:
                    continue
                seen.add(atom)
                yield atom
                inner = atom.argument[0] if atom.kind == POWER else atom.argument
                if isinstance(inner, Exact):
                    waiting.append(inner)


def _accumulate(terms: dict[Monomial, Fraction], monomial: Monomial, coefficient: Fraction) -> None:
    total = terms[monomial] + coefficient if monomial in terms else coefficient
    if total:
        terms[monomial] = total
    else:
        terms.pop(monomial, None)


@lru_cache(maxsize=100_000)
def _monomial_product(left: Monomial, right: Monomial) -> dict[Monomial, Fraction]:
    exponents: dict[Atom, int] = dict(left)
    for atom, exponent in right:
        exponents[atom] = exponents.get(atom, 0) + exponent
    plain: list[tuple[Atom, int]] = []
    reduced = exact(1)
    for atom, exponent in exponents.items():
        if atom.kind == ROOT:
            reduced = reduced * Fraction(atom.argument) ** (exponent // 2)
            exponent %= 2
        elif atom.kind == SIN and exponent > 1:
            cosine = Exact({((Atom(COS, atom.argument), 1),): Fraction(1)})
            reduced = reduced * (1 - cosine * cosine) ** (exponent // 2)
            exponent %= 2
        elif atom.kind == POWER and atom.argument[1].numerator == 1 and exponent >= atom.argument[1].denominator:
            base, root = atom.argument
            reduced = reduced * base ** (exponent // root.denominator)
            exponent %= root.denominator
        if exponent:
            plain.append((atom, exponent))
    monomial = tuple(sorted(plain, key=_factor_text))
    if reduced.is_rational:
        return {monomial: reduced.rational} if reduced else {}
    return (Exact({monomial: Fraction(1)}) * reduced).terms


@lru_cache(maxsize=100_000)  # a long constant taken as one atom is part of many others
def _symbols_of(atom: Atom) -> frozenset[str]:
    if atom.kind == SYMBOL:
        return frozenset((atom.argument,))
    inner = atom.argument[0] if atom.kind == POWER else atom.argument
    return frozenset(inner.symbols()) if isinstance(inner, Exact) else frozenset()


@lru_cache(maxsize=100_000)
def _factor_text(factor: tuple[Atom, int]) -> str:
    atom, exponent = factor
    if exponent == 1:
        return str(atom)
    base = f"({atom})" if atom.kind == POWER else str(atom)
    return f"{base}**{exponent}" if exponent > 0 else f"{base}**({exponent})"


def _factor_texts(monomial: Monomial) -> list[str]:
    return [_factor_text(factor) for factor in monomial]


@lru_cache(maxsize=100_000)
def _monomial_text(monomial: Monomial) -> str:
    return "*".join(_factor_texts(monomial))


def exact(value: Exact | Fraction | int | str) -> Exact:
    """Make a constant of an integer, a fraction, or a decimal text such as '0.4318' (4318/10000)."""
    if isinstance(value, Exact):
        return value
    if type(value) is int and value in _SMALL:
        return _SMALL[value]
    number = value if type(value) is Fraction else Fraction(value)
    return Exact({ONE_MONOMIAL: number} if number else {})


_SMALL = {i: Exact({ONE_MONOMIAL: Fraction(i)} if i else {}) for i in range(-4, 5)}  # asked for most of all


def symbol(name: str) -> Exact:
    """Return the constant named ``name``, about which nothing is known."""
    return from_atom(Atom(SYMBOL, name))


def from_atom(atom: Atom) -> Exact:
    """Return the constant that is one atom."""
    return Exact({((atom, 1),): Fraction(1)})


def reciprocal(x: Exact) -> Exact:
    """1/x: of a single term and of sums of square roots exactly, of other sums as an opaque power."""
    if not x:
        raise ZeroDivisionError("division by zero")
    if len(x.terms) > 1:
        return _reciprocal_of_sum(x)
    ((monomial, coefficient),) = x.terms.items()
    result = exact(1 / coefficient)
    for atom, exponent in monomial:
        if atom.kind == ROOT:
            factor = from_atom(atom) * Fraction(1, atom.argument)
        elif atom.kind == POWER:
            factor = _opaque_power(atom.argument[0], -atom.argument[1] * exponent)
        else:
            factor = Exact({((atom, -exponent),): Fraction(1)})
        result = result * factor
    return result


def _reciprocal_of_sum(x: Exact) -> Exact:
    roots = [atom for monomial in x.terms for atom, _ in monomial if atom.kind == ROOT]
    if all(atom.kind == ROOT for atom in x.atoms()):
        # x = a + b*root(k) with a, b free of that root: 1/x = (a - b*root(k)) / (a**2 - k*b**2)
        root = roots[0]
        with_root = {m: value for m, value in x.terms.items() if any(atom == root for atom, _ in m)}
        conjugate = x - 2 * Exact(with_root)
        return conjugate * reciprocal(x * conjugate)
    for monomial in x.terms:
        if len(monomial) == 1 and monomial[0][0].kind == COS and monomial[0][1] == 2:
            sine_squared = 1 - Exact({monomial: Fraction(1)})
            ratio = x.terms.get(ONE_MONOMIAL, Fraction(0))
            if ratio and x == sine_squared * ratio:
                return Exact({((Atom(SIN, monomial[0][0].argument), -2),): 1 / ratio})
    return from_atom(Atom(POWER, (x, Fraction(-1))))


def _opaque_power(base: Exact, exponent: Fraction) -> Exact:
    """base**exponent: whole positive powers multiplied out, the rest an atom, so that 1/(1/x) is x again."""
    whole = max(exponent.numerator // exponent.denominator, 0)
    rest = exponent - whole
    result = base**whole
    return result * from_atom(Atom(POWER, (base, rest))) if rest else result


EXACT_PI = from_atom(Atom(PI))
