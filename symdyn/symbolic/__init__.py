"""Equations to read: closed forms and minimal parameters in SymPy, and their text, LaTeX and MathML."""

from symdyn.symbolic.minimal import MinimalParameters, minimal
from symdyn.symbolic.model import Model, derive

__all__ = ["MinimalParameters", "Model", "derive", "minimal"]
