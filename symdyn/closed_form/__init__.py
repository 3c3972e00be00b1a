"""Closed forms as polynomials: derived, shortened and arranged before SymPy sees them."""
