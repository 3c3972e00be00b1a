"""Who takes part, and which forms of kernels there are, by the names that tables show."""

from __future__ import annotations

OURS, FOLDED = "symdyn", "symdyn, folded"
CASADI, OF_PINOCCHIO, OF_MINIMAL = "CasADi", "CasADi of Pinocchio", "CasADi of minimal parameters"
PINOCCHIO, MUJOCO = "Pinocchio", "MuJoCo"
FAST_MATH = "-ffast-math"
BEST = "CasADi at its best"


def fast(who: str) -> str:
    """Name a peer whose code may be rounded in any order."""
    return f"{who}, {FAST_MATH}"


WRITTEN = (CASADI, OF_PINOCCHIO, OF_MINIMAL)
ALL_OF_CASADI = (*WRITTEN, *(fast(who) for who in WRITTEN))
PEERS = {  # columns: whose best time counts
    CASADI: (CASADI,),
    OF_PINOCCHIO: (OF_PINOCCHIO,),
    BEST: ALL_OF_CASADI,
    PINOCCHIO: (PINOCCHIO,),
    MUJOCO: (MUJOCO,),
}

SINGLE, ROWS, BLOCKS, COLUMNS = "single", "rows", "blocks", "columns"  # how samples lie in memory
