"""The papers' formulations by name: what `--form` and `--formulation` choose from."""

from __future__ import annotations

from collections.abc import Mapping

from symdyn.errors import InputError, unknown_name
from symdyn.papers.formulation import PaperFormulation
from symdyn.papers.regressor_formulations import REGRESSOR_FORMULATIONS
from symdyn.papers.torque_formulations import TORQUE_FORMULATIONS

FORMULATIONS: Mapping[str, PaperFormulation] = {
    one.name: one for one in (*TORQUE_FORMULATIONS, *REGRESSOR_FORMULATIONS)
}


def formulation(name: str) -> PaperFormulation:
    """Return a formulation by its name."""
    if name not in FORMULATIONS:
        raise InputError(unknown_name("formulation", name, FORMULATIONS))
    return FORMULATIONS[name]
