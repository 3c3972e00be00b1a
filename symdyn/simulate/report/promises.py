"""Why theory promises nothing about the Lyapunov function of a run: whatever its proof leaves out."""

from __future__ import annotations

import numpy as np

from symdyn.simulate.loop.recording import Recording
from symdyn.simulate.motion.motion import Array
from symdyn.simulate.scenario.scenario import CONTINUOUS, Scenario


def objections(scenario: Scenario, recording: Recording, own_limits: Array, smooth: bool) -> list[str]:
    """Return what stands between this run and the proof.

    ``own_limits`` are torques that the controller keeps within; ``smooth`` says that the plant has no Coulomb friction.
    """
    tau = np.abs(recording.tau)
    clipped = bool(np.any(tau > np.array(scenario.torque_limits)) or np.any(tau >= own_limits))
    model, noise = scenario.model, scenario.noise
    changes = [time for load in scenario.loads for time in (load.start, load.end)]
    factors = (model.lengths, model.masses, model.inertias, model.friction)
    found = {
        "the torque is held between samples": scenario.control.rate != CONTINUOUS,
        "disturbances act": bool(scenario.disturbances),
        "measurements are noisy": bool(np.any(noise.position) or np.any(noise.velocity)),
        "joints are flexible": scenario.flexibility is not None,
        "the load changes": any(0 < time < scenario.duration for time in changes),
        "the torque limits are reached": clipped,
        "the model is not the plant": model.robot is not None or any(factor != 1 for factor in factors),
        "Coulomb friction is made smooth in the plant": not smooth,
        "the run stopped": recording.stopped is not None,
    }
    return [reason for reason, holds in found.items() if holds]
