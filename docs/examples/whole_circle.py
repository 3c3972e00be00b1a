"""The whole circle: find an exciting motion, let a simulated robot make it, identify the robot, compare with the truth.

    python docs/examples/whole_circle.py [ROBOT] [SECONDS]      ROBOT: a bundled name or a file; SECONDS to search

What is recorded is what a robot has: positions of a 16-bit encoder and noisy torques, at 1 kHz. The identification
knows the geometry and nothing of the values.
"""

import sys
from dataclasses import replace

import numpy as np

import symdyn
from symdyn.identification.excite.files import motion_file
from symdyn.identification.fit.robot import with_effects
from symdyn.identification.logs import Log
from symdyn.simulate import open_scenario, run_scenario

ENCODER = 2 * np.pi / 2**16  # rad
NOISE = 0.01  # of every joint's largest torque


def recorded(robot: symdyn.Robot, seconds: float, seed: int) -> Log:
    """Let the simulated robot follow an exciting motion under computed torque, and record it as sensors would."""
    motion = symdyn.excite(robot, seconds=seconds, seed=seed, acceleration=20.0)
    print(f"motion {seed}: condition {motion.condition:.3g}, the best at random {motion.random:.3g}")
    name = f"motion_{seed}.yaml"
    with open(name, "w", encoding="utf-8") as file:
        file.write(motion_file(motion, name, rate=100.0))
    scenario = open_scenario(name).for_robot(robot)
    seen = run_scenario(robot, replace(scenario, record=1000.0), "computed_torque").recording
    noise = NOISE * np.abs(seen.tau).max(axis=0) * np.random.default_rng(seed).normal(size=seen.tau.shape)
    return Log(name, seen.time, np.round(seen.q / ENCODER) * ENCODER, tau=seen.tau + noise)


def main(name: str = "two_link", seconds: str = "5") -> None:
    """Go round once, and say how far off it ends."""
    robot = with_effects(symdyn.load(name), ["viscous"])
    first, second = (recorded(robot, float(seconds), seed) for seed in (1, 2))
    fit = symdyn.identify(robot, first)
    true = np.array(symdyn.minimal_parameters(robot).values, dtype=float)
    print(f"{'parameter':12}{'true':>12}{'found':>12}{'sigma':>10}")
    for parameter, value, found, sigma in zip(fit.names, true, fit.pi, fit.sigma, strict=True):
        print(f"{parameter:12}{value:12.5f}{found:12.5f}{sigma:10.2g}")
    within = np.abs(fit.pi - true) <= 1.96 * fit.sigma
    print(f"{within.sum()} of {len(true)} intervals of 95 % hold the truth")
    for error in fit.validate(second):
        print(f"{error.joint}: torques of the other motion to {error.relative:.2%}, noise included")


if __name__ == "__main__":
    main(*sys.argv[1:])
