"""The PUMA 560 in two conventions, as an older, widely used generator computed it: compiled kernels agree."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symdyn
from symdyn.options import Options
from symdyn.parameters.pi import pi_of_full

REFERENCE = Path(__file__).parents[1].parent / "shared" / "refs" / "puma560.json"
TOLERANCE = 1e-12  # of the largest entry: the reference prints 15 digits
KEYS = {"standard_dh": "sympybotics_std", "modified_dh": "sympybotics_mod"}
CALLS = {
    "tau": ("inverse_dynamics", ("q", "dq", "ddq")),
    "g": ("gravity", ("q",)),
    "c": ("coriolis", ("q", "dq")),
    "M": ("mass_matrix", ("q",)),
}
# theirs: Lxx Lxy Lxz Lyy Lyz Lzz lx ly lz m; ours: m mx my mz Ixx Ixy Iyy Ixz Iyz Izz
OURS = [9, 6, 7, 8, 0, 1, 3, 2, 4, 5]

pytestmark = pytest.mark.skipif(not REFERENCE.exists(), reason="the reference numbers are not beside the project")


@cache
def sample_and_kernels(frames: str) -> tuple[dict[str, Any], symdyn.Robot, Any]:
    sample = json.loads(REFERENCE.read_text())[KEYS[frames]]
    names = ("alpha", "a", "d", "theta")
    joints = [{"type": "revolute", "dh": dict(zip(names, row[:4], strict=True))} for row in sample["dh"]]
    mapping = {"symdyn": 1, "name": "puma", "frames": frames, "gravity": sample["gravity"], "joints": joints}
    robot = symdyn.load(mapping)
    only = tuple(kernel for kernel, _ in CALLS.values())
    return sample, robot, symdyn.build(robot, Options(only=only))


@pytest.mark.parametrize("quantity", CALLS)
@pytest.mark.parametrize("kind", ["physical", "random"])
@pytest.mark.parametrize("frames", KEYS)
def test_compiled_kernels_agree_with_the_published_generator(frames: str, kind: str, quantity: str) -> None:
    sample, robot, kernels = sample_and_kernels(frames)
    kernel, inputs = CALLS[quantity]
    full = np.array(sample[kind]["dynparm"]).reshape(6, 10)[:, OURS].ravel()
    pi = pi_of_full(robot, list(full))
    found = getattr(kernels, kernel)(*(sample[name] for name in inputs), pi=pi)
    expected = np.array(sample[kind][quantity])
    np.testing.assert_allclose(found, expected, rtol=0, atol=TOLERANCE * np.abs(expected).max())
