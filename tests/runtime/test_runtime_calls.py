"""Calls with arrays that are ready say what calls with any others say, and refuse the same."""

from typing import Any

import numpy as np
import pytest

import symdyn
from symdyn.errors import InputError
from symdyn.options import Options
from symdyn.runtime.kernels import Kernels

STATE = np.array([[0.3, -0.2], [1.0, 0.5], [0.1, -0.7]])


@pytest.fixture(scope="module", params=["double", "float"])
def kernels(request: pytest.FixtureRequest) -> Kernels:
    return symdyn.build("two_link", Options(languages=("python",), scalar=request.param), backend="numpy")


def same(found: Any, expected: Any) -> bool:
    found, expected = (one if isinstance(one, tuple) else (one,) for one in (found, expected))
    return all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in zip(found, expected, strict=True))


def test_ready_arrays_give_what_lists_give(kernels: Kernels) -> None:
    assert kernels.pi is not None
    for name in ("inverse_dynamics", "torque_derivatives", "regressor"):
        ready = STATE.astype(kernels.pi.dtype)
        kernel = getattr(kernels, name)
        assert same(kernel(*ready), kernel(*ready.tolist()))


def test_arrays_that_are_almost_ready_are_made_so(kernels: Kernels) -> None:
    assert kernels.pi is not None
    ready = STATE.astype(kernels.pi.dtype)
    expected = kernels.inverse_dynamics(*ready)
    apart = np.repeat(ready, 2, axis=1)[:, ::2]
    assert not apart[0].flags.c_contiguous
    swapped = ready.astype(ready.dtype.newbyteorder())
    for other in (apart, swapped, np.ma.masked_array(ready)):
        assert same(kernels.inverse_dynamics(*other), expected)


def test_ready_arrays_of_a_wrong_shape_are_refused(kernels: Kernels) -> None:
    assert kernels.pi is not None
    q, qd, _ = STATE.astype(kernels.pi.dtype)
    with pytest.raises(InputError, match=r"qdd must have shape \(2,\)"):
        kernels.inverse_dynamics(q, qd, np.zeros(3, q.dtype))
    with pytest.raises(TypeError, match="missing: qdd"):
        kernels.inverse_dynamics(q, qd)


def test_each_call_returns_an_array_of_its_own(kernels: Kernels) -> None:
    assert kernels.pi is not None
    ready = STATE.astype(kernels.pi.dtype)
    assert not np.shares_memory(kernels.inverse_dynamics(*ready), kernels.inverse_dynamics(*ready))
