"""Files: the module of a robot in Python, and all that its template may see."""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.algebra.decimals import to_float
from symdyn.emit.backend import Content, Written
from symdyn.emit.kernel_text import repetitions
from symdyn.emit.python.kernel import PythonKernel, python_kernel
from symdyn.emit.templates import fill
from symdyn.emit.view import RobotView, robot_view

USE = """```python
import {name}

{name}.{kernel}(...)   # arrays of shape (n,), or (N, n) for N samples at once
```"""
DTYPES = {"double": "float64", "float": "float32"}


@dataclass(frozen=True, slots=True)
class PythonView:
    """What the module shows."""

    robot: RobotView
    dtype: str
    values: tuple[str, ...]
    kernels: tuple[PythonKernel, ...]


def python_files(content: Content) -> Written:
    """Write the kernels as a module of NumPy."""
    name = content.facts.name
    return Written(
        files={f"{name}.py": fill("python/module.py.jinja", _view(content))},
        about={f"{name}.py": "the same kernels in NumPy; needs no compiler"},
        sections={"Use the Python": USE.format(name=name, kernel=content.kernels[0].name)},
    )


def _view(content: Content) -> PythonView:
    facts, same = content.facts, repetitions(content.kernels)
    has_values = facts.has_values and facts.takes_pi
    return PythonView(
        robot=robot_view(facts),
        dtype=DTYPES[facts.options.scalar],
        values=tuple(repr(to_float(value)) for value in facts.printed_pi or ()),
        kernels=tuple(python_kernel(kernel, has_values, same.get(kernel.name)) for kernel in content.kernels),
    )
