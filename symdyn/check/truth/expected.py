"""What a kernel should say, by the witness.

The witness knows the full parameter vector. The minimal regressors are columns of its full ones, or combinations
of them where the file calls parameters unknown. That `pi` with these columns makes the same torques is for the kernels
that take `pi`, and for the laws, to show. Potential energy is counted from q = 0. The precise witness is asked the same
way, with exact parameters, and what it says is rounded once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.check.setting import Sample, Setting, Values, flat
from symdyn.check.truth.precise_witness import many_digits
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


def expected_value(setting: Setting, name: str, sample: Sample, *, precisely: bool = False) -> Values:
    """Return what the witness says, or the precise one, flat."""
    state, witness = sample.state, setting.precise if precisely else setting.witness
    full = _many_digits(sample.parameters.read_exactly) if precisely else sample.parameters.read
    if name in REGRESSORS:
        of_witness, columns = REGRESSORS[name]
        return flat(_regressor(setting, of_witness, sample, precisely)[:, list(columns(setting.robot))])
    if name == "regressor_unknown":
        return flat(_regressor(setting, "regressor_full", sample, precisely) @ _directions(setting.robot, precisely))
    if name in ADAPTIVE:
        Y = _regressor(setting, ADAPTIVE[name], sample, precisely)
        return flat((Y @ full, state["s"] @ (Y @ _directions(setting.robot, precisely))))
    if name == "regressor_filtered":
        parts = witness.regressor_filtered(state["q"], state["qd"])
        return flat(tuple(part[:, list(pi_pivots(setting.robot))] for part in parts))
    if name == WALKER:
        Y = witness.regressor_walker(*(state[port] for port in ("q", "qd", "qd_r", "qdd_r")))
        return flat((Y @ full, state["s"] @ Y))
    if name == "potential_energy":
        energy = witness.potential_energy
        return flat(energy(state["q"], full) - energy(np.zeros(setting.robot.n), full))
    arguments = [full if port == "pi" else state[port] for port in KERNELS[name].inputs]
    return flat(getattr(witness, name)(*arguments))


def _many_digits(constants: Sequence[Exact]) -> Any:
    return np.array([many_digits(constant) for constant in constants], dtype=object)


def _directions(robot: Robot, precisely: bool) -> Any:
    """Return, as columns, how the full parameters change with the adapted ones."""
    lift: Callable[[Exact], Any] = many_digits if precisely else to_float
    rows = [direction.over(lift) for direction in directions(robot, pi_pivots(robot))]
    return np.array(rows, object if precisely else np.float64).T


def _regressor(setting: Setting, name: str, sample: Sample, precisely: bool) -> Any:
    """Return a regressor of a witness, remembered: the slowest thing that it computes is needed several times."""
    key = (name, sample.state.label, precisely)
    if key not in setting.remembered:
        witness = setting.precise if precisely else setting.witness
        setting.remembered[key] = getattr(witness, name)(*(sample.state[port] for port in KERNELS[name].inputs))
    return setting.remembered[key]
