"""Values of symbols that are made of other symbols."""

import numpy as np
import pytest

import symdyn
from symdyn.algebra.exact import EXACT_PI, exact
from symdyn.errors import InputError
from symdyn.model import bind_symbols, load
from symdyn.model.notes import NoteKind
from symdyn.reference import Witness


def arm(symbols, rpy=0, x=0):
    link = {"mass": 1, "com": [1, 0, 0], "inertia": {"xx": 1, "xy": 0, "xz": 0, "yy": 1, "yz": 0, "zz": 1}}
    joint = {"type": "revolute", "origin": {"xyz": [x, 0, 0], "rpy": [rpy, 0, 0]}, "link": link}
    return {"symdyn": 1, "name": "arm", "symbols": symbols, "joints": [joint]}


def test_a_value_may_use_the_symbols_above_it():
    robot = load(arm({"a": 1, "b": "2*a", "c": "b**2 + a/4"}, x="c"))
    assert robot.symbols == {"a": 1, "b": 2, "c": exact("4.25")}
    assert bind_symbols(robot).joints[0].before.position.x == exact("4.25")


def test_a_symbol_stays_a_letter_in_equations_whatever_its_value_is_made_of():
    robot = load(arm({"a": 1, "b": "2*a"}, x="b"))
    assert robot.joints[0].before.position.x.symbols() == {"b"}


def test_the_witness_reads_the_same_values():
    data = arm({"a": 0.5, "b": "2*a", "c": "sqrt(b) + a"}, rpy="b", x="c")
    T = symdyn.build(data, symdyn.Options(only="forward_kinematics"), backend="numpy").forward_kinematics([0.3])
    assert np.allclose(T, Witness(data).forward_kinematics(np.array([0.3])), rtol=0, atol=1e-15)


@pytest.mark.parametrize(
    ("symbols", "field", "text", "used"),
    [
        ({"b": "2*a", "a": 1}, "b", "2*a", "a"),
        ({"a": "a + 1"}, "a", "a + 1", "a"),
        ({"a": "b", "b": "a"}, "a", "b", "b"),
        ({"a": None, "b": "2*a"}, "b", "2*a", "a"),
    ],
)
def test_symbols_below_themselves_cycles_and_symbols_without_values_are_refused(symbols, field, text, used):
    with pytest.raises(InputError) as told:
        load(arm(symbols))
    what = f"'{text}' uses '{used}', which has no value here; a symbol may use those above it that have values"
    assert str(told.value) == f"symbols.{field}: {what}"


def test_a_name_that_is_no_symbol_is_unknown():
    with pytest.raises(InputError, match=r"symbols\.b: '2\*c', column 3: unknown name 'c'; valid: pi, a, b"):
        load(arm({"a": 1, "b": "2*c"}))


def test_a_value_that_divides_by_zero_is_refused():
    with pytest.raises(InputError, match=r"symbols\.b: '1/\(a - 2\)' cannot be evaluated"):
        load(arm({"a": 2, "b": "1/(a - 2)"}))


def test_an_angle_that_is_rounded_changes_what_is_made_of_it_and_the_source_says_the_same():
    data = arm({"a": 1.5708, "b": "2*a"}, rpy="a", x="b")
    as_written, rounded = load(data), load(data, snap=True)
    assert as_written.symbols == {"a": exact("1.5708"), "b": exact("3.1416")}
    assert rounded.symbols["b"] == EXACT_PI
    assert load(rounded.source) == rounded
    assert [note.kind for note in as_written.notes] == [NoteKind.NEAR_ANGLE]
    assert [note.kind for note in rounded.notes] == [NoteKind.ROUNDED_ANGLE]


@pytest.mark.parametrize("step", ["sin({} + 1)", "{0} + sqrt({0} + 1)", "1/({0} + pi)", "{0}*{0} + 1"])
def test_a_chain_of_symbols_that_would_grow_without_end_is_refused(step):
    symbols = {"s0": 2} | {f"s{i + 1}": step.format(f"s{i}") for i in range(300)}
    with pytest.raises(InputError, match=r"symbols\.s\d+: .*(nested deeper than 8 levels|beyond 1e60)"):
        load(arm(symbols))


def test_a_long_chain_of_symbols_that_does_not_grow_is_read():
    symbols = {"s0": "sqrt(2)"} | {f"s{i + 1}": f"s{i}/2 + 1" for i in range(50)}
    assert load(arm(symbols)).symbols["s50"] == exact(2) + (load(arm(symbols)).symbols["s0"] - 2) / 2**50
