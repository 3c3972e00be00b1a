"""The PUMA 560 as an older, widely used generator computed it, in two conventions."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from symdyn.reference import Witness

REFERENCE = Path(__file__).parents[2].parent / "shared" / "refs" / "puma560.json"
TOLERANCE = 1e-12  # of the largest entry: the reference prints 15 digits

pytestmark = pytest.mark.skipif(not REFERENCE.exists(), reason="the reference numbers are not beside the project")

# Lxx Lxy Lxz Lyy Lyz Lzz lx ly lz m  ->  m mx my mz Ixx Ixy Iyy Ixz Iyz Izz
OURS = [9, 6, 7, 8, 0, 1, 3, 2, 4, 5]


@pytest.fixture(params=["standard_dh", "modified_dh"])
def case(request: pytest.FixtureRequest) -> tuple[Witness, dict[str, Any]]:
    """Return the robot and the sample of one convention."""
    key = {"standard_dh": "sympybotics_std", "modified_dh": "sympybotics_mod"}
    sample = json.loads(REFERENCE.read_text())[key[request.param]]
    names = ("alpha", "a", "d", "theta")
    joints = [{"type": "revolute", "dh": dict(zip(names, row[:4], strict=True))} for row in sample["dh"]]
    mapping = {"frames": request.param, "joints": joints, "gravity": sample["gravity"]}
    return Witness(mapping), sample


@pytest.mark.parametrize("kind", ["physical", "random"])
@pytest.mark.parametrize("quantity", ["tau", "g", "c", "M"])
def test_witness_agrees_with_the_published_generator(
    case: tuple[Witness, dict[str, Any]], kind: str, quantity: str
) -> None:
    robot, sample = case
    q, qd, qdd = (np.array(sample[name]) for name in ("q", "dq", "ddq"))
    phi = np.array(sample[kind]["dynparm"]).reshape(6, 10)[:, OURS].ravel()
    expected = np.array(sample[kind][quantity])
    found = {
        "tau": lambda: robot.inverse_dynamics(q, qd, qdd, phi),
        "g": lambda: robot.gravity(q, phi),
        "c": lambda: robot.coriolis(q, qd, phi),
        "M": lambda: robot.mass_matrix(q, phi),
    }[quantity]()
    scale = np.abs(expected).max()
    np.testing.assert_allclose(found, expected, rtol=0, atol=TOLERANCE * scale)
