"""Generated Python modules, from their text."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from types import CodeType, ModuleType
from typing import Any


def load_module(text: str, name: str) -> ModuleType:
    """Execute a robot's module; it does not appear in `sys.modules`."""
    module = ModuleType(name)
    exec(compile(text, f"{name}.py", "exec"), module.__dict__)
    return module


def load_twin(
    text: str, name: str, robot_name: str, robot: ModuleType, *, exact: Callable[[float], Fraction] | None = None
) -> ModuleType:
    """Execute a law's module; where it imports its robot's module, it gets the given one.

    With ``exact``, decimals in the text are the fractions that it makes of them.
    """

    def importing(wanted: str, *rest: Any) -> Any:
        return robot if wanted == robot_name else builtins.__import__(wanted, *rest)

    module = ModuleType(name)
    module.__dict__["__builtins__"] = {**builtins.__dict__, "__import__": importing, Fraction.__name__: Fraction}
    exec(_compiled(text, name, exact), module.__dict__)
    return module


@lru_cache(maxsize=16)  # a proof executes the same text with many kernels
def _compiled(text: str, name: str, exact: Callable[[float], Fraction] | None) -> CodeType:
    tree = ast.parse(text)
    return compile(_Exact(exact).visit(tree) if exact else tree, f"{name}.py", "exec")


class _Exact(ast.NodeTransformer):
    """Puts a fraction in the place of every decimal."""

    def __init__(self, exact: Callable[[float], Fraction]) -> None:
        """Know how decimals become fractions."""
        self._exact = exact

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """Replace a decimal."""
        if not isinstance(node.value, float):
            return node
        ratio: list[ast.expr] = [ast.Constant(one) for one in self._exact(node.value).as_integer_ratio()]
        call = ast.Call(ast.Name(Fraction.__name__, ast.Load()), ratio, [])
        return ast.fix_missing_locations(ast.copy_location(call, node))
