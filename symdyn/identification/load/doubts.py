"""Whether a load explains what a wrist sensor shows: what is left over, channel by channel, and what it may come from.

A load's own noise is rough from row to row; what is left of a wrench in other axes than was said is as smooth as the
motion. Poses have no order in time; but a weight is as heavy in all of them, whichever axes it is given in.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.fit.verdict import JointError, total_error
from symdyn.identification.load.rows import CHANNELS
from symdyn.identification.logs.log import Array

UNEXPLAINED = 0.5  # of the forces: hardly any of them is this load's
DOUBTFUL = 0.05
FEWEST = 8  # rows whose order says anything
SMOOTH = 0.5  # mean square of steps over twice that of values: one for white noise, zero for what never changes
STEADY = 0.2  # of a mean: forces of noise alone vary by 0.42 of it
BETTER = 0.2  # of what is left over: in these axes it would have been so little
MOST = 2000  # rows that are enough to compare axes by
FORCES, MOMENTS = slice(0, 3), slice(3, 6)


def channel_errors(residuals: Array, wrench: Array) -> tuple[JointError, ...]:
    """Root mean squares of what is left of every entry of a wrench (N, 6), and of the entry itself, in N and N m."""
    sizes = (np.sqrt((part**2).mean(axis=0)) for part in (residuals, wrench))
    return tuple(JointError(*one) for one in zip(CHANNELS, *(map(float, size) for size in sizes), strict=True))


def explanation_doubts(
    A: Array, w: Array, residuals: Array, name: str, of_nothing: str = "", *, poses: bool
) -> list[str]:
    """Refuse a fit that explains no forces, and say of one that explains them badly what to look at.

    ``of_nothing`` says what the sensor shows without a load, if it does.
    """
    errors = channel_errors(residuals, w)
    force, moment = (total_error(errors[some]).relative for some in (FORCES, MOMENTS))
    if force > UNEXPLAINED and (_steady(w[:, FORCES]) if poses else _smooth(residuals[:, FORCES])):
        other = _better_axes(A, w, float(np.linalg.norm(residuals)))
        hint = (
            other
            or of_nothing
            or "is it in the axes of the sensor's link (--sensor LINK), in N and N m, and the right log?"
        )
        raise InputError(f"no load explains the wrench: the error is {force:.0%} of the forces; {hint}", file=name)
    doubts = [f"{name}: {of_nothing}"] if of_nothing else []
    for what, part, some in (("forces", force, FORCES), ("moments", moment, MOMENTS)):
        if part > DOUBTFUL and not poses and not of_nothing and _smooth(residuals[:, some]):
            hint = "are its axes and origin right, and was it zeroed (--offset)?"
            doubts.append(f"{name}: the load leaves {part:.0%} of the {what}, and it is no noise; {hint}")
    return doubts


def _smooth(residuals: Array) -> bool:
    """Whether residuals (N, 3) follow each other more closely than noise does."""
    steps = float((np.diff(residuals, axis=0) ** 2).mean()) if len(residuals) >= FEWEST else np.inf
    return steps < SMOOTH * 2 * float((residuals**2).mean())


def _steady(forces: Array) -> bool:
    size = np.linalg.norm(forces, axis=1)
    return len(size) > 2 and float(size.std()) < STEADY * float(size.mean())


def _better_axes(A: Array, w: Array, now: float) -> str:
    """Name the axes, turned by quarters, in which the wrench would be that of a load; nothing where there are none."""
    some = slice(None, None, max(1, len(w) // MOST))
    flat = A[some].reshape(-1, A.shape[2])
    lengths = np.linalg.norm(flat, axis=0)
    Q, _ = np.linalg.qr(flat / np.where(lengths > 0, lengths, 1.0))
    left = []
    for R in _quarter_turns():
        turned = np.concatenate([w[some, FORCES] @ R.T, w[some, MOMENTS] @ R.T], axis=1).ravel()
        left.append((float(np.linalg.norm(turned - Q @ (Q.T @ turned))), R))
    least, R = min(left, key=lambda one: one[0])
    if least > BETTER * now / np.sqrt(max(1, len(w) // MOST)):
        return ""
    told = ", ".join(f"{axis} is {_named(row)}" for axis, row in zip("xyz", R, strict=True))
    return f"it looks right in other axes, of which {told} of the sensor: give the sensor's frame as a fixed joint"


def _named(row: Array) -> str:
    at = int(np.argmax(np.abs(row)))
    return f"{'-' if row[at] < 0 else ''}{'xyz'[at]}"


def _quarter_turns() -> Iterator[Array]:
    for order, signs in product(permutations(range(3)), product((1.0, -1.0), repeat=3)):
        R = np.eye(3)[list(order)] * np.array(signs)[:, None]
        if np.linalg.det(R) > 0:
            yield R
