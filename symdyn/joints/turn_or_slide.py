"""Formulations that know joints that turn and joints that slide, and no others."""

from __future__ import annotations

from symdyn.errors import InputError
from symdyn.joints.kind import Kind


def require_turn_or_slide(kind: Kind, name: str, formulation: str) -> None:
    """Refuse a moving joint for which a formulation is not defined."""
    if kind.turns == kind.slides:
        what = f"{formulation} know joints that turn or slide, and {name} is a {kind} joint, which does both"
        raise InputError(f"{what}; use another form")
