"""Closed forms at exact states: SymPy expressions as canonical polynomials, and evaluated without rounding."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sympy as sp
from closed_forms import canonical

from symdyn.algebra.exact import Exact
from symdyn.symbolic.exact_expression import constant, expression
from symdyn.symbolic.model import Model

# kernels by their names, and their closed forms, entry by entry
FORMS: dict[str, Callable[[Model], list[sp.Expr]]] = {
    "inverse_dynamics": lambda model: list(model.torque),
    "mass_matrix": lambda model: list(model.mass_matrix),
    "coriolis_matrix": lambda model: list(model.coriolis_matrix),
    "gravity": lambda model: list(model.gravity),
    "kinetic_energy": lambda model: [model.kinetic_energy],
    "potential_energy": lambda model: [model.potential_energy],
}


def polynomial(closed_form: sp.Expr, coordinates: Sequence[sp.Symbol]) -> sp.Expr:
    """Write a closed form in letters c1 s1 …, sums of angles dissolved, in canonical form: equal forms become equal."""
    expanded = sp.expand(closed_form, trig=True)
    letters = {sp.cos(q): sp.Symbol(f"c{q.name[1:]}") for q in coordinates}
    letters |= {sp.sin(q): sp.Symbol(f"s{q.name[1:]}") for q in coordinates}
    return canonical(expanded.xreplace(letters))


def equal(a: sp.Expr, b: sp.Expr, model: Model) -> bool:
    return polynomial(a - b, model.q) == 0


def value(closed_form: sp.Expr, model: Model, at: Any, pi: Sequence[Exact]) -> Exact:
    """Return the value of a closed form at a state over exact constants; c and s there are those of q + offset."""
    values: dict[sp.Expr, sp.Expr] = {}
    for symbols, given in ((model.q, at.q), (model.qd, at.qd), (model.qdd, at.qdd), (model.pi, pi)):
        values |= {symbol: expression(x) for symbol, x in zip(symbols, given, strict=True)}
    for rate, sign in zip(model.qd, at.sign, strict=True):
        values[sp.sign(rate)] = sp.Integer(sign)
    turns = {q: (expression(c), expression(s)) for q, c, s in zip(model.q, at.c, at.s, strict=True)}
    for turn in closed_form.atoms(sp.cos, sp.sin):
        c, s = _composed(turn.args[0], turns)
        values[turn] = c if isinstance(turn, sp.cos) else s
    return constant(sp.expand(closed_form.xreplace(values)))


def _composed(angle: sp.Expr, turns: Mapping[sp.Symbol, tuple[sp.Expr, sp.Expr]]) -> tuple[sp.Expr, sp.Expr]:
    """Return cosine and sine of a sum of coordinates."""
    c, s = sp.S.One, sp.S.Zero
    for q, (cos, sin) in turns.items():
        multiple = int(angle.coeff(q))
        for _ in range(abs(multiple)):
            step = sin if multiple > 0 else -sin
            c, s = c * cos - s * step, s * cos + c * step
    return c, s
