"""Equations on a page: text, LaTeX and MathML, long sums broken between their terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sympy as sp

from symdyn.symbolic.equations import Equation
from symdyn.symbolic.printing import latex, mathml, symbol_latex, text, without_sign
from symdyn.symbolic.readable import Reader

WIDTH = 110
LATEX_LINE = 150  # characters of LaTeX that fit on a line, roughly
CONTINUATION = " " * 6
Layout = Callable[[Sequence[Equation], Reader], str]
FORMATS = ("text", "latex", "mathml")


def laid_out(equations: Sequence[Equation], reader: Reader, form: str) -> str:
    """Write equations one under the other; nothing where there are none."""
    layouts: dict[str, Callable[[Sequence[Equation], Reader], str]] = {
        "text": _text,
        "latex": _latex,
        "mathml": _mathml,
    }
    return layouts[form](equations, reader) if equations else ""


def equation_text(equation: Equation, reader: Reader) -> str:
    """Write one equation as text."""
    head = f"{equation.name} ="
    if isinstance(equation.right, list):
        rows = [[text(reader.readable(x)) for x in row] for row in equation.right]
        widths = [max(len(row[j]) for row in rows) for j in range(len(rows[0]))]
        lines = ["  ".join(x.rjust(width) for x, width in zip(row, widths, strict=True)) for row in rows]
        return "\n".join([head, *(f"  [ {line} ]" for line in lines)])
    whole = f"{head} {text(reader.readable(equation.right))}"
    if len(whole) <= WIDTH or equation.is_constant:  # its terms are short: they fill lines
        return _wrapped(whole)
    lines = [head]
    for term in reader.terms(equation.right):
        negative, size = without_sign(term)
        sign = "-" if negative else "+" if len(lines) > 1 else " "
        lines.append(f"  {sign} " + _wrapped(_term_text(size)))
    return "\n".join(lines)


def _term_text(term: sp.Expr) -> str:
    return f"({text(term)})" if isinstance(term, sp.Add) else text(term)


def _wrapped(line: str) -> str:
    """Break a long line between terms, the sign at the head of the new line."""
    if len(line) <= WIDTH:
        return line
    glued = line.replace(" + ", "\n+\0").replace(" - ", "\n-\0")  # a sign stays with its term
    lines, current = [], ""
    for i, piece in enumerate(glued.split("\n")):
        longer = f"{current} {piece}" if i else piece
        if len(longer) > WIDTH and current.strip():
            lines.append(current)
            longer = CONTINUATION + piece
        current = longer
    return "\n".join([*lines, current]).replace("\0", " ")


def _text(equations: Sequence[Equation], reader: Reader) -> str:
    parts = [equation_text(equation, reader) for equation in equations]
    separator = "\n\n" if any("\n" in part for part in parts) else "\n"
    return separator.join(parts)


def _latex(equations: Sequence[Equation], reader: Reader) -> str:
    bodies = [equation_latex(equation, reader) for equation in equations]
    return "\\begin{align*}\n" + " \\\\\n".join(bodies) + "\n\\end{align*}"


def equation_latex(equation: Equation, reader: Reader) -> str:
    """Write one equation for an align environment."""
    head = f"{symbol_latex(equation.name, {equation.name: equation.written})} &="
    if isinstance(equation.right, list):
        rows = [" & ".join(_latex_of(x, reader) for x in row) for row in equation.right]
        return f"{head} \\begin{{pmatrix}} " + " \\\\ ".join(rows) + " \\end{pmatrix}"
    terms = []
    for term in reader.terms(equation.right):
        negative, size = without_sign(term)
        terms.append(("-" if negative else "+", latex(size, {**reader.letters.written, **reader.written})))
    lines, line = [], ""
    for i, (sign, term) in enumerate(terms):
        piece = term if i == 0 and sign == "+" else f"{sign} {term}"
        if line and len(line) + len(piece) > LATEX_LINE:
            lines.append(line)
            line = ""
        line = f"{line} {piece}".strip()
    return f"{head} " + " \\\\\n  &\\quad ".join([*lines, line])


def plain_latex(equation: Equation, reader: Reader) -> str:
    """Write one equation on a single line, for any mathematics environment."""
    head = symbol_latex(equation.name, {equation.name: equation.written})
    if isinstance(equation.right, list):
        return equation_latex(equation, reader).replace("&=", "=", 1)
    return f"{head} = {_latex_of(equation.right, reader)}"


def _latex_of(expression: sp.Expr, reader: Reader) -> str:
    readable = reader.readable(expression)
    return latex(readable, {**reader.letters.written, **reader.written})


def _mathml(equations: Sequence[Equation], reader: Reader) -> str:
    return "\n".join(equation_mathml(equation, reader) for equation in equations)


def equation_mathml(equation: Equation, reader: Reader) -> str:
    """Write one equation as a <math> element; a long sum has a row for every term."""
    left = mathml(sp.Symbol(equation.name), {equation.name: equation.written})
    if isinstance(equation.right, list):
        rows = ["".join(f"<mtd>{_mathml_of(x, reader)}</mtd>" for x in row) for row in equation.right]
        table = "".join(f"<mtr>{row}</mtr>" for row in rows)
        right = f"<mrow><mo>(</mo><mtable>{table}</mtable><mo>)</mo></mrow>"
        return _math(f"<mrow>{left}<mo>=</mo>{right}</mrow>")
    if len(text(reader.readable(equation.right))) <= WIDTH:
        return _math(f"<mrow>{left}<mo>=</mo>{_mathml_of(equation.right, reader)}</mrow>")
    rows = []
    for i, term in enumerate(reader.terms(equation.right)):
        negative, size = without_sign(term)
        sign = "-" if negative else "+" if i else ""
        body = (f"<mo>{sign}</mo>" if sign else "") + mathml(size, {**reader.letters.written, **reader.written})
        head = f"<mrow>{left}<mo>=</mo></mrow>" if i == 0 else ""
        rows.append(f"<mtr><mtd>{head}</mtd><mtd><mrow>{body}</mrow></mtd></mtr>")
    return _math(f'<mtable columnalign="right left">{"".join(rows)}</mtable>')


def _mathml_of(expression: sp.Expr, reader: Reader) -> str:
    readable = reader.readable(expression)
    return mathml(readable, {**reader.letters.written, **reader.written})


def _math(body: str) -> str:
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">{body}</math>'
