"""The laws there are: one file each, found by its `LAW`.

| file | idea |
|---|---|
| pd_gravity.py | PD control with gravity compensation |
| computed_torque.py | the model cancels the dynamics |
| slotine_li.py, slotine_li_modified.py, slotine_li_composite.py | adaptive; Lu and Meng's; composite |
| craig.py | adaptive computed torque |
| walker.py | adaptive over a tree, without a regressor |
| optimal_feedback.py | Van Winssen and de Silva's feedback along a trajectory |
| recursive_least_squares.py | estimates parameters, and only watches |
"""

from __future__ import annotations

import pkgutil
from importlib import import_module

from symdyn.control.law import Law
from symdyn.errors import InputError
from symdyn.sources.added import ADDED

FILES = tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))
_FOUND: tuple[Law, ...] = (*(import_module(f"{__name__}.{file}").LAW for file in FILES),)
LAWS: dict[str, Law] = {law.name: law for law in _FOUND if not law.watches}
WATCHERS: dict[str, Law] = {law.name: law for law in _FOUND if law.watches}


def register(law: Law) -> None:
    """Add a law of one's own, for this process; `symdyn.reference.laws.register` takes its equations."""
    if law.name in every_law():
        raise InputError(f"there is a law {law.name} already; choose another name")
    (WATCHERS if law.watches else LAWS)[law.name] = law
    ADDED.update(routine.__module__ for routine in law.routines)


def every_law() -> dict[str, Law]:
    """Return all laws: those that control, then those that only watch."""
    return {**LAWS, **WATCHERS}


def kernels_of(laws: tuple[str, ...]) -> set[str]:
    """Return the names of the kernels that laws call."""
    return {kernel for law in laws for kernel in every_law()[law].kernels}
