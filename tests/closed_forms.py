"""Robots at a symbolic state: SymPy as the ring, with letters c1 s1 q1 qd1 qdd1 … for the state."""

from typing import Any

import sympy as sp

from symdyn.algebra.atom import SYMBOL, Atom
from symdyn.algebra.exact import Exact
from symdyn.algebra.scalar import Ring
from symdyn.dynamics.setting import Setting, setting_over
from symdyn.model.robot import Robot


def letters(stem: str, count: int) -> tuple[sp.Symbol, ...]:
    """Return stem1, stem2, …"""
    return tuple(sp.Symbol(f"{stem}{i + 1}") for i in range(count))


def symbolic_setting(robot: Robot) -> Setting[Any]:
    """Return a robot at a state about which nothing is known."""
    named = {"q": "q", "cos": "c", "sin": "s", "qd": "qd", "qdd": "qdd"}
    state = {port: letters(stem, robot.n) for port, stem in named.items()}
    return setting_over(robot, Ring(lifted, {"sign": sp.sign}), state)


def lifted(x: Exact) -> sp.Expr:
    """Write an exact constant, made of rationals and symbols, in SymPy."""

    def power(atom: Atom, exponent: int) -> sp.Expr:
        assert atom.kind == SYMBOL, atom
        return sp.Symbol(atom.argument) ** exponent

    return sp.sympify(x.map(lambda value: sp.Rational(value.numerator, value.denominator), power))


def canonical(expression: Any) -> sp.Expr:
    """Expand, with every s_i² replaced by 1 - c_i²: two closed forms are equal when these are."""
    expanded = sp.expand(expression)

    def is_sine_power(e: sp.Expr) -> bool:
        return bool(e.is_Pow and e.base.is_Symbol and e.base.name[0] == "s" and e.base.name[1:].isdigit())

    def without_squares(e: sp.Expr) -> sp.Expr:
        cosine = sp.Symbol("c" + e.base.name[1:])
        return (1 - cosine**2) ** (e.exp // 2) * e.base ** (e.exp % 2)

    return sp.expand(expanded.replace(is_sine_power, without_squares))
