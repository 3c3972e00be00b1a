"""Bodies that can exist: estimates of a whole body are moved to the nearest one that does."""

from __future__ import annotations

from symdyn.routines.words import (
    SMALLEST,
    Estimates,
    FourByFour,
    Index,
    Number,
    Whole,
    bodies,
    body_count,
    finite,
    rows,
    sqrt,
)

SWEEPS = 8  # of Jacobi over 4 x 4: errors fall quadratically, five are enough for doubles


def turn(A: FourByFour, V: FourByFour, p: Index, r: Index) -> None:
    """Turn a symmetric A by the angle that makes its entry (p, r) vanish, and V along with it."""
    difference, twice = A[r, r] - A[p, p], 2 * A[p, r]
    root = sqrt(difference * difference + twice * twice)
    below = difference - root if difference < 0 else difference + root
    t = twice / below if abs(below) >= SMALLEST else 0
    c = 1 / sqrt(t * t + 1)
    s = t * c
    for i in range(4):
        x, y = A[i, p], A[i, r]
        A[i, p] = c * x - s * y
        A[i, r] = s * x + c * y
    for i in range(4):
        x, y, v, w = A[p, i], A[r, i], V[i, p], V[i, r]
        A[p, i] = c * x - s * y
        A[r, i] = s * x + c * y
        V[i, p] = c * v - s * w
        V[i, r] = s * v + c * w


def make_consistent(least: Number, theta: Estimates) -> Whole:
    """Move every body that is estimated as a whole to the nearest one that can exist.

    With S = trace(I)/2 - I, its pseudo-inertia [S h; h' m] has no eigenvalue below the floor. Then m > 0 and the
    triangle inequality holds. Eigenvalues by Jacobi's turns. Returns whether an entry is not finite.
    """
    wrong = False
    for b in range(body_count):
        at = bodies[b]
        Ixx, Ixy, Iyy = theta[at[4]], theta[at[5]], theta[at[6]]
        Ixz, Iyz, Izz = theta[at[7]], theta[at[8]], theta[at[9]]
        half = (Ixx + Iyy + Izz) / 2
        A = rows(
            (half - Ixx, -Ixy, -Ixz, theta[at[1]]),
            (-Ixy, half - Iyy, -Iyz, theta[at[2]]),
            (-Ixz, -Iyz, half - Izz, theta[at[3]]),
            (theta[at[1]], theta[at[2]], theta[at[3]], theta[at[0]]),
        )
        V = rows((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
        for _sweep in range(SWEEPS):
            for p in range(3):
                for r in range(p + 1, 4):
                    turn(A, V, p, r)
        for i in range(4):
            lack = least - A[i, i] if A[i, i] < least else 0
            x, y, z, o = V[0, i], V[1, i], V[2, i], V[3, i]
            theta[at[0]] += lack * o * o
            theta[at[1]] += lack * x * o
            theta[at[2]] += lack * y * o
            theta[at[3]] += lack * z * o
            theta[at[4]] += lack * (y * y + z * z)
            theta[at[5]] -= lack * x * y
            theta[at[6]] += lack * (x * x + z * z)
            theta[at[7]] -= lack * x * z
            theta[at[8]] -= lack * y * z
            theta[at[9]] += lack * (x * x + y * y)
        for i in range(10):
            wrong |= not finite(theta[at[i]])
    return wrong
