"""Three routes to one regressor, with `==`, on every robot of the laws: trees, fixed links and loads included."""

from typing import Any

from symdyn.dynamics.newton_euler import link_motions
from symdyn.dynamics.regressors.regressor import link_regressors
from symdyn.dynamics.setting import Setting
from symdyn.papers.energy_regressor import energy_regressors
from symdyn.papers.recursive_regressor import recursive_regressors
from symdyn.papers.sixteen_parameters import sixteen_columns


def ten_parameter_columns(at: Setting[Any]) -> list[list[list[Any]]]:
    """The regressors of ten parameters, written in sixteen."""
    motions = link_motions(at.whole, at.whole_poses, at.qd, at.qdd)
    blocks = link_regressors(at.whole, at.whole_poses, [motion.acceleration for motion in motions])
    return [[sixteen_columns(row) for row in block] for block in blocks]


def test_recursive_regressor_is_that_of_ten_parameters(at: Setting[Any]) -> None:
    assert recursive_regressors(at.whole, at.whole_poses, at.qd, at.qdd) == ten_parameter_columns(at)


def test_energy_regressor_is_that_of_ten_parameters(at: Setting[Any]) -> None:
    assert energy_regressors(at.whole, at.whole_poses, at.qd, at.qdd) == ten_parameter_columns(at)
