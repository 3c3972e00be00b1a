"""What the steps of a law return, whatever the language."""

from __future__ import annotations

from symdyn.errors import DivergenceError
from symdyn.interface import LawInterface

OK = "OK"


def check_final(law: LawInterface, code: str) -> None:
    """Raise a DivergenceError where a step returned that the law has given up."""
    if code in law.final:
        raise DivergenceError(f"{law.law}: {dict(law.codes)[code]}")
