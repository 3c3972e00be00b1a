"""The trial of Atkeson, An and Hollerbach's section 3.1: a PUMA with a block in its gripper and a sensor at its wrist.

What the paper leaves open: the sensor's frame (here that of the last link), gripper and noise. The arm is the bundled
PUMA 560, of the same family as the paper's 600.
"""

from dataclasses import dataclass

import numpy as np

import symdyn
from symdyn.identification.logs import Log
from symdyn.options import Options

FROM = np.radians([0, 0, 0, -90, 0, 0])
TO = np.radians([90, -60, 90, 90, 90, 90])
SECONDS = 2.0
SAMPLES = 400
NOISE = np.array([0.3, 0.3, 0.3, 0.02, 0.02, 0.02])  # N, N m: such that estimates scatter as Table 2 does
INCH = 0.0254
BLOCK_MASS = 1.106
BLOCK_COM = np.array([0.001, 0.03, 0.047])


@dataclass(frozen=True)
class Load:
    """A body: mass, centre, inertia about it."""

    mass: float
    com: np.ndarray
    inertia: np.ndarray

    @property
    def ten(self) -> np.ndarray:
        """About the sensor's origin."""
        c, m = self.com, self.mass
        I = self.inertia + m * (c @ c * np.eye(3) - np.outer(c, c))
        return np.array([m, *(m * c), I[0, 0], I[0, 1], I[1, 1], I[0, 2], I[1, 2], I[2, 2]])


def block() -> Load:
    """The aluminium block, 2 x 2 x 6 in."""
    a, b = 2 * INCH, 6 * INCH
    inertia = BLOCK_MASS / 12 * np.diag([a**2 + b**2, 2 * a**2, a**2 + b**2])
    return Load(BLOCK_MASS, BLOCK_COM, inertia)


def bar() -> Load:
    """The bar with masses at its ends, of Table 2; the paper does not say how heavy it is."""
    return Load(2.0, np.array([0.0, 0.05, 0.1]), np.diag([0.0244, 0.0007, 0.0242]))


def minimum_jerk(samples: int, seconds: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Times in the middle of steps, and the fifth-order motion from rest to rest."""
    t = (np.arange(samples) + 0.5) * seconds / samples
    u, way = (t / seconds)[:, None], TO - FROM
    q = FROM + way * (10 * u**3 - 15 * u**4 + 6 * u**5)
    qd = way * (30 * u**2 - 60 * u**3 + 30 * u**4) / seconds
    qdd = way * (60 * u - 180 * u**2 + 120 * u**3) / seconds**2
    return t, q, qd, qdd


def trial(load: Load, *, seed: int | None = None, samples: int = SAMPLES) -> Log:
    """A recorded run, with noise on the wrench where a seed is given."""
    t, q, qd, qdd = minimum_jerk(samples, SECONDS)
    wrench = regressor(q, qd, qdd) @ load.ten
    if seed is not None:
        wrench = wrench + NOISE * np.random.default_rng(seed).normal(size=wrench.shape)
    return Log("trial", t, q, qd, qdd, wrench=wrench)


def regressor(q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
    """The load's regressor at the PUMA's wrist."""
    return symdyn.build(symdyn.load("puma560"), Options(only=("load_regressor",))).load_regressor(q, qd, qdd)
