"""The laws there are: one file each, found by its `LAW`.

| file | idea |
|---|---|
| pd_gravity.py | PD control with gravity compensation |
| computed_torque.py | the model cancels the dynamics |
| slotine_li.py, slotine_li_modified.py, slotine_li_composite.py | adaptive; Lu and Meng's; composite |
| craig.py | adaptive computed torque |
| walker.py | adaptive over a tree, without a regressor |
| optimal_feedback.py | Van Winssen and de Silva's feedback along a trajectory |
"""

from __future__ import annotations

import pkgutil
from importlib import import_module

from symdyn.control.law import Law
from symdyn.sources.added import ADDED

FILES = tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))
_FOUND: tuple[Law, ...] = (*(import_module(f"{__name__}.{file}").LAW for file in FILES),)
LAWS: dict[str, Law] = {law.name: law for law in _FOUND}


def register(law: Law) -> None:
    """Add a law of one's own, for this process; `symdyn.reference.laws.register` takes its equations."""
    LAWS[law.name] = law
    ADDED.update(routine.__module__ for routine in law.routines)


def kernels_of(laws: tuple[str, ...]) -> set[str]:
    """Return the names of the kernels that laws call."""
    return {kernel for law in laws for kernel in LAWS[law].kernels}
