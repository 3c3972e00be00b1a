"""What the witness says for adaptive laws, against its own regressors."""

import numpy as np
from numpy.typing import NDArray

from symdyn.reference import Witness

State = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]

ROUNDING = 1e-12  # of entries near 50, each a sum of some thousand rounded products
STEP = 1e-3  # of five-point differences: truncation 1e-12, cancellation 1e-16/1e-3
DIFFERENCE = 1e-8


def test_walkers_regressor_along_the_motion_itself_is_that_of_the_motion(tree: Witness, state: State) -> None:
    q, qd, qdd = state
    np.testing.assert_allclose(tree.regressor_walker(q, qd, qd, qdd), tree.regressor_full(q, qd, qdd), atol=ROUNDING)


def test_walkers_torque_has_the_power_of_slotine_and_lis_on_the_error_and_is_another(
    tree: Witness, state: State
) -> None:
    q, qd, qdd = state
    qd_r = qd[::-1].copy()
    walker, slotine_li = (f(q, qd, qd_r, qdd) for f in (tree.regressor_walker, tree.regressor_slotine_li))
    assert np.abs(walker - slotine_li).max() > 1e-3
    np.testing.assert_allclose((qd - qd_r) @ walker, (qd - qd_r) @ slotine_li, atol=ROUNDING)


def test_rate_of_the_momentum_and_the_rest_make_the_regressor(tree: Witness, state: State) -> None:
    q, qd, qdd = state

    def momentum(t: float) -> NDArray[np.float64]:
        return tree.regressor_filtered(q + t * qd + t**2 / 2 * qdd, qd + t * qdd)[0]

    near, far = (momentum(k * STEP) - momentum(-k * STEP) for k in (1, 2))
    rate = (8 * near - far) / (12 * STEP)
    _, rest = tree.regressor_filtered(q, qd)
    np.testing.assert_allclose(rate + rest, tree.regressor_full(q, qd, qdd), atol=DIFFERENCE)
