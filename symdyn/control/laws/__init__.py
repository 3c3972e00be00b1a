"""The laws there are: one file each, found by its `LAW`."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from symdyn.control.law import Law

FILES = tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))
_FOUND: tuple[Law, ...] = (*(import_module(f"{__name__}.{file}").LAW for file in FILES),)
LAWS: dict[str, Law] = {law.name: law for law in _FOUND}


def kernels_of(laws: tuple[str, ...]) -> set[str]:
    """Return the names of the kernels that laws call."""
    return {kernel for law in laws for kernel in LAWS[law].kernels}
