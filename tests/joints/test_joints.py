"""Joint kinds answer consistently, whichever kind it is; robots read them by name."""

import pickle
from dataclasses import replace

import pytest

import symdyn
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Vec3
from symdyn.errors import InputError, MissingValueError
from symdyn.joints.kind import Kind
from symdyn.joints.registry import KINDS, register
from symdyn.joints.screw import SCREW
from symdyn.joints.turn import IDENTITY
from symdyn.joints.turn_or_slide import require_turn_or_slide
from symdyn.model import bind_symbols

AXIS = Vec3(exact("2/7"), exact("3/7"), exact("-6/7"))


def own(kind: Kind) -> dict[str, Exact]:
    return {key: exact("0.3") for key in kind.keys}


@pytest.mark.parametrize("kind", KINDS.values(), ids=str)
def test_a_kind_turns_and_slides_as_its_twists_say(kind: Kind) -> None:
    twists = kind.twists(AXIS, own(kind))
    assert len(twists) == kind.coordinates
    assert kind.moves == bool(twists)
    assert kind.turns == any(any(twist.angular) for twist in twists)
    assert kind.slides == any(any(twist.linear) for twist in twists)
    assert all(not any(part.cross(AXIS)) for twist in twists for part in (twist.angular, twist.linear))


@pytest.mark.parametrize("kind", KINDS.values(), ids=str)
def test_a_turn_is_one_about_the_axis_and_starts_as_its_twist_says(kind: Kind) -> None:
    turn = kind.turn(AXIS)
    c, s = exact("3/5"), exact("4/5")
    R = turn.constant + turn.by_cosine.scale(c) + turn.by_sine.scale(s)
    assert R @ R.T == IDENTITY
    assert R @ AXIS == AXIS
    assert turn.constant + turn.by_cosine == IDENTITY
    v = Vec3(exact(1), exact(2), exact(3))
    for twist in kind.twists(AXIS, own(kind)):
        assert turn.by_sine @ v == twist.angular.cross(v)  # the rate of R v at the angle zero


def test_a_kind_has_one_name_and_one_letter() -> None:
    assert all(name == kind.name == str(kind) for name, kind in KINDS.items())
    builtin = [KINDS[name].letter for name in ("revolute", "prismatic", "screw", "fixed")]
    assert len(set(builtin)) == 4
    with pytest.raises(InputError, match="there is a kind of joint called screw already"):
        register(replace(SCREW, letter="S"))
    register(SCREW)  # the same again is no harm


def test_kinds_survive_a_trip_to_another_process() -> None:
    for name in ("screwdriver", "gantry", "scara"):
        robot = symdyn.load(name)
        assert pickle.loads(pickle.dumps(robot.joints)) == robot.joints


def test_the_pitch_of_a_screw_may_use_symbols_and_is_bound_with_them() -> None:
    robot = symdyn.load("screwdriver")
    assert [str(number) for _, number in robot.joints[2].own] == ["1/2*lead*pi**(-1)"]
    ((_, pitch),) = bind_symbols(robot).joints[2].own
    assert not pitch.symbols()
    unknown = symdyn.load({**robot.source, "symbols": {"lead": None}})
    with pytest.raises(MissingValueError, match="lead"):
        bind_symbols(unknown)


def test_a_screw_may_make_many_turns_without_a_note() -> None:
    assert not symdyn.load("screwdriver").notes


def test_formulations_for_turns_and_slides_refuse_what_does_both_in_one_line() -> None:
    for name in ("revolute", "prismatic"):
        require_turn_or_slide(KINDS[name], "joint1", "the matrices")
    with pytest.raises(symdyn.InputError, match="the matrices know joints that turn or slide, and joint1 is a screw"):
        require_turn_or_slide(SCREW, "joint1", "the matrices")
