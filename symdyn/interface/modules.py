"""Generated Python modules, from their text."""

from __future__ import annotations

import builtins
from types import ModuleType
from typing import Any


def load_module(text: str, name: str) -> ModuleType:
    """Execute a robot's module; it does not appear in `sys.modules`."""
    module = ModuleType(name)
    exec(compile(text, f"{name}.py", "exec"), module.__dict__)
    return module


def load_twin(text: str, name: str, robot_name: str, robot: ModuleType) -> ModuleType:
    """Execute a law's module; where it imports its robot's module, it gets the given one."""

    def importing(wanted: str, *rest: Any) -> Any:
        return robot if wanted == robot_name else builtins.__import__(wanted, *rest)

    module = ModuleType(name)
    module.__dict__["__builtins__"] = {**builtins.__dict__, "__import__": importing}
    exec(compile(text, f"{name}.py", "exec"), module.__dict__)
    return module
