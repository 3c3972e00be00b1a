"""Refuse a robot whose torques doubles cannot hold, and say what to do about it.

Every joint is judged by its own torque, so that one that carries tons hides nothing of one that carries grams. What
acts on a joint, weight or Coriolis forces or a unit of acceleration, may be small by nature and is judged by its
whole torque, or by its own size where that is larger, as a wrench's may be. Regressors times `pi` are judged by the
torque alone, accelerations by their own size, joint by joint; what belongs to no joint by the largest number of its
kernel.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symdyn.errors import InputError
from symdyn.ir.program import Port
from symdyn.model.robot import Robot
from symdyn.precision.double_errors import KernelErrors

MOST = 1e-6  # of the torque, by the bound
SEEN = 1e-8  # of the torque, at fixed states: within a hundredth of the worst; bounds of long chains are far above it
TORQUES = ("tau", "g", "c", "M", "C", "dtau_dq", "dtau_dqd")  # rows of joints, per unit of what they are multiplied by
REGRESSORS = ("regressor", "regressor_slotine_li", "regressor_filtered")  # kernels whose rows times pi are torques
ENERGIES = ("K", "P")
ACCELERATIONS = ("qdd",)
FAR_FRAMES = "place the frames of links near their bodies"
WAY_OUT = f"round nearly special axes and angles with --snap, or write them exactly (0 for 1e-12), and {FAR_FRAMES}"
FOR_MASSES = f"are masses that carry others far too small? else {FAR_FRAMES}"
FOR_LOOPS = f"assemble loops (closed_at) where no links are nearly in line, and no axes nearly one; {FOR_MASSES}"


@dataclass(frozen=True, slots=True)
class Row:
    """Results of a kernel that are judged together: their weights, the size that they are judged by, and its name."""

    results: range
    weights: Sequence[float]
    size: float
    by: str

    def part(self, errors: Sequence[float]) -> float:
        """Return the largest error in parts of the size; infinite for what is no number."""
        weighted = [errors[k] * weight for k, weight in zip(self.results, self.weights, strict=True) if weight]
        if not all(number < math.inf for number in (self.size, *weighted)):  # NaN is below nothing
            return math.inf
        largest = max(weighted, default=0.0)
        return largest / self.size if self.size else math.inf if largest else 0.0


def refuse_imprecise(
    robot: Robot, kernels: Sequence[KernelErrors], torque: Sequence[float], pi: Sequence[float]
) -> None:
    """Raise an InputError if a kernel's results are lost in rounding; ``torque`` is the largest of every joint."""
    for errors in kernels:
        at = 0
        for port in errors.program.outputs:
            for row in _rows(robot, errors, port, range(at, at + port.size), torque, pi):
                _judge(robot, errors, port, row)
            at += port.size


def _rows(
    robot: Robot, errors: KernelErrors, port: Port, every: range, torque: Sequence[float], pi: Sequence[float]
) -> Iterator[Row]:
    ones = [1.0] * len(every)
    if errors.program.name in REGRESSORS or port.name in (*TORQUES, *ACCELERATIONS):
        width = len(every) // robot.n
        for i, joint in enumerate(robot.joint_names):
            own = every[i * width : (i + 1) * width]
            largest = max(errors.sizes[k] for k in own)
            if errors.program.name in REGRESSORS:
                yield Row(own, [abs(value) for value in pi], torque[i], f"the torque of {joint}")
            elif port.name in ACCELERATIONS:
                yield Row(own, ones[:width], largest, f"the acceleration of {joint}")
            else:
                yield Row(own, ones[:width], max(torque[i], largest), f"the torque of {joint}")
    elif port.name in ENERGIES:
        yield Row(every, ones, math.fsum(torque), "all torques")
    else:
        yield Row(every, ones, max(errors.sizes), "the kernel's largest number")


def _judge(robot: Robot, errors: KernelErrors, port: Port, row: Row) -> None:
    divides = errors.bound is None
    if errors.bound is not None and row.part(errors.bound) <= MOST:
        return
    seen = row.part(errors.observed)
    if seen <= (MOST if divides else SEEN) or (divides and seen == math.inf):
        return  # where the mass matrix is singular, that is told elsewhere
    much = f"by {seen:.2g} of {row.by}" if seen < math.inf else "infinitely"
    for_quotients = FOR_LOOPS if robot.closing is not None and robot.closing.loops else FOR_MASSES
    what = f"doubles cannot hold this robot's dynamics: {port.name} of {errors.program.name} would be wrong {much}"
    raise InputError(f"{what}; {for_quotients if divides else WAY_OUT}", field=robot.name)
