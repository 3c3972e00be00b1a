"""What a kernel should say, by the witness.

The witness knows the full parameter vector. The minimal regressors are columns of its full ones, or combinations
of them where the file calls parameters unknown. That `pi` with these columns makes the same torques is for the kernels
that take `pi`, and for the laws, to show. Potential energy is counted from q = 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from symdyn.algebra.decimals import to_float
from symdyn.check.setting import Sample, Setting, Values, flat
from symdyn.dynamics.regressors.known_unknown import directions
from symdyn.kernels.table import KERNELS
from symdyn.model import Robot
from symdyn.parameters.pi import pi_pivots

# kernels whose outputs are columns of a regressor of the witness: its name there, and which columns
REGRESSORS: Mapping[str, tuple[str, Callable[[Robot], Sequence[int]]]] = {
    "regressor_full": ("regressor_full", lambda robot: range(len(robot.full_parameters))),
    "regressor": ("regressor_full", lambda robot: pi_pivots(robot)),
    "regressor_slotine_li": ("regressor_slotine_li", lambda robot: pi_pivots(robot)),
}
# kernels that give a torque and its power on s along the directions that adapt: the regressor of both
ADAPTIVE: Mapping[str, str] = {
    "adaptive_inverse_dynamics": "regressor_full",
    "adaptive_slotine_li": "regressor_slotine_li",
}
WALKER = "adaptive_walker"  # the same along every parameter of the full vector


def expected_value(setting: Setting, name: str, sample: Sample) -> Values:
    """Return what the witness says, flat."""
    if name in REGRESSORS:
        of_witness, columns = REGRESSORS[name]
        return flat(_regressor(setting, of_witness, sample)[:, list(columns(setting.robot))])
    if name == "regressor_unknown":
        return flat(_regressor(setting, "regressor_full", sample) @ _directions(setting.robot))
    if name in ADAPTIVE:
        Y = _regressor(setting, ADAPTIVE[name], sample)
        return flat((Y @ sample.parameters.full, sample.state["s"] @ (Y @ _directions(setting.robot))))
    if name == "regressor_filtered":
        parts = setting.witness.regressor_filtered(sample.state["q"], sample.state["qd"])
        return flat(tuple(part[:, list(pi_pivots(setting.robot))] for part in parts))
    if name == WALKER:
        Y = setting.witness.regressor_walker(*(sample.state[port] for port in ("q", "qd", "qd_r", "qdd_r")))
        return flat((Y @ sample.parameters.full, sample.state["s"] @ Y))
    if name == "potential_energy":
        energy, full = setting.witness.potential_energy, sample.parameters.full
        return flat(energy(sample.state["q"], full) - energy(np.zeros(setting.robot.n), full))
    inputs = KERNELS[name].inputs
    arguments = [sample.parameters.full if port == "pi" else sample.state[port] for port in inputs]
    return flat(getattr(setting.witness, name)(*arguments))


def _directions(robot: Robot) -> Values:
    """Return, as columns, how the full parameters change with the adapted ones."""
    return np.array([direction.over(to_float) for direction in directions(robot, pi_pivots(robot))], np.float64).T


def _regressor(setting: Setting, name: str, sample: Sample) -> Values:
    """Return a regressor of the witness, remembered: the slowest thing that it computes is needed several times."""
    key = (name, sample.state.label)
    if key not in setting.remembered:
        setting.remembered[key] = getattr(setting.witness, name)(*(sample.state[port] for port in KERNELS[name].inputs))
    return setting.remembered[key]
