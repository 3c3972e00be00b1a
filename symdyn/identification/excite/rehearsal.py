"""The whole circle before the robot itself goes round: a simulated one makes the motion, is identified, and compared.

What is recorded is what a robot has: positions of an encoder and noisy torques, at 1 kHz. The identification knows
the geometry and nothing of the values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.excite.run import Excitation
from symdyn.identification.fit import identify
from symdyn.identification.logs.log import Array, Log
from symdyn.identification.vectors import minimal_matrix, minimal_set
from symdyn.model.robot import Robot

LAW, RATE = "computed_torque", 1000.0
STEPS = 2**16  # of an encoder, a turn (or a metre)
SOFT = 1e-3  # of a joint's top speed: below, simulated Coulomb friction is less than it is, as far as rest reaches
LIKELY = 1.96  # σ: 95 times of 100


@dataclass(frozen=True, slots=True, eq=False)
class Rehearsal:
    """What an identification from a simulated log finds, beside the truth; ``noise`` is part of the largest torques."""

    names: tuple[str, ...]
    true: Array
    found: Array
    sigma: Array
    noise: float

    @property
    def within(self) -> int:
        """How many intervals of 95 % hold the truth, of those that there are."""
        away = np.abs(self.found - self.true)[np.isfinite(self.sigma)]
        return int(np.sum(away <= LIKELY * self.sigma[np.isfinite(self.sigma)]))

    @property
    def intervals(self) -> int:
        """How many there are: those of the parameters that the motion shows."""
        return int(np.isfinite(self.sigma).sum())


def refuse_unknown(robot: Robot, noise: float) -> None:
    """Refuse, before any search, a robot that has no truth to compare with, and noise that is none."""
    if not (math.isfinite(noise) and noise >= 0):
        raise InputError(f"must be a number of per cent of at least 0, not {100 * noise:g}", field="rehearse")
    unknown = [
        name
        for name, value in zip(minimal_set(robot).names, minimal_matrix(robot) @ robot.parameters, strict=True)
        if not np.isfinite(value)
    ]
    if unknown:
        few = ", ".join(unknown[:3]) + (", ..." if len(unknown) > 3 else "")
        raise InputError(f"needs a robot whose values are known; {few} are not", field="rehearse")


def rehearse(motion: Excitation, noise: float = 0.01, seed: int = 0) -> Rehearsal:
    """Let a simulated robot make the motion under computed torque, record it as sensors would, identify, compare."""
    refuse_unknown(motion.robot, noise)
    log = _recorded(motion, noise, seed)
    fit = identify(motion.robot, log, physical=False)
    true = minimal_matrix(motion.robot) @ motion.robot.parameters
    return Rehearsal(fit.names, true, fit.pi, fit.sigma, noise)


def _recorded(motion: Excitation, noise: float, seed: int) -> Log:
    from symdyn.simulate.run import run_scenario
    from symdyn.simulate.scenario.scenario import Control, Noise, Scenario, Solver, Start

    n = motion.robot.n
    exact, free = Noise((0.0,) * n, (0.0,) * n), (math.inf,) * n
    control = Control(LAW, RATE)
    fastest = np.abs(motion.qd(np.arange(0, motion.period, 1 / RATE))).max(axis=0)
    rubs = Solver(friction_speed=min(Solver().friction_speed, SOFT * float(fastest[fastest > 0].min(initial=np.inf))))
    scenario = Scenario(
        "rehearsal", motion.period, motion.trajectory, control, Start(), exact, free, record=RATE, solver=rubs
    )
    seen = run_scenario(motion.robot, scenario, LAW).recording
    if seen.stopped:
        what = f"the simulated robot does not follow: stopped at {seen.stopped.time:.4g} s, {seen.stopped.reason}"
        raise InputError(what, field="rehearse")
    step = np.array([(2 * np.pi if joint.kind.turns else 1.0) / STEPS for joint in motion.robot.moving_joints])
    spread = noise * np.abs(seen.applied).max(axis=0)
    tau = seen.applied + spread * np.random.default_rng(seed).normal(size=seen.applied.shape)
    return Log("rehearsal", seen.time, np.round(seen.q / step) * step, tau=tau)
