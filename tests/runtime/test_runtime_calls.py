"""Calls with arrays that are ready say what calls with any others say, and refuse the same."""

import inspect
import pickle
from typing import Any

import numpy as np
import pytest

import symdyn
from symdyn.errors import InputError
from symdyn.options import Options
from symdyn.runtime.compiled_kernel import CompiledKernel
from symdyn.runtime.kernels import Kernels

STATE = np.array([[0.3, -0.2], [1.0, 0.5], [0.1, -0.7]])


WAYS = [(scalar, backend) for scalar in ("double", "float") for backend in ("c", "numpy")]
ONLY = (
    "inverse_dynamics",
    "torque_derivatives",
    "regressor",
    "kinetic_energy",
    "forward_kinematics",
    "adaptive_slotine_li",
)


@pytest.fixture(scope="module", params=WAYS, ids="-".join)
def kernels(request: pytest.FixtureRequest) -> Kernels:
    scalar, backend = request.param
    return symdyn.build("two_link", Options(scalar=scalar, only=ONLY), backend=backend)


@pytest.fixture
def ready(kernels: Kernels) -> Any:
    assert kernels.pi is not None
    return STATE.astype(kernels.pi.dtype)


def same(found: Any, expected: Any) -> bool:
    found, expected = (one if isinstance(one, tuple) else (one,) for one in (found, expected))
    return all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in zip(found, expected, strict=True))


def test_ready_arrays_give_what_lists_give(kernels: Kernels) -> None:
    assert kernels.pi is not None
    for name in ("inverse_dynamics", "torque_derivatives", "regressor"):
        ready = STATE.astype(kernels.pi.dtype)
        kernel = getattr(kernels, name)
        assert same(kernel(*ready), kernel(*ready.tolist()))
        assert same(kernel(*ready), tuple(row[0] for row in _as_tuple(kernel(*ready[:, None]))))
    assert same(kernels.kinetic_energy(*ready[:2]), kernels.kinetic_energy(*ready[:2].tolist()))


