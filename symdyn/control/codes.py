"""What init and step of every controller return; a law may have more, and every gain has its own."""

from __future__ import annotations

from symdyn.routines.words import ReturnCode

OK = ReturnCode("OK", "done")
BAD_TIME_STEP = ReturnCode("BAD_TIME_STEP", "dt is not a positive number, or too long")
NOT_FINITE = ReturnCode("NOT_FINITE", "an input, or what follows from it, is not a finite number")
CANNOT_CLOSE = ReturnCode("CANNOT_CLOSE", "the loops of the robot cannot be closed there as it was assembled")
EVERYWHERE = (OK, BAD_TIME_STEP, NOT_FINITE)


def bad_gain(name: str, must_be: str) -> ReturnCode:
    """Return the code of a gain that cannot be used."""
    return ReturnCode(f"BAD_{name.upper()}", f"{name} must be {must_be}")


BAD_THETA = ReturnCode("BAD_THETA", "an estimate is not a finite number")
