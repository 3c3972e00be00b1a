"""Van Winssen and de Silva, (1)-(6) and Appendix A: the two-link arm, its linear model and its path, in closed form.

The closed form is checked with `==` over fractions against the recursion. I1 is about the joint, I2 about the centre of
mass, W the weight of the load at the tip.
"""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from exact_settings import along_joint, compute, matrix, product, random_setting

import symdyn
from symdyn.algebra.dual import Dual, derivative_of, value_of
from symdyn.dynamics.setting import Setting
from symdyn.simulate.motion.path import joint_motion
from symdyn.simulate.motion.path_shapes import Circle, Line

LENGTHS = (Fraction(1, 2), Fraction(2, 5))
GRAVITY = Fraction(981, 100)
ARM = {
    "symdyn": 1,
    "name": "appendix_a",
    "gravity": [0, "-981/100", 0],
    "frames": "modified_dh",
    "joints": [{"type": "revolute", "dh": {"a": a, "alpha": 0, "d": 0, "theta": 0}, "link": {}} for a in (0, "1/2")],
    "load": {"origin": {"xyz": ["2/5", 0, 0]}},
}


@dataclass(frozen=True)
class Bars:
    """Masses, distances of their centres, inertias, and the load's weight."""

    m1: Fraction = Fraction(3)
    d1: Fraction = Fraction(1, 4)
    I1: Fraction = Fraction(1, 3)
    m2: Fraction = Fraction(2)
    d2: Fraction = Fraction(1, 6)
    I2: Fraction = Fraction(2, 7)
    W: Fraction = Fraction(30, 7)

    @property
    def full(self) -> tuple[Fraction, ...]:
        """The full parameter vector: first moments and inertias about the links' frames."""
        zero = Fraction(0)
        link1 = (self.m1, self.m1 * self.d1, *(zero,) * 7, self.I1)
        link2 = (self.m2, self.m2 * self.d2, *(zero,) * 7, self.I2 + self.m2 * self.d2**2)
        return (*link1, *link2, self.W / GRAVITY, *(zero,) * 9)


@dataclass(frozen=True)
class Starred:
    """The combinations of Appendix A."""

    I1: Any
    I2: Any
    I3: Any
    W1: Any
    W2: Any


def starred(of: Bars, *, printed: bool = False) -> Starred:
    """Return the combinations; I3* as printed has l2² where the load's arm is l2."""  # [VanWinssen85 A.2]
    (l1, l2), g, load = LENGTHS, GRAVITY, of.W / GRAVITY
    return Starred(
        of.I1 + (of.m2 + load) * l1**2,
        of.m2 * of.d2**2 + load * l2**2 + of.I2,
        2 * (of.m2 * of.d2 + load * l2 ** (2 if printed else 1)) * l1,
        of.m1 * g * of.d1 + of.m2 * g * l1 + of.W * l1,
        of.m2 * g * of.d2 + of.W * l2,
    )


def inertia(at: Setting[Any], of: Starred) -> list[tuple[Any, ...]]:
    """Return M of the closed form."""
    c2 = at.c[1]
    coupling = of.I2 + of.I3 * c2 / 2
    return [(of.I1 + of.I2 + of.I3 * c2, coupling), (coupling, of.I2)]


def forces(at: Setting[Any], of: Starred, *, printed: bool = False) -> tuple[Any, Any]:
    """Return f; the first term of f2 is printed as -½ I3* θ̇1 θ̇2 sin θ2, and dots are lost in f1."""
    (c1, c2), (s1, s2), (v1, v2) = at.c, at.s, at.qd
    c12 = c1 * c2 - s1 * s2
    f1 = -of.I3 / 2 * (2 * v1 + v2) * v2 * s2 + of.W1 * c1 + of.W2 * c12
    first = -of.I3 / 2 * v1 * v2 * s2 if printed else of.I3 / 2 * v1**2 * s2
    return f1, first + of.W2 * c12


@pytest.fixture(scope="module", params=range(3))
def at(request: pytest.FixtureRequest) -> Setting[Any]:
    """The arm at a random state, with the bars' parameters."""
    return replace(random_setting(symdyn.load(ARM), seed=request.param), parameters=Bars().full)


def torque(at: Setting[Any], of: Starred, *, printed_f: bool = False) -> tuple[Any, ...]:
    f = forces(at, of, printed=printed_f)
    return tuple(a + b for a, b in zip(product(inertia(at, of), at.qdd), f, strict=True))


def test_closed_form_is_the_torque(at: Setting[Any]) -> None:  # (1), A.2
    of = starred(Bars())
    assert compute("mass_matrix", at) == tuple(entry for row in inertia(at, of) for entry in row)
    assert compute("inverse_dynamics", at) == torque(at, of)


def test_printed_f2_and_printed_i3_are_not(at: Setting[Any]) -> None:  # A.2
    tau = compute("inverse_dynamics", at)
    first, second = torque(at, starred(Bars()), printed_f=True)
    assert first == tau[0] and second != tau[1]
    assert torque(at, starred(Bars(), printed=True)) != tau
    unloaded = replace(Bars(), W=Fraction(0))  # the slip in I3* is in the load's term alone
    assert starred(unloaded, printed=True) == starred(unloaded)


