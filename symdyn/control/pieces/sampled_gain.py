"""The gain that best undoes a deviation in one period: the model along the desired motion, sampled by its series.

The integral of the deviation of position is one more state, z(k+1) = z(k) + T δq(k+1), with a weight of its own. The
paper's form of the same is in `control/optimal_feedback_series.py`; tests hold the two equal.
"""

from __future__ import annotations

from symdyn.control.codes import OK
from symdyn.control.pieces.linear_algebra import (
    add_product,
    add_weighted,
    cholesky,
    cholesky_solve,
    norm,
    scale,
)
from symdyn.routines.words import (
    Code,
    Joints,
    Number,
    ReturnCode,
    Self,
    Square,
    Struct,
    array,
    entries,
    n,
    robot,
    sqrt,
)

BAD_MASS_MATRIX = ReturnCode(
    "BAD_MASS_MATRIX", "the model's mass matrix is not positive definite: the gain is that of before"
)
BAD_WEIGHTS = ReturnCode("BAD_WEIGHTS", "weights of such different sizes give no gain: it is that of before")
PERIOD_TOO_LONG = ReturnCode(
    "PERIOD_TOO_LONG", "the model moves too far within dt for its series: the gain is that of before"
)

# With these, what a series leaves out is below 2e-16 of what an acceleration does in its piece of a period.
TERMS = 14  # of the sampled model's series, whose argument is at most 1/2
HALVINGS = 6  # of the period, at most, until the argument is
LONGEST = 32  # argument of a whole period: 2^HALVINGS / 2


class Work(Struct):
    """Of the state (dq, T dqd), with time in periods: its model A = [0, 1; A1, A2].

    X = (X1, X2) is what a held acceleration T^2 a does to it, F its transition; the rest is room to work.
    """

    M: Square
    factor: Square
    A1: Square
    A2: Square
    X1: Square
    X2: Square
    F11: Square
    F12: Square
    F21: Square
    F22: Square
    next1: Square
    next2: Square
    scaling: Joints


def transition(work: Work) -> None:
    """F = [1 + X1 A1, X2; X2 A1, 1 + A1 X1 + A2 X2], for whatever part of a period X is."""
    for i in range(n):
        for j in range(n):
            one: Number = 1 if i == j else 0
            work.F11[i, j] = one
            work.F12[i, j] = work.X2[i, j]
            work.F21[i, j] = 0
            work.F22[i, j] = one
    add_product(work.X1, work.A1, work.F11)
    add_product(work.X2, work.A1, work.F21)
    add_product(work.A1, work.X1, work.F22)
    add_product(work.A2, work.X2, work.F22)


def series(work: Work, part: Number) -> None:
    """X for a part of a period by its series, from the inside out.

    X = part (E + part/2 A (E + part/3 A (E + ...))), E = (0, 1).
    """
    for i in range(n):
        for j in range(n):
            work.X1[i, j] = 0
            work.X2[i, j] = 1 if i == j else 0
    for k in reversed(range(2, TERMS + 1)):
        factor = part / k
        for i in entries(n, n):
            work.next2[i] = 0
        add_product(work.A1, work.X1, work.next2)
        add_product(work.A2, work.X2, work.next2)
        for i in range(n):
            for j in range(n):
                work.X1[i, j] = factor * work.X2[i, j]
                work.X2[i, j] = factor * work.next2[i, j] + (1 if i == j else 0)
    scale(work.X1, part)
    scale(work.X2, part)


def double(work: Work) -> None:
    """Twice the part of a period: X += F X."""
    for i in entries(n, n):
        work.next1[i] = work.X1[i]
        work.next2[i] = work.X2[i]
    add_product(work.F11, work.X1, work.next1)
    add_product(work.F12, work.X2, work.next1)
    add_product(work.F21, work.X1, work.next2)
    add_product(work.F22, work.X2, work.next2)
    for i in entries(n, n):
        work.X1[i] = work.next1[i]
        work.X2[i] = work.next2[i]


def sampled(self: Self, T: Number, q_d: Joints, qd_d: Joints, qdd_d: Joints, work: Work) -> Code:
    """The model along the desired motion, sampled with period T: M, X and F."""
    robot.mass_matrix(q_d, self.pi, work.M)
    robot.torque_derivatives(q_d, qd_d, qdd_d, self.pi, work.A1, work.A2)
    for i in entries(n, n):
        work.factor[i] = work.M[i]
    if not cholesky(work.factor, work.scaling) > 0:
        return BAD_MASS_MATRIX
    cholesky_solve(work.factor, work.scaling, work.A1)
    cholesky_solve(work.factor, work.scaling, work.A2)
    scale(work.A1, -T * T)
    scale(work.A2, -T)
    # powers of A grow no faster than those of r, the positive root of r^2 = |A2| r + |A1|
    a1, a2 = norm(work.A1), norm(work.A2)
    argument = (a2 + sqrt(a2 * a2 + 4 * a1)) / 2
    if not argument <= LONGEST:
        return PERIOD_TOO_LONG
    part: Number = 1
    halvings = 0
    for _k in range(HALVINGS):
        if argument * part * 2 > 1:
            part /= 2
            halvings += 1
    series(work, part)
    transition(work)
    for k in range(HALVINGS):
        if k < halvings:
            double(work)
            transition(work)
    return OK


def gain(
    self: Self,
    T: Number,
    Qp: Joints,
    Qv: Joints,
    Qi: Joints,
    q_d: Joints,
    qd_d: Joints,
    qdd_d: Joints,
    Kp: Square,
    Kv: Square,
    Ki: Square,
) -> Code:
    """K = (Gamma' Q Gamma)^-1 Gamma' Q Phi.

    With Gamma = X M^-1 this is M (X' Q X)^-1 X' Q F: the condition of M, which is bad where light links follow heavy
    ones, does not enter.
    """
    work = Work()
    far, scaled = array(n), array(n)
    integrates = False
    code = sampled(self, T, q_d, qd_d, qdd_d, work)
    if code != OK:
        return code
    for i in range(n):
        far[i] = Qp[i] + T * T * Qi[i]  # a deviation of position is one of the next integral, too
        scaled[i] = Qv[i] / (T * T)
        integrates |= Qi[i] > 0
    for i in entries(n, n):
        work.factor[i] = 0
        work.A1[i] = 0
        work.A2[i] = 0
        Kp[i] = 0
        Kv[i] = 0
        Ki[i] = 0
    add_weighted(work.X1, far, work.X1, work.factor)
    add_weighted(work.X2, scaled, work.X2, work.factor)
    if not cholesky(work.factor, work.scaling) > 0:
        return BAD_WEIGHTS
    add_weighted(work.X1, far, work.F11, work.A1)
    add_weighted(work.X2, scaled, work.F21, work.A1)
    add_weighted(work.X1, far, work.F12, work.A2)
    add_weighted(work.X2, scaled, work.F22, work.A2)
    cholesky_solve(work.factor, work.scaling, work.A1)
    cholesky_solve(work.factor, work.scaling, work.A2)
    add_product(work.M, work.A1, Kp)
    add_product(work.M, work.A2, Kv)
    scale(Kp, 1 / (T * T))
    scale(Kv, 1 / T)
    if integrates:
        for i in range(n):
            for j in range(n):
                work.next1[i, j] = work.X1[j, i] * Qi[j]
        cholesky_solve(work.factor, work.scaling, work.next1)
        add_product(work.M, work.next1, Ki)
        scale(Ki, 1 / T)
    return OK
