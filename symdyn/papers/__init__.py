"""Formulations kept for their papers."""