def test_ready_arrays_go_straight_to_compiled_code(
    kernels: Kernels, ready: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kernels.backend == "c":
        monkeypatch.setattr(CompiledKernel, "_called_with_care", None)  # NumPy kernels look at their arrays themselves
    assert kernels.inverse_dynamics(*ready).shape == (2,)
    assert kernels.torque_derivatives(*ready, out=None)[0].shape == (2, 2)
    slopes = (np.empty((2, 2), ready.dtype), np.empty((2, 2), ready.dtype))
    assert kernels.torque_derivatives(*ready, out=slopes)[1] is slopes[1]
    tau, w = kernels.adaptive_slotine_li(*ready, *ready, ready[0])  # ten arrays, the most that a kernel has
    assert tau.shape == (2,) and w.shape == kernels.pi.shape


def test_ten_arrays_arrive_in_their_order(kernels: Kernels, ready: Any) -> None:
    given = np.arange(14, dtype=ready.dtype).reshape(7, 2) / 8
    assert same(kernels.adaptive_slotine_li(*given), kernels.adaptive_slotine_li(*given.tolist()))
    out = tuple(np.empty_like(array) for array in kernels.adaptive_slotine_li(*given))
    assert same(kernels.adaptive_slotine_li(*given, out=out), kernels.adaptive_slotine_li(*given))


def _as_tuple(found: Any) -> tuple[Any, ...]:
    return found if isinstance(found, tuple) else (found,)


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


def test_masked_entries_are_refused_not_read(kernels: Kernels, ready: Any) -> None:
    with pytest.raises(InputError, match="qd has masked entries"):
        kernels.inverse_dynamics(ready[0], np.ma.masked_array(ready[1], [True, False]), ready[2])


def test_inputs_may_be_named(kernels: Kernels, ready: Any) -> None:
    q, qd, qdd = ready
    expected = kernels.inverse_dynamics(q, qd, qdd)
    assert same(kernels.inverse_dynamics(qdd=qdd, q=q, qd=qd), expected)
    assert same(kernels.inverse_dynamics(q, qd, qdd=qdd, pi=kernels.pi), expected)
    assert same(kernels.inverse_dynamics(q, qd, qdd, kernels.pi), expected)
    with pytest.raises(TypeError, match="takes q, qd, qdd, pi; qd was given once too often"):
        kernels.inverse_dynamics(q, qd, qd=qd, qdd=qdd)
    with pytest.raises(TypeError, match="velocity"):
        kernels.inverse_dynamics(q, velocity=qd, qdd=qdd)


def test_the_signature_is_how_kernels_are_called(kernels: Kernels) -> None:
    found = inspect.signature(kernels.inverse_dynamics)
    assert str(found) == "(q, qd, qdd, pi=None, *, out=None, threads=1)"


def test_results_are_written_where_they_are_wanted(kernels: Kernels, ready: Any) -> None:
    out = np.empty(2, ready.dtype)
    assert kernels.inverse_dynamics(*ready, out=out) is out
    assert same(out, kernels.inverse_dynamics(*ready))
    both = np.empty((2, 2), ready.dtype), np.empty((2, 2), ready.dtype)
    kernels.torque_derivatives(*ready, out=both)
    assert same(both, kernels.torque_derivatives(*ready))
    rows = np.empty((5, 2), ready.dtype)
    kernels.inverse_dynamics(np.tile(ready[0], (5, 1)), *ready[1:], out=rows)
    assert same(rows, np.tile(out, (5, 1)))


def test_results_are_written_nowhere_else(kernels: Kernels, ready: Any) -> None:
    wide = np.zeros((2, 2), ready.dtype)
    for out, what in (
        (np.empty(3, ready.dtype), r"array of float\d\d of shape \(2,\)"),
        (np.empty(2, np.int64), r"array of float\d\d of shape \(2,\)"),
        ([0.0, 0.0], r"out must be a tuple of arrays|array of float"),
        (wide[:, 0], "contiguous"),
        (ready[1], "lies over qd"),
    ):
        before = ready.copy()
        with pytest.raises(InputError, match=what):
            kernels.inverse_dynamics(*ready, out=out)
        assert (ready == before).all()
    fixed = np.zeros(2, ready.dtype)
    fixed.flags.writeable = False
    with pytest.raises(InputError, match="writable"):
        kernels.inverse_dynamics(*ready, out=fixed)


def test_a_prepared_call_reads_and_writes_the_same_arrays_each_time(kernels: Kernels, ready: Any) -> None:
    q, qd, qdd = (np.zeros(2, ready.dtype) for _ in range(3))
    call = kernels.inverse_dynamics.prepared(q, qd, qdd=qdd)
    tau = call()
    for state in (ready, -ready, 2 * ready):
        q[:], qd[:], qdd[:] = state
        assert call() is tau
        assert same(tau, kernels.inverse_dynamics(*state))
    energy = kernels.kinetic_energy.prepared(q, qd)
    assert energy() == kernels.kinetic_energy(q, qd)
    with pytest.raises(InputError, match="qd must be a contiguous array"):
        kernels.inverse_dynamics.prepared(q, [0.0, 0.0], qdd)


@pytest.mark.parametrize("count", [1, 2, 7, 100])
def test_threads_say_what_one_says(kernels: Kernels, ready: Any, count: int) -> None:
    rng = np.random.default_rng(count)
    states = rng.uniform(-1, 1, (3, count, 2)).astype(ready.dtype)
    alone, together = (kernels.torque_derivatives(*states, threads=threads) for threads in (1, 3))
    for a, b in zip(alone, together, strict=True):
        # blocks of samples fall elsewhere, and a compiler fuses differently in them: a few units in the last place
        np.testing.assert_allclose(a, b, rtol=0, atol=64 * np.finfo(ready.dtype).eps * np.abs(a).max())
    with pytest.raises(InputError, match="threads must be a whole number from 1 on"):
        kernels.inverse_dynamics(*states, threads=0)


def test_kernels_can_be_pickled_together_and_alone(kernels: Kernels, ready: Any) -> None:
    expected = kernels.inverse_dynamics(*ready)
    again = pickle.loads(pickle.dumps(kernels))
    assert list(again) == list(kernels) and again.backend == kernels.backend
    assert same(again.inverse_dynamics(*ready), expected)
    assert same(pickle.loads(pickle.dumps(kernels.inverse_dynamics))(*ready), expected)


LAYOUTS = {
    "columns": lambda rows, size: rows.T,
    "block": lambda rows, size: rows.reshape(-1, size, 2).transpose(0, 2, 1),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_samples_in_columns_and_in_blocks_give_what_rows_give(kernels: Kernels, ready: Any, layout: str) -> None:
    size = kernels.inverse_dynamics.block_size
    rows = [np.linspace(low, low + 1, 4 * size).reshape(-1, 2).astype(ready.dtype) for low in (-1, 0.5, 2)]
    given = [LAYOUTS[layout](one, size) for one in rows]
    for name in ONLY:
        kernel = getattr(kernels, name)
        count = len(kernel.inputs) - ("pi" in kernel.inputs)
        for by_rows, found in zip(
            _as_tuple(kernel.batch(*(3 * rows)[:count])),
            _as_tuple(getattr(kernel, layout)(*(3 * given)[:count])),
            strict=True,
        ):
            apart = np.moveaxis(found, -1, 0) if layout == "columns" else np.moveaxis(found, -1, 1)
            assert np.array_equal(apart.reshape(by_rows.shape), by_rows)
    place = np.empty_like(kernels.inverse_dynamics.block(*(LAYOUTS["block"](one, size) for one in rows)))
    named = {name: LAYOUTS["block"](one, size) for name, one in zip(("q", "qd", "qdd"), rows, strict=True)}
    assert kernels.inverse_dynamics.block(**named, pi=kernels.pi, out=place) is place


def test_samples_in_other_layouts_than_a_call_says_are_refused(kernels: Kernels, ready: Any) -> None:
    dynamics, size = kernels.inverse_dynamics, kernels.inverse_dynamics.block_size
    columns = np.zeros((2, 5), ready.dtype)
    with pytest.raises(InputError, match=r"qd must have shape \(2, N\), not \(5, 2\)"):
        dynamics.columns(columns, columns.T, columns)
    with pytest.raises(InputError, match=r"different numbers of samples \(q 5, qd 5, qdd 4\)"):
        dynamics.columns(columns, columns, columns[:, :4])
    with pytest.raises(InputError, match=rf"q must have shape \(B, 2, {size}\), not \(2, {size}\)"):
        dynamics.block(*np.zeros((3, 2, size), ready.dtype))
    with pytest.raises(InputError, match="takes rows of samples"):
        dynamics.batch(*ready)
    with pytest.raises(InputError, match=r"out for tau must be .* of shape \(2, 5\)"):
        dynamics.columns(columns, columns, columns, out=np.zeros((5, 2), ready.dtype))
    assert dynamics.columns(*np.zeros((3, 2, 0), ready.dtype)).shape == (2, 0)
