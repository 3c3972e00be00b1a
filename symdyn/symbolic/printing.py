"""SymPy's printers in the robot's notation: text, LaTeX and MathML.

Expressions come from `readable`, so the printers keep the order that they find.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.printing.latex import LatexPrinter
from sympy.printing.mathml import MathMLPresentationPrinter
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

from symdyn.symbolic.letters import Written

GREEK = {"tau": "τ", "omega": "ω", "pi": "π", "kappa": "κ", "Omega": "Ω", "Phi": "Φ"}
ACCENTS = {"dot": "˙", "ddot": "¨", "hat": "^"}
INVISIBLE_TIMES = "\u2062"
NUMBER = re.compile(r"\d+\.\d*")


def text(expression: sp.Expr) -> str:
    """Write an expression as Python would read it."""
    return str(StrPrinter({"order": "none"}).doprint(expression))


def latex(expression: sp.Expr, written: Mapping[str, Written]) -> str:
    """Write an expression in LaTeX."""
    names = {symbol: symbol_latex(symbol.name, written) for symbol in expression.free_symbols}
    return str(LatexPrinter({"order": "none", "symbol_names": names}).doprint(expression))


def symbol_latex(name: str, written: Mapping[str, Written]) -> str:
    """Write one symbol in LaTeX, with its accent, subscript and superscript; a decimal stays as it is."""
    if NUMBER.fullmatch(name):
        return name
    parts = written.get(name, Written("", "", name))
    word = rf"\mathrm{{{_escaped(parts.word)}}}" if parts.word else ""
    if not parts.base:
        return word
    base = f"\\{parts.base}" if parts.base in GREEK else parts.base
    base = rf"\{parts.accent}{{{base}}}" if parts.accent else base
    subscript = ",".join(part for part in (parts.subscript, word) if part)
    above = rf"^{{\mathrm{{{parts.superscript}}}}}" if parts.superscript else ""
    return base + (f"_{{{subscript}}}" if subscript else "") + above


def _escaped(word: str) -> str:
    return word.replace("_", r"\_")


class _MathML(MathMLPresentationPrinter):  # type: ignore[misc]
    """Presentation MathML with the robot's symbols."""

    def __init__(self, written: Mapping[str, Written]) -> None:
        super().__init__({"order": "none"})
        self._written = written

    def _print_Symbol(self, symbol: sp.Symbol, style: str = "plain") -> Any:  # noqa: N802 - SymPy looks for this name
        if NUMBER.fullmatch(symbol.name):
            return self._leaf("mn", symbol.name)
        parts = self._written.get(symbol.name, Written("", "", symbol.name))
        base = self._leaf("mi", GREEK.get(parts.base, parts.base) or parts.word)
        if parts.accent:
            over = self.dom.createElement("mover")
            over.appendChild(base)
            over.appendChild(self._leaf("mo", ACCENTS[parts.accent]))
            base = over
        subscript = ",".join(part for part in (parts.subscript, parts.word if parts.base else "") if part)
        for tag, script in (("msub", subscript), ("msup", parts.superscript)):
            if script:
                outer = self.dom.createElement(tag)
                outer.appendChild(base)
                outer.appendChild(self._leaf("mn" if script.isdigit() else "mi", script))
                base = outer
        return base

    def _print_Mul(self, product: sp.Mul) -> Any:  # noqa: N802
        negative, size = without_sign(product)
        row = self.dom.createElement("mrow")
        if negative:
            row.appendChild(self._leaf("mo", "-"))
        for i, factor in enumerate(sp.Mul.make_args(size)):
            if i:
                row.appendChild(self._leaf("mo", INVISIBLE_TIMES))
            row.appendChild(self.parenthesize(factor, PRECEDENCE["Mul"], strict=factor.is_Number))
        return row

    def _print_Add(self, total: sp.Add, order: str | None = None) -> Any:  # noqa: N802
        row = self.dom.createElement("mrow")
        for i, term in enumerate(total.args):
            negative, size = without_sign(term)
            if i or negative:
                row.appendChild(self._leaf("mo", "-" if negative else "+"))
            row.appendChild(self._print(size))
        return row

    def _leaf(self, tag: str, content: str) -> Any:
        element = self.dom.createElement(tag)
        element.appendChild(self.dom.createTextNode(content))
        return element

    def xml(self, expression: sp.Expr) -> str:
        """Return the XML of an expression, without the element <math>."""
        return str(self._print(expression).toxml())


def mathml(expression: sp.Expr, written: Mapping[str, Written]) -> str:
    """Write an expression in presentation MathML, to stand inside <math>."""
    return _MathML(written).xml(expression)


def without_sign(term: sp.Expr) -> tuple[bool, sp.Expr]:
    """Return whether a term begins with a minus, and the term without it."""
    number, *factors = sp.Mul.make_args(term)
    if not number.is_Number or number >= 0:
        return False, term
    rest = [-number] if number != -1 or not factors else []
    rest += factors
    return True, rest[0] if len(rest) == 1 else sp.Mul(*rest, evaluate=False)
