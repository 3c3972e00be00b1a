"""What is true of every kernel, one record each: what it should say, and how large an error is.

A kernel of your own is checked like any other once `register_truth` has its record:

    register_truth("twice_gravity", KernelTruth(lambda at: 2 * at.witness.gravity(at.state["q"], at.full), weight))

`at` is an `Asked`: `at.state` has the inputs by name, `at.full` the full parameter vector, `at.witness` who answers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod

import numpy as np

from symdyn.check.setting import Sample, Setting, Values, flat
from symdyn.check.truth import natural_size as size
from symdyn.check.truth.expected import (
    Asked,
    Expected,
    adapting,
    answer,
    assembled,
    filtered,
    loop_motion,
    minimal_columns,
    potential_energy,
    unmoved,
    walker,
)
from symdyn.check.truth.scale import size_of
from symdyn.errors import InputError
from symdyn.kernels.table import KERNELS


@dataclass(frozen=True, slots=True)
class KernelTruth:
    """What check needs to know of a kernel.

    Attributes:
        expected: what the witness says that it should give.
        natural: the size that its values naturally have at a sample.
        needs_inverse: whether it gives numbers only where the mass matrix has an inverse.
        parts: kernels whose results it gives, one after the other; each is measured against its own size.
    """

    expected: Expected
    natural: Callable[[Sample], float]
    needs_inverse: bool = False
    tip: str = ""  # the link that is asked about, where that is not the robot's tip
    parts: tuple[str, ...] = ()

    def value(self, setting: Setting, sample: Sample, *, precisely: bool = False) -> Values:
        """Return what the witness says, or the precise one, flat."""
        return flat(self.expected(Asked(setting, sample, precisely, self.tip)))

    def scale(self, sample: Sample, value: Values) -> Values | float:
        """Return what deviations from a value are measured against: one size, or that of every entry."""
        if not self.parts:
            return size_of(value, self.natural(sample))
        n, sizes, at = len(sample.state["q"]), np.empty(len(value)), 0
        for part in self.parts:
            count = sum(prod(n if size == "n" else int(size) for size in shape) for _, shape in KERNELS[part].outputs)
            own = slice(at, at + count)
            sizes[own] = truth_of(part).scale(sample, value[own])
            at += count
        return sizes


TOGETHER = ("inverse_dynamics", "mass_matrix", "gravity", "jacobian")
_TRUTHS: dict[str, KernelTruth] = {
    "inverse_dynamics": KernelTruth(answer("inverse_dynamics"), size.torque),
    "inverse_dynamics_external": KernelTruth(answer("inverse_dynamics_external"), size.pushed_torque),
    "inverse_dynamics_friction": KernelTruth(lambda at: at.rubbing("regressor_full") @ at.full, size.torque),
    "gravity": KernelTruth(answer("gravity"), size.weight),
    "coriolis": KernelTruth(answer("coriolis"), size.energy),
    "coriolis_matrix": KernelTruth(answer("coriolis_matrix"), size.momentum),
    "mass_matrix": KernelTruth(answer("mass_matrix"), size.inertia),
    "forward_dynamics": KernelTruth(answer("forward_dynamics"), size.acceleration, needs_inverse=True),
    "regressor": KernelTruth(minimal_columns("regressor_full"), size.regressor),
    "regressor_unknown": KernelTruth(lambda at: at.regressor("regressor_full") @ at.directions, size.regressor),
    "regressor_slotine_li": KernelTruth(minimal_columns("regressor_slotine_li"), size.reference_regressor),
    "regressor_full": KernelTruth(lambda at: at.regressor("regressor_full"), size.regressor),
    "forward_kinematics": KernelTruth(answer("forward_kinematics"), size.reach),
    "jacobian": KernelTruth(answer("jacobian"), size.reach),
    "kinetic_energy": KernelTruth(answer("kinetic_energy"), size.energy),
    "potential_energy": KernelTruth(potential_energy, size.potential),
    "torque_derivatives": KernelTruth(answer("torque_derivatives"), size.torque_slope),
    "state_matrices": KernelTruth(answer("state_matrices"), size.linearised_plant, needs_inverse=True),
    "forward_dynamics_derivatives": KernelTruth(
        answer("forward_dynamics_derivatives"), size.acceleration_slope, needs_inverse=True
    ),
    "adaptive_inverse_dynamics": KernelTruth(adapting("regressor_full"), size.torque),
    "adaptive_slotine_li": KernelTruth(adapting("regressor_slotine_li"), size.reference_torque),
    "adaptive_walker": KernelTruth(walker, size.walker_torque),
    "regressor_filtered": KernelTruth(filtered, size.filtered_regressor),
    "tip_pose": KernelTruth(answer("tip_pose"), size.reach),
    "tip_motion": KernelTruth(answer("tip_motion"), size.reach_and_rate),
    "load_regressor": KernelTruth(answer("load_regressor"), size.load_regressor),
    "loop_motion": KernelTruth(loop_motion, size.joint_motion),
    "dynamics_all": KernelTruth(
        lambda at: tuple(truth_of(part).expected(at) for part in TOGETHER), size.torque, parts=TOGETHER
    ),
    "close_step": KernelTruth(unmoved, size.joint_motion),
    "close_rest": KernelTruth(assembled, size.joint_motion),
    "close_gap": KernelTruth(lambda at: np.zeros(1), size.joint_motion),
}


def truth_of(kernel: str) -> KernelTruth:
    """Return what is true of a kernel."""
    if kernel not in _TRUTHS:
        where = "symdyn.check.truth.kernel_truth.register_truth"
        raise InputError(f"nobody has said what the kernel {kernel} should give: {where}")
    return _TRUTHS[kernel]


def truth_in(setting: Setting, name: str) -> KernelTruth:
    """Return what is true of a robot's kernel, which may be of another link than its tip."""
    kernel = setting.kernels[name]
    return replace(truth_of(kernel.kind), tip=kernel.tip)


def register_truth(kernel: str, truth: KernelTruth) -> None:
    """Say what is true of a kernel of your own."""
    if kernel in _TRUTHS:
        raise InputError(f"what the kernel {kernel} should give is known already")
    _TRUTHS[kernel] = truth
