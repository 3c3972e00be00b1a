"""Which motion would show what data does not: the joint that has to move, and the joint whose torque tells.

A parameter acts through inertia, gravity, friction or a spring, so that one joint alone shows it, in some pose: by
being accelerated, by turning steadily, or by resting here and there. For each of these the doubts are computed that
would be left after it; the motion that leaves the least is named.
"""

from __future__ import annotations

import numpy as np

from symdyn.identification.fit.model import Model
from symdyn.identification.logs.log import Array

POSES = 12  # drawn for every joint; the others rest in them
SAMPLES = 100  # independent ones, of a motion to come
SPEED, ACCELERATION = 1.0, 5.0  # (rad or m)/s, /s²: up to speed in a fifth of a second
WORTH = 0.5  # of what the best tells: what is named beside it
MOST = 2  # joints that are named
USEFUL = 0.5  # of the variance: where more is left, the data had such motion, and needs more of it
LEAST = 1e-9  # of all columns and of what is known: below, rounding
ACCELERATE, TURN, HOLD = range(3)


def showing(model: Model, noise: Array, covariance: Array) -> list[str]:
    """Return for every column the motion of one joint that leaves least doubt of it; "" where none leaves less."""
    effects = _effects(model) / noise[:, None]  # kind, joint that moves, pose, torque, column
    felt = np.sqrt(np.mean(effects**2, axis=2))  # kind, joint that moves, torque, column
    variance = np.diag(covariance)
    left = _left(effects, covariance)
    # what a column does not act in may be learnt of it through others alone, which no motion of ours is for
    left[np.sqrt((felt**2).sum(axis=2)) <= LEAST * np.sqrt(np.mean(felt**2))] = np.inf
    told = []
    for i in range(len(variance)):
        gain = 1 / left[:, :, i] - 1 / variance[i]  # of information
        kind, best = (int(k) for k in np.unravel_index(int(np.argmax(gain)), gain.shape))
        if gain[kind, best] <= LEAST / left[kind, best, i]:
            told.append("")
            continue
        order = np.argsort(-gain[kind])[:MOST]
        movers = [int(j) for j in order if gain[kind, j] >= WORTH * gain[kind, best]]
        enough = left[kind, best, i] < USEFUL * variance[i]
        told.append(_words(model, kind, movers, int(np.argmax(felt[kind, best, :, i])), enough))
    return told


def _words(model: Model, kind: int, movers: list[int], feeler: int, enough: bool) -> str:
    names = model.robot.joint_names
    which = " or ".join(names[j] for j in movers)
    turn = "turn" if model.robot.moving_joints[movers[0]].kind.turns else "move"
    motion, more = {
        ACCELERATE: (f"accelerate {which}", ", harder or longer than here"),
        TURN: (f"{turn} {which}", ", faster or longer than here"),
        HOLD: (f"rest in poses that differ in {which}", ", more or longer than here"),
    }[kind]
    whose = "its own torque" if movers == [feeler] else f"the torque of {names[feeler]}"
    return f"{motion}{'' if enough else more}: {whose} shows it"


def _left(effects: Array, covariance: Array) -> Array:
    """Return the variances (kind, joint that moves, column) that are left after each motion."""
    known = np.isfinite(np.diag(covariance)) & (np.diag(covariance) > 0)
    own = np.where(known, np.sqrt(np.where(known, np.diag(covariance), 1.0)), 1.0)
    reach = np.sqrt(SAMPLES * (effects**2).sum(axis=3).mean(axis=2).max(axis=(0, 1)))
    size = np.where(known, own, 1.0 / np.where(reach > 0, reach, 1.0))  # of a column, so that all are comparable
    before = LEAST * np.eye(len(size))
    kept = np.ix_(known, known)
    before[kept] += np.linalg.pinv(covariance[kept] / np.outer(size[known], size[known]), hermitian=True)
    scaled = effects * size
    left = np.empty((*effects.shape[:2], len(size)))
    for kind, j in np.ndindex(*left.shape[:2]):
        rows = scaled[kind, j].reshape(-1, len(size))
        more = SAMPLES / len(scaled[kind, j]) * (rows.T @ rows)
        left[kind, j] = np.diag(np.linalg.inv(before + more)) * size**2
    return left


def _effects(model: Model) -> Array:
    """Return by how much columns change when one joint accelerates, turns, or rests elsewhere."""
    n = model.robot.n
    draw = np.random.default_rng(0)
    q, elsewhere = draw.normal(size=(2, POSES, n))
    still = np.zeros((POSES, n))
    rest = model.regressor_of(q, still, still)
    found = np.zeros((3, n, *rest.shape))
    for j in range(n):
        one = np.zeros((POSES, n))
        one[:, j] = 1.0
        found[ACCELERATE, j] = model.regressor_of(q, still, ACCELERATION * one) - rest
        found[TURN, j] = model.regressor_of(q, SPEED * one, still) - rest
        found[HOLD, j] = model.regressor_of(np.where(one > 0, elsewhere, q), still, still) - rest
    found[..., np.flatnonzero(~model.held.kept(rest.shape[2]))] = 0.0
    return np.nan_to_num(found)
