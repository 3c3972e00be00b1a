"""Atoms: what exact constants are polynomials in."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from typing import Any
from weakref import WeakValueDictionary

SYMBOL, PI, ROOT, COS, SIN, POWER, LET = "symbol", "pi", "root", "cos", "sin", "power", "let"


class Atom:
    """A generator of the ring of exact constants; equal ones are one object, so that terms are looked up by address.

    kind      argument
    symbol    its name
    pi        None
    root      a square-free integer k > 1: the positive square root of k
    cos, sin  an angle in canonical sign (see `trigonometry`)
    power     (base, exponent): an opaque rational power of an exact constant
    let       an exact constant with many terms, taken as one (see algebra/compact.py)
    """

    __slots__ = ("__weakref__", "_text", "argument", "kind")

    kind: str
    argument: Any
    _text: str | None

    def __new__(cls, kind: str, argument: Any = None) -> Atom:
        """Return the atom of this kind and argument, made when it is first asked for."""
        found = _ATOMS.get((kind, argument))
        if found is not None:
            return found
        made = object.__new__(cls)
        made.kind, made.argument, made._text = kind, argument, None
        return _ATOMS.setdefault((kind, argument), made)

    def __reduce__(self) -> tuple[type[Atom], tuple[str, Any]]:
        """Pickle and copy as what makes it again."""
        return Atom, (self.kind, self.argument)

    def __str__(self) -> str:
        """Write the atom as it could stand in a robot file."""
        if self._text is None:
            self._text = self._written()
        return self._text

    def _written(self) -> str:
        if self.kind == SYMBOL:
            return str(self.argument)
        if self.kind == PI:
            return "pi"
        if self.kind == ROOT:
            return f"sqrt({self.argument})"
        if self.kind == POWER:
            base, exponent = self.argument
            return f"sqrt({base})" if exponent == Fraction(1, 2) else f"({base})**({exponent})"
        if self.kind == LET:  # a short name that depends on the content alone; written out, these would nest
            return f"let_{sha256(str(self.argument).encode()).hexdigest()[:12]}"
        return f"{self.kind}({self.argument})"


_ATOMS: WeakValueDictionary[tuple[str, Any], Atom] = WeakValueDictionary()
