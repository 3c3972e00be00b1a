"""The laws there are, by name."""

from __future__ import annotations

from collections.abc import Mapping

from symdyn.control import (
    computed_torque,
    craig,
    optimal_feedback,
    pd_gravity,
    slotine_li,
    slotine_li_composite,
    slotine_li_modified,
    walker,
)
from symdyn.control.law import Law

LAWS: Mapping[str, Law] = {
    module.LAW.name: module.LAW
    for module in (
        pd_gravity,
        computed_torque,
        slotine_li,
        slotine_li_modified,
        slotine_li_composite,
        craig,
        walker,
        optimal_feedback,
    )
}


def kernels_of(laws: tuple[str, ...]) -> set[str]:
    """Return the names of the kernels that laws call."""
    return {kernel for law in laws for kernel in LAWS[law].kernels}
