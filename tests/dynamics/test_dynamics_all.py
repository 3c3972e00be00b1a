"""One call for what controllers want is the four calls, with `==` over exact scalars; each part is held to its size."""

from typing import Any

import numpy as np
from exact_settings import compute, outputs

import symdyn
from symdyn.check.setting import setting
from symdyn.check.truth.kernel_truth import TOGETHER, truth_of
from symdyn.dynamics.setting import Setting
from symdyn.model import bind_symbols
from symdyn.options import Options


def test_one_call_gives_what_four_give(at: Setting[Any]) -> None:
    assert list(outputs("dynamics_all", at)) == [tuple(compute(part, at)) for part in TOGETHER]


def test_a_small_part_is_not_hidden_by_a_large_one() -> None:
    """Gravity of a load of tons lets nothing pass in a Jacobian of metres."""
    robot = bind_symbols(symdyn.load("two_link"))
    sample = setting(robot, Options()).samples[0]
    truth = truth_of("dynamics_all")
    tau, M, g, J = np.full(2, 1e9), np.full(4, 1e-6), np.full(2, 1e8), np.full(12, 0.5)
    scale = np.broadcast_to(truth.scale(sample, np.concatenate([tau, M, g, J])), 20)
    expected = [truth_of(part).scale(sample, value) for part, value in zip(TOGETHER, (tau, M, g, J), strict=True)]
    np.testing.assert_array_equal(scale, np.repeat(expected, [2, 4, 2, 12]))
    assert scale[-1] == 0.5 and scale[0] == 1e9
