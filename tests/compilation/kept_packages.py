"""A small robot, kernels that need no compiler, and what the cache holds of them."""

from pathlib import Path
from typing import Any

import numpy as np

import symdyn
from symdyn.options import Options

GRAVITY = Options(only=("gravity",))
ARM = """\
symdyn: 1
name: arm
joints:
  - type: revolute
    axis: [0, 1, 0]
    link: {mass: 2, com: [0.5, 0, 0], inertia: {xx: 0, xy: 0, xz: 0, yy: 1, yz: 0, zz: 1}}
"""


def numpy_gravity(robot: Any = "two_link", options: Options = GRAVITY) -> Any:
    kernels = symdyn.build(robot, options, backend="numpy")
    return kernels.gravity(np.linspace(0.1, 0.5, next(iter(kernels.gravity._inputs)).size))


def kept(cache: Path) -> list[Path]:
    return sorted((cache / "packages").iterdir())
