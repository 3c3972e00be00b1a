"""What `symdyn show` prints: equations, and remarks beside them in the same format."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symdyn.symbolic.equations import Equation
    from symdyn.symbolic.readable import Reader


def page(body: str, remarks: Sequence[str], form: str) -> str:
    """Put remarks under equations; in LaTeX and MathML they are comments."""
    lines = [body] if body else []
    if form == "text":
        return "\n".join([*lines, "", *remarks] if lines and remarks else [*lines, *remarks])
    if form == "latex":  # for \usepackage{amsmath}
        return "\n".join([*lines, *(f"% {remark}" for remark in remarks)])
    return "\n".join([*lines, *(f"<!-- {remark.replace('--', '- -')} -->" for remark in remarks)])


def as_json(data: dict[str, Any]) -> str:
    """Return data as JSON to print."""
    return json.dumps(data, indent=1, ensure_ascii=False)


def equations_data(found: Sequence[Equation], reader: Reader, remarks: Sequence[str]) -> dict[str, Any]:
    """Return every form of every equation, for JSON."""
    from symdyn.symbolic.layout import equation_mathml, equation_text, plain_latex
    from symdyn.symbolic.printing import text

    entries = [
        {
            "name": equation.name,
            "sympy": text(equation.right) if equation.is_constant else str(equation.right),  # str() sorts, slowly
            "text": equation_text(equation, reader).partition("=")[2].strip(),
            "latex": plain_latex(equation, reader),
            "mathml": equation_mathml(equation, reader),
        }
        for equation in found
    ]
    return {"equations": entries, "remarks": list(remarks)}


def legend(reader: Reader) -> list[str]:
    """Say what the short names of cosines and sines stand for."""
    return ["where " + ", ".join(f"{name} = {turn}" for name, turn in reader.legend())] if reader.short else []
