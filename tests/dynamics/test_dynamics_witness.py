"""The dynamics on floats against the independent witness: laws alone would not notice another robot's geometry."""

import numpy as np
import pytest
from random_robots import FRAMES, random_robot

import symdyn
from symdyn.ir.evaluate import FLOATS
from symdyn.kernels.door import run
from symdyn.kernels.table import KERNELS
from symdyn.reference import Witness

COMPARED = ("forward_kinematics", "jacobian", "mass_matrix", "gravity", "coriolis_matrix", "inverse_dynamics")
TOLERANCE = 1e-11  # of the largest entry: both sides round a few thousand operations


@pytest.mark.parametrize("frames", FRAMES)
@pytest.mark.parametrize("seed", range(61, 65))
def test_dynamics_on_floats_agree_with_the_witness(frames: str, seed: int) -> None:
    kinds = ("revolute", "revolute", "prismatic", "fixed") if seed < 64 else ("revolute", "screw", "prismatic")
    mapping = random_robot(seed, entries=5, tree=bool(seed % 2), frames=frames, kinds=kinds)
    robot, witness = symdyn.load(mapping), Witness(mapping)
    state = dict(zip(("q", "qd", "qdd"), np.random.default_rng(seed).uniform(-2, 2, (3, robot.n)), strict=True))
    for name in COMPARED:
        inputs = [port for port in KERNELS[name].inputs if port != "pi"]
        (found,) = run(KERNELS[name], robot, FLOATS, state | {"parameters": witness.parameters}).outputs.values()
        truth = np.ravel(getattr(witness, name)(*(state[port] for port in inputs)))
        scale = max(1.0, float(np.abs(truth).max()))
        np.testing.assert_allclose(np.array(found, float) / scale, truth / scale, rtol=0, atol=TOLERANCE, err_msg=name)