def inverse_inertia(at: Setting[Any]) -> list[tuple[Any, ...]]:
    (a, b), (_, d) = matrix(compute("mass_matrix", at), 2)
    determinant = a * d - b * b
    return [(d / determinant, -b / determinant), (-b / determinant, a / determinant)]


def linear_model(at: Setting[Any]) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Lower half of A, and of B: from the torque's exact derivatives."""  # [VanWinssen85 (2)-(6)]
    by_q = [[derivative_of(x) for x in compute("inverse_dynamics", along_joint(at, k))] for k in range(2)]
    by_qd = [[derivative_of(x) for x in compute("inverse_dynamics", faster(at, k))] for k in range(2)]
    columns = [product(inverse_inertia(at), column) for column in (*by_q, *by_qd)]
    return [tuple(-x for x in row) for row in zip(*columns, strict=True)], inverse_inertia(at)


def faster(at: Setting[Any], joint: int) -> Setting[Any]:
    """Let one joint's velocity change with unit rate, and nothing else."""
    still = along_joint(at, joint)
    return replace(
        still,
        q=tuple(Dual(value_of(x), 0) for x in still.q),
        c=tuple(Dual(value_of(x), 0) for x in still.c),
        s=tuple(Dual(value_of(x), 0) for x in still.s),
        qd=tuple(Dual(x, int(i == joint)) for i, x in enumerate(at.qd)),
    )


def deviating_accelerations(at: Setting[Any]) -> list[tuple[Any, ...]]:
    """How accelerations change with q1 q2 q̇1 q̇2 while the torque is held: what the lower half of A must be."""
    tau = tuple(Dual(x, 0) for x in compute("inverse_dynamics", at))
    states = [along_joint(at, 0), along_joint(at, 1), faster(at, 0), faster(at, 1)]
    columns = [[derivative_of(x) for x in compute("forward_dynamics", replace(one, tau=tau))] for one in states]
    return list(zip(*columns, strict=True))


def test_linear_model_is_that_of_the_plant(at: Setting[Any]) -> None:  # (2)-(6)
    A, _ = linear_model(at)
    assert deviating_accelerations(at) == A


def test_printed_sign_of_the_linear_model_is_wrong(at: Setting[Any]) -> None:  # (5)
    A, _ = linear_model(at)
    printed = [tuple(-entry for entry in row) for row in A]
    assert printed != deviating_accelerations(at)
    assert any(entry != 0 for row in A for entry in row)


def test_printed_b_lacks_the_determinant(at: Setting[Any]) -> None:  # (6), A.2
    M, (_, B) = inertia(at, starred(Bars())), linear_model(at)
    printed = [(M[1][1], -M[0][1]), (-M[0][1], M[0][0])]
    determinant = M[0][0] * M[1][1] - M[0][1] ** 2
    assert [tuple(x / determinant for x in row) for row in printed] == B
    assert printed != B


def closed_form_motion(path: Any, t: float, elbow: int) -> tuple[list[float], list[float], list[float]]:
    """q, q̇ and q̈ of the paper's arm on a path, by A.1 and the textbook's inverse of the position."""
    (l1, l2), state = (float(x) for x in LENGTHS), path.at(t)
    x, y = state.p[:2]
    q2 = elbow * math.acos((x * x + y * y - l1 * l1 - l2 * l2) / (2 * l1 * l2))
    q1 = math.atan2(y, x) - math.atan2(l2 * math.sin(q2), l1 + l2 * math.cos(q2))
    s1, c1, s12, c12 = math.sin(q1), math.cos(q1), math.sin(q1 + q2), math.cos(q1 + q2)
    J = np.array([[-l1 * s1 - l2 * s12, -l2 * s12], [l1 * c1 + l2 * c12, l2 * c12]])
    v = np.linalg.solve(J, state.v[:2])
    w1, w12 = v[0], v[0] + v[1]
    rate = np.array(
        [[-l1 * c1 * w1 - l2 * c12 * w12, -l2 * c12 * w12], [-l1 * s1 * w1 - l2 * s12 * w12, -l2 * s12 * w12]]
    )
    return [q1, q2], list(v), list(np.linalg.solve(J, state.a[:2] - rate @ v))


PATHS = [Line((0.3, 0.6, 0), (0.7, 0.2, 0), 1.0), Circle((0.7, 0.2, 0), (0.55, 0.2, 0), 2.0)]


@pytest.mark.parametrize("path", PATHS, ids=["line", "circle"])
@pytest.mark.parametrize("elbow", [-1, 1])
def test_path_of_the_tip_becomes_the_motion_of_the_closed_form(path: Any, elbow: int) -> None:
    # [VanWinssen85 (A.3), (A.4), (A.5), (A.6)]
    robot = symdyn.load(ARM)
    kernels = symdyn.build(robot, symdyn.Options(only=("tip_motion",)), backend="numpy")
    times = np.linspace(0, path.duration, 41)
    start = closed_form_motion(path, 0.0, elbow)[0]
    tool = (float(LENGTHS[1]), 0, 0)
    found = joint_motion(robot, path, times, tool=tool, start=np.add(start, 0.2), kernels=kernels).motion
    truth = [closed_form_motion(path, t, elbow) for t in times]
    for got, expected in zip((found.q, found.qd, found.qdd), zip(*truth, strict=True), strict=True):
        # Newton's iterations stop within 1e-10 m; rates of some 1/s, and their rates, are that much more sensitive
        np.testing.assert_allclose(got, expected, atol=1e-7)
