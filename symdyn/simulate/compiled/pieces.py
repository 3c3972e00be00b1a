"""Pieces of time in which nothing changes but the plant's state: samples, cut where loads or disturbances change."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symdyn.simulate.loop.loop import phases
from symdyn.simulate.loop.plant import Plant
from symdyn.simulate.loop.torques import edges
from symdyn.simulate.motion.motion import Array
from symdyn.simulate.scenario.scenario import Disturbance, Pulse, Scenario


@dataclass(frozen=True, slots=True)
class Pieces:
    """All pieces of a run: the first one of every sample, lengths, phases of the plant, and what is done to torques."""

    first: Array
    span: Array
    phase: Array
    times: Array
    plus: Array
    pi: Array  # of every phase


def cut(plant: Plant, scenario: Scenario, times: Array) -> Pieces:
    """Cut a run into pieces; the last sample has one too, of no length."""
    breaks = sorted({*plant.change_times(), *edges(scenario.disturbances)})
    starts = phases(plant)
    within = [time for time in breaks if times[0] < time < times[-1]]
    begin = np.unique(np.concatenate((times, within)))
    end = np.append(begin[1:], times[-1])
    first = np.append(np.searchsorted(begin, times), len(begin))
    factors, offsets = _disturbed(scenario.disturbances, begin, plant.robot.n)
    phase = np.searchsorted(starts, begin, side="right") - 1
    pi = np.array([plant.parameters_at(start)[1] for start in starts])
    return Pieces(first.astype(np.int_), end - begin, phase.astype(np.intc), factors, offsets, np.ascontiguousarray(pi))


def _disturbed(disturbances: tuple[Disturbance, ...], begin: Array, n: int) -> tuple[Array, Array]:
    """Return what torques are multiplied by in every piece, and what is added to them."""
    factors, offsets = np.ones((len(begin), n)), np.zeros((len(begin), n))
    for one in disturbances:
        active = (begin >= one.start) & (begin < one.end)
        if isinstance(one, Pulse):
            offsets[active] += one.torque
        else:
            factors[active] *= 1.0 + np.array(one.error)
    return factors, offsets
