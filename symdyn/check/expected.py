"""What a kernel should say, by the witness.

The witness knows the full parameter vector. The minimal regressors are columns of its full ones: those of the pivots,
or of the parameters that the file calls unknown. That `pi` with these columns makes the same torques is for the kernels
that take `pi`, and for the laws, to show. Potential energy is counted from q = 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from symdyn.check.setting import Sample, Setting, Values, flat
from symdyn.dynamics.kernels import KERNELS
from symdyn.dynamics.known_unknown import split_parameters
from symdyn.dynamics.parameters import pi_pivots
from symdyn.model import Robot

# kernels whose outputs are columns of a regressor of the witness: its name there, and which columns
REGRESSORS: Mapping[str, tuple[str, Callable[[Robot], Sequence[int]]]] = {
    "regressor_full": ("regressor_full", lambda robot: range(len(robot.full_parameters))),
    "regressor": ("regressor_full", lambda robot: pi_pivots(robot)),
    "regressor_unknown": ("regressor_full", lambda robot: split_parameters(robot, pi_pivots(robot)).unknown),
    "regressor_slotine_li": ("regressor_slotine_li", lambda robot: pi_pivots(robot)),
}


def expected_value(setting: Setting, name: str, sample: Sample) -> Values:
    """Return what the witness says, flat."""
    if name in REGRESSORS:
        of_witness, columns = REGRESSORS[name]
        return flat(_regressor(setting, of_witness, sample)[:, list(columns(setting.robot))])
    if name == "potential_energy":
        energy, full = setting.witness.potential_energy, sample.parameters.full
        return flat(energy(sample.state["q"], full) - energy(np.zeros(setting.robot.n), full))
    inputs = KERNELS[name].inputs
    arguments = [sample.parameters.full if port == "pi" else sample.state[port] for port in inputs]
    return flat(getattr(setting.witness, name)(*arguments))


def _regressor(setting: Setting, name: str, sample: Sample) -> Values:
    """Return a regressor of the witness, remembered: the slowest thing that it computes is needed several times."""
    key = (name, sample.state.label)
    if key not in setting.remembered:
        setting.remembered[key] = getattr(setting.witness, name)(*(sample.state[port] for port in KERNELS[name].inputs))
    return setting.remembered[key]
