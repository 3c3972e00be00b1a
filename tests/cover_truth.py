"""How often 95 % intervals of an identification hold the true value: python tests/cover_truth.py [COUNT] [FIRST].

A Panda with friction moves, another motion for every number; all that is recorded are positions of a 16-bit encoder
and torques with white noise, at 1 kHz. Each log is identified twice with nothing but defaults: thinned out to twice the
cut-off, and with every row. Nobody tells the fit which noise there was.
"""

from __future__ import annotations

import copy
import sys
from dataclasses import replace

import numpy as np
from identification.recorded_motion import recorded

import symdyn
from symdyn.identification.vectors import minimal_matrix

ENCODER = 2 * np.pi / 2**16  # rad
NOISE = 0.5  # N m
RATE = 1000.0  # Hz
INTERVAL = 1.959964  # σ on either side: 95 % of normal errors
WAYS = {"thinned out": {}, "every row": {"rate": RATE}}


def panda_with_friction() -> symdyn.Robot:
    """A Panda whose joints have the friction that such joints have."""
    source = copy.deepcopy(dict(symdyn.load("panda").source))
    for i, joint in enumerate(source["joints"]):
        joint["friction"] = {"viscous": 0.9 - 0.1 * i, "coulomb": 0.8 - 0.08 * i}
    return symdyn.load(source)


def held(robot: symdyn.Robot, true: np.ndarray, number: int) -> dict[str, int]:
    """How many intervals hold the true value, for either way."""
    log = recorded(robot, number, seconds=20, rate=RATE, noise=NOISE)
    log = replace(log, q=np.round(log.q / ENCODER) * ENCODER)
    found = {}
    for way, options in WAYS.items():
        fit = symdyn.identify(robot, log, physical=False, **options)
        found[way] = int(np.count_nonzero(np.abs(fit.pi - true) <= INTERVAL * fit.sigma))
    return found


def main() -> None:
    """Count, and say so from time to time."""
    count, first = (int(given) for given in [*sys.argv[1:], *("500", "0")[len(sys.argv) - 1 :]])
    robot = panda_with_friction()
    true = minimal_matrix(robot) @ robot.parameters
    counts = dict.fromkeys(WAYS, 0)
    for done in range(1, count + 1):
        for way, some in held(robot, true, first + done - 1).items():
            counts[way] += some
        if done % 50 == 0 or done == count:
            of = done * len(true)
            told = "; ".join(f"{way}: {some} of {of}, {some / of:.2%}" for way, some in counts.items())
            print(f"{done} identifications of {len(true)} parameters: {told}", flush=True)


if __name__ == "__main__":
    main()
