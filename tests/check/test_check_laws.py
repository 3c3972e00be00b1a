"""The laws hold for the witness, and each of them notices a fault in any kernel that it names."""

from dataclasses import replace

import numpy as np
import pytest

from symdyn.check.laws import LAWS
from symdyn.check.setting import setting
from symdyn.check.truth.differences import OFFSETS, slope
from symdyn.check.truth.kernel_truth import _TRUTHS, KernelTruth, register_truth, truth_of
from symdyn.check.truth.scale import relative
from symdyn.check.truth.states import State
from symdyn.check.truth.tolerance import TOLERANCES
from symdyn.errors import InputError
from symdyn.kernels.close_step import CLOSING
from symdyn.kernels.table import KERNELS
from symdyn.model import bind_symbols, load
from symdyn.options import Options

TOLERANCE = TOLERANCES["double"]


@pytest.fixture(scope="module")
def at():
    """Everything for a tree with sliding, turning and fixed joints, friction, springs and rotors."""
    return setting(bind_symbols(load("dual_arm")), Options())


def witness_call(at, sample, fault=lambda kernel, value: value):
    """Return a `call` that answers with the witness's values, changed by a fault."""

    def one(kernel, inputs):
        moved = State("", False, {**sample.state.inputs, **inputs})
        return fault(kernel, truth_of(kernel).value(replace(at, remembered={}), replace(sample, state=moved)))

    def call(kernel, **inputs):
        rows = next((len(value) for value in inputs.values() if value.ndim == 2), None)
        if rows is None:
            return one(kernel, inputs)
        return np.stack([one(kernel, {name: value[i] for name, value in inputs.items()}) for i in range(rows)])

    return call


def ordinary(at):
    return [sample for sample in at.samples if sample.state.ordinary][:3]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.text)
def test_a_law_holds_for_the_witness(at, law):
    tolerance = TOLERANCE.difference if law.differences else TOLERANCE.rounding
    for sample in ordinary(at):
        assert law.error(witness_call(at, sample), sample, at.robot, TOLERANCE.step) < tolerance


NOT_BY_A_FACTOR = {"M = Mᵀ", "M is positive definite"}


@pytest.mark.parametrize(
    ("law", "kernel"),
    [(law, kernel) for law in LAWS if law.text not in NOT_BY_A_FACTOR for kernel in law.needs],
    ids=lambda value: value if isinstance(value, str) else value.text,
)
def test_a_law_notices_a_kernel_that_is_off_by_a_millionth(at, law, kernel):
    tolerance = TOLERANCE.difference if law.differences else TOLERANCE.rounding

    def fault(name, value):
        return value * (1 + 1e-6) if name == kernel else value

    errors = [law.error(witness_call(at, s, fault), s, at.robot, TOLERANCE.step) for s in ordinary(at)]
    assert max(errors) > 10 * tolerance


def test_a_mass_matrix_that_is_not_symmetric_or_not_positive_definite_is_noticed(at):
    sample = ordinary(at)[0]
    laws = {law.text: law for law in LAWS}

    def lopsided(name, value):
        return value + 1e-9 * np.eye(at.robot.n, k=1).ravel()

    def negative(name, value):
        return value - 1e3 * np.eye(at.robot.n).ravel()

    def lost(name, value):
        return value * np.nan

    run = lambda text, fault: laws[text].error(witness_call(at, sample, fault), sample, at.robot, 0.0)  # noqa: E731
    assert run("M = Mᵀ", lopsided) > TOLERANCE.rounding
    assert run("M is positive definite", negative) == np.inf
    assert run("M is positive definite", lost) == np.inf


def test_differences_are_of_sixth_order():
    errors = [abs(slope(np.sin(1.0 + h * OFFSETS)[:, None], h)[0] - np.cos(1.0)) for h in (0.2, 0.1)]
    assert errors[0] / errors[1] == pytest.approx(2**6, rel=0.05)


def test_every_kernel_has_its_truth():
    assert {*KERNELS, *CLOSING} == set(_TRUTHS)


