"""Functions of dual numbers: those of a ring, and by the chain rule their derivatives.

    sin(a + a' ε) = sin a + cos a · a' ε              cos(a + a' ε) = cos a - sin a · a' ε
    sqrt(a + a' ε) = r + a' / (2 r) ε                 with r = sqrt(a)
    atan2(b + b' ε, a + a' ε) = atan2(b, a) + (a b' - b a') / (a² + b²) ε
    sign(a + a' ε) = sign(a)                          wherever it does not jump

They are exact wherever the ring divides and has the functions: in a finite field a table of known roots will do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symdyn.algebra.dual import Dual, derivative_of, value_of
from symdyn.algebra.scalar import Ring


def over_duals(ring: Ring[Any]) -> Ring[Any]:
    """Return the ring of duals over a ring, with all functions that one has."""
    of_duals = {name: RULES[name](ring) for name in ring.functions if name in RULES}
    return Ring(lambda constant: Dual(ring.lift(constant), ring.lift(constant) * 0), of_duals)


def _sine(ring: Ring[Any]) -> Callable[[Any], Any]:
    def sine(x: Any) -> Any:
        a = value_of(x)
        return Dual(ring.function("sin", a), ring.function("cos", a) * derivative_of(x))

    return sine


def _cosine(ring: Ring[Any]) -> Callable[[Any], Any]:
    def cosine(x: Any) -> Any:
        a = value_of(x)
        return Dual(ring.function("cos", a), -(ring.function("sin", a) * derivative_of(x)))

    return cosine


def _sign(ring: Ring[Any]) -> Callable[[Any], Any]:
    def sign(x: Any) -> Any:
        return Dual(ring.function("sign", value_of(x)), derivative_of(x) * 0)

    return sign


def _root(ring: Ring[Any]) -> Callable[[Any], Any]:
    def root(x: Any) -> Any:
        r = ring.function("sqrt", value_of(x))
        return Dual(r, derivative_of(x) / (2 * r))

    return root


def _angle(ring: Ring[Any]) -> Callable[[Any, Any], Any]:
    def angle(y: Any, x: Any) -> Any:
        b, a = value_of(y), value_of(x)
        turning = a * derivative_of(y) - b * derivative_of(x)
        return Dual(ring.function("atan2", b, a), turning / (a * a + b * b))

    return angle


RULES: dict[str, Callable[[Ring[Any]], Callable[..., Any]]] = {
    "sin": _sine,
    "cos": _cosine,
    "sign": _sign,
    "sqrt": _root,
    "atan2": _angle,
}
