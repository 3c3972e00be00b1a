"""Axes and offsets that are special but for a hair are told about in one note each, and rounded only when asked."""

from typing import Any

import pytest
from thin_robots import as_urdf, thin_arm, thin_dh

from symdyn.algebra.exact import exact
from symdyn.algebra.spatial import Vec3
from symdyn.model import Robot, load, load_text
from symdyn.model.notes import NoteKind


def notes(robot: Robot, kind: NoteKind) -> list[str]:
    return [note for note in robot.notes if note.kind is kind]


def axis_arm(*axes: str) -> dict[str, Any]:
    return thin_arm(len(axes), axes=dict(enumerate(axis.split() for axis in axes)))


def test_a_thin_axis_is_told_about_and_left_alone() -> None:
    robot = load(axis_arm("1e-6 1e-6 1"))
    (note,) = notes(robot, NoteKind.NEAR_AXIS)
    assert note == "joints[0].axis: 1e-6 1e-6 1 is nearly 0 0 1 but not equal; write that, or use --snap"
    assert robot.joints[0].axis != Vec3(exact(0), exact(0), exact(1))


def test_many_thin_axes_and_offsets_make_one_note_each() -> None:
    mapping = thin_arm(
        6, axes=dict.fromkeys(range(6), ("1e-9", "0", "1")), xyz=dict.fromkeys((0, 3), ("1e-9", "0", "1"))
    )
    (axes,), (offsets,) = (notes(load(mapping), kind) for kind in (NoteKind.NEAR_AXIS, NoteKind.NEAR_OFFSET))
    assert axes.endswith("likewise 5 other axes: joints[1].axis, joints[2].axis, joints[3].axis and 2 more")
    assert offsets == (
        "joints[0].origin.xyz[0]: 1e-9 is nearly 0 but not equal; write that, or use --snap; "
        "likewise 1 other offset: joints[3].origin.xyz[0]"
    )


@pytest.mark.parametrize(
    ("written", "special"),
    [
        ("1e-6 1e-6 1", "0 0 1"),
        ("5e-12 -1e-22 1", "0 0 1"),
        ("9e-5 -1 0", "0 -1 0"),
        ("0.00009 0 0.5", None),
        ("0.7071 0 0.70711", "1 0 1"),
        ("-0.7071 1e-9 0.70711", "-1 0 1"),
        ("0.7071 0 -0.70711", "1 0 -1"),
        ("0.57735 0.57736 -0.577355", "1 1 -1"),
        ("3 2 1", None),
        ("1 1 0", None),
        ("0 0 -7", None),
        ("0.7 0 0.7001", None),
    ],
)
def test_snap_rounds_axes_to_special_ones(written: str, special: str | None) -> None:
    plain, snapped = load(axis_arm(written)), load(axis_arm(written), snap=True)
    wanted = load(axis_arm(special or written)).joints[0].axis
    assert snapped.joints[0].axis == wanted
    assert (plain.joints[0].axis == wanted) == (special is None)
    assert len(notes(plain, NoteKind.NEAR_AXIS)) == len(notes(snapped, NoteKind.ROUNDED_AXIS)) == (special is not None)
    assert load(snapped.source).joints[0].axis == wanted  # what is written to manifests is the rounded robot
    assert not notes(load(snapped.source), NoteKind.NEAR_AXIS)


def test_snap_rounds_offsets_below_a_micrometre_and_leaves_centres_of_mass() -> None:
    hair, short = ("1e-9", "-9e-7", "0.1"), ("1e-6", "0", "0")
    mapping = thin_arm(2, xyz={0: hair, 1: short}, com={0: hair})
    plain, snapped = load(mapping), load(mapping, snap=True)
    assert plain.joints[0].before.position == Vec3(*map(exact, hair))
    assert snapped.joints[0].before.position == Vec3(exact(0), exact(0), exact("0.1"))
    assert snapped.joints[1].before.position == Vec3(*map(exact, short))
    assert snapped.joints[0].link == plain.joints[0].link
    (note,) = notes(snapped, NoteKind.ROUNDED_OFFSET)
    assert note == "joints[0].origin.xyz[0]: 1e-9 was rounded to 0; likewise 1 other offset: joints[0].origin.xyz[1]"


def test_offsets_of_dh_tables_are_told_about_too() -> None:
    for frames in ("modified_dh", "standard_dh"):
        (note,) = notes(load(thin_dh(3, frames, "1e-9")), NoteKind.NEAR_OFFSET)
        assert note.startswith("joints[0].dh.a: 1e-9 is nearly 0")
        assert note.endswith("2 other offsets: joints[1].dh.d, joints[2].dh.a")
        snapped = load(thin_dh(3, frames, "1e-9"), snap=True)
        assert not any(note.kind in (NoteKind.NEAR_OFFSET, NoteKind.NEAR_ANGLE) for note in load(snapped.source).notes)


def test_symbols_may_have_any_value_and_are_no_hairs() -> None:
    mapping = thin_arm(1, axes={0: ("0", "e", "1")}, xyz={0: ("e", "0", "0")}) | {"symbols": {"e": "1e-9"}}
    assert not load(mapping).notes and load(mapping, snap=True).joints == load(mapping).joints


def test_urdf_notes_have_the_line_and_the_attribute_as_it_is_written() -> None:
    text = as_urdf(axis_arm("5e-12 -1e-22 1")).replace("<joint", "\n<joint")
    (note,) = notes(load_text(text, "arm.urdf"), NoteKind.NEAR_AXIS)
    assert note.startswith("arm.urdf:2: joints[0].axis: 5e-12 -1e-22 1 is nearly 0 0 1")
    assert load_text(text, "arm.urdf", snap=True).joints[0].axis == Vec3(exact(0), exact(0), exact(1))