def test_what_is_true_of_a_kernel_is_said_once(monkeypatch):
    monkeypatch.setattr("symdyn.check.truth.kernel_truth._TRUTHS", dict(_TRUTHS))
    with pytest.raises(InputError, match="nobody has said what the kernel twice_gravity should give: "):
        truth_of("twice_gravity")
    twice = KernelTruth(lambda at: 2 * at.witness.gravity(at.state["q"], at.full), lambda at: at.sizes.weight)
    register_truth("twice_gravity", twice)
    assert truth_of("twice_gravity") is twice
    with pytest.raises(InputError, match="what the kernel gravity should give is known already"):
        register_truth("gravity", twice)


def test_the_size_of_an_error_is_relative_to_the_value_and_never_hides_what_is_not_a_number(at):
    assert relative(np.array([1e-3, -2e-3]), 2.0) == 1e-3
    assert relative(np.array([np.nan]), 1.0) == np.inf
    assert relative(np.array([np.inf]), 1.0) == np.inf
    assert relative(np.array([0.0]), 0.0) == 0.0
    assert relative(np.array([1e-300]), 0.0) == np.inf


def test_natural_sizes_are_those_of_ordinary_values(at):
    """Of the size of the kernel's values: within a factor of a thousand, so that the floor never rules there."""
    for name in KERNELS:
        sample = ordinary(at)[0]
        value = np.abs(truth_of(name).value(at, sample)).max()
        assert 1e-3 * truth_of(name).natural(sample) < value, name


@pytest.mark.parametrize("own", ["spring", "friction"])
def test_springs_and_friction_have_a_size_without_weight_and_at_rest(own):
    """Else an acceleration of 1e-20 at rest, which rounding makes of a spring's pull, would be measured against 0."""
    effect = {"spring": {"stiffness": 5, "rest": 0.3}, "friction": {"offset": 0.1}}[own]
    source = load("two_link").source
    joints = [{**source["joints"][0], own: effect}, source["joints"][1]]
    weightless = setting(bind_symbols(load({**source, "gravity": [0, 0, 0], "joints": joints})), Options())
    (sample,) = [s for s in weightless.samples if s.label == "at rest, the file's parameters"]
    assert sample.sizes.weight == 0.0
    for name in ("inverse_dynamics", "forward_dynamics"):
        assert truth_of(name).natural(sample) > 0.01


def test_states_have_the_edges_of_the_contract(at):
    q = np.array([sample.state["q"] for sample in at.samples])
    qd = np.array([sample.state["qd"] for sample in at.samples])
    assert np.any(np.all(q == 0, axis=1) & np.all(qd == 0, axis=1))
    assert np.any(np.all(q == np.pi / 2, axis=1)) and np.any(np.all(q == -np.pi / 2, axis=1))
    assert q.max() > 900 and q.min() < -900
    assert np.abs(qd).max() > 500
    smallest = np.abs(qd).max(axis=1)
    assert np.any((smallest > 0) & (smallest < 1e-8))
    assert {sample.state.label for sample in at.samples if np.count_nonzero(sample.state["qd"]) == 1} >= {
        "joint 2 alone"
    }


def test_drawn_parameters_have_no_zero_that_the_file_does_not_make_structural(at):
    full = at.samples[-1].parameters.full
    assert at.samples[-1].parameters.label == "drawn parameters"
    assert np.all((full != 0) | [parameter.vanishes for parameter in at.robot.full_parameters])


def test_an_indefinite_mass_matrix_is_known_before_anything_is_inverted(at):
    source = load("two_link").source
    joints = [dict(joint) for joint in source["joints"]]
    joints[1] = {
        **joints[1],
        "link": {**joints[1]["link"], "mass": 0, "inertia": dict.fromkeys(("xx", "xy", "xz", "yy", "yz", "zz"), 0)},
    }
    massless = setting(bind_symbols(load({**source, "joints": joints})), Options())
    file_samples = [s for s in massless.samples if s.parameters.label == "the file's parameters"]
    assert massless.indefinite == tuple(file_samples)
    assert replace(massless, samples=tuple(s for s in massless.samples if s not in file_samples)).indefinite == ()
