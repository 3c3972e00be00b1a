"""Every wrong robot file is refused in one line that says where and what."""

import time

import pytest
from minimal_robot import TEXT, chain, one_joint

from symdyn.errors import InputError
from symdyn.model import load, load_text
from symdyn.model.text import yaml_text

CHANGES = [  # text of the valid file, what stands there instead, the message
    ("symdyn: 1\n", "", "bad.yaml:1: the field 'symdyn' is missing; a robot file starts with 'symdyn: 1'"),
    ("symdyn: 1", "symdyn: 2", "bad.yaml:1: symdyn: schema version 2 is not known; this symdyn reads version 1"),
    ("name: arm\n", "", "bad.yaml:1: the field 'name' is missing"),
    ("name: arm", "name: ../x", "bad.yaml:2: name: '../x' is not an identifier; use letters, digits and _"),
    ("name: arm", "name: 2arm", "bad.yaml:2: name: '2arm' is not an identifier"),
    ("name: arm", "name: ärm", "bad.yaml:2: name: 'ärm' is not an identifier"),
    ("name: arm", "name: while", "bad.yaml:2: name: 'while' is a C keyword; choose another name"),
    ("name: arm", "name: class", "bad.yaml:2: name: 'class' is a C++ keyword"),
    ("name: arm", "name: lambda", "bad.yaml:2: name: 'lambda' is a Python keyword"),
    ("name: arm", "name: _Arm", "bad.yaml:2: name: '_Arm' starts with _, a beginning that C reserves"),
    ("name: arm", "name: numpy", "bad.yaml:2: name: 'numpy' is taken: numpy.py would hide the Python module numpy"),
    ("name: arm", "name: [arm]", "bad.yaml:2: name: expected a name for the robot, found a list of 1"),
    ("name: arm", "name: " + "a" * 64, "is longer than 63 characters"),
    ("name: arm", "nam: arm", "bad.yaml:2: unknown key 'nam'; did you mean name? valid: symdyn, name, gravity"),
    ("name: arm", "name: arm\nname: leg", "bad.yaml:3: the key 'name' is here twice; it stands in line 2 too"),
    ("name: arm", "name: arm\n<<: {a: 1}", "bad.yaml:3: unknown key '<<'"),
    (
        "-9.80665]",
        ".nan]",
        "bad.yaml:3: gravity[2]: '.nan', column 1: '.' has no meaning here; infinite numbers and NaN",
    ),
    ("-9.80665]", "nan]", "bad.yaml:3: gravity[2]: 'nan', column 1: 'nan' is not a finite number"),
    ("-9.80665]", "]", "bad.yaml:3: gravity: expected a list of 3, found a list of 2"),
    ("-9.80665]", "null]", "bad.yaml:3: gravity[2]: expected a number or an expression, found nothing (null)"),
    ("-9.80665]", "exec(1)]", "function 'exec' is not allowed; valid: sqrt, sin, cos"),
    ("-9.80665]", "(" * 200 + "1" + ")" * 200 + "]", "column 65: nested deeper than 64 levels; simplify it"),
    ("-9.80665]", "true]", "unknown name 'true'; valid: pi, l2, d3"),
    (
        "frames: explicit",
        "frames: dh",
        "bad.yaml:4: frames: unknown frames 'dh'; valid: modified_dh, standard_dh, explicit",
    ),
    (
        "frames: explicit",
        "frames: modified_dh",
        "joints[0].origin: origin does not go with 'frames: modified_dh'; use dh",
    ),
    ("frames: explicit", "zeros: 0", "bad.yaml:4: zeros: unknown meaning of zeros '0'; valid: values, structural"),
    ("frames: explicit", "loops: {}", "bad.yaml:4: loops: expected a list, found a mapping"),
    ("frames: explicit", "actuated: [joint1]", "bad.yaml:4: actuated: actuated goes with loops, couplings or"),
    ("frames: explicit", "transmission: []", "bad.yaml:4: transmission: expected 2 rows, one for each actuated joint"),
    ("l2: 0.45", "pi: 3", "bad.yaml:5: symbols.pi: 'pi' is reserved"),
    ("l2: 0.45", "qdd12: 3", "bad.yaml:5: symbols.qdd12: 'qdd12' is reserved"),
    ("l2: 0.45", "int: 3", "bad.yaml:5: symbols.int: 'int' is a C keyword"),
    ("l2: 0.45", "sin: 3", "bad.yaml:5: symbols.sin: 'sin' is reserved"),
    ("l2: 0.45", "a b: 3", "bad.yaml:5: symbols.'a b': 'a b' is not an identifier"),
    ("l2: 0.45", "l2: 2*d3", "bad.yaml:5: symbols.l2: '2*d3' uses 'd3', which has no value here"),
    ("{l2: 0.45, d3: null}", "[l2]", "bad.yaml:5: symbols: expected a mapping of names to numbers"),
    ("name: joint1", "name: load", "bad.yaml:7: joints[0].name: 'load' is reserved: it means the robot's load"),
    ("name: joint1", "name: joint2", "bad.yaml:7: joints[0].name: two joints are called 'joint2' (entries 1 and 2)"),
    ("name: joint1", "nmae: joint1", "bad.yaml:7: joints[0]: unknown key 'nmae'; did you mean name?"),
    (
        "type: revolute",
        "type: spherical",
        "bad.yaml:8: joints[0].type: unknown type of joint 'spherical'; ",
    ),
    (
        "    type: revolute\n",
        "",
        "bad.yaml:7: joints[0]: the field 'type' is missing; write one of revolute, prismatic",
    ),
    ("type: revolute", "type: fixed", "joints[0].axis: a fixed joint has no axis; leave it out"),
    (
        "type: revolute",
        "type: screw",
        "bad.yaml:7: joints[0]: the field 'pitch' is missing; a screw joint needs it: metres of travel per radian",
    ),
    ("parent: base", "pitch: 0.1", "bad.yaml:9: joints[0].pitch: a revolute joint has no pitch; leave it out"),
    ("parent: base", "parent: link9", "bad.yaml:9: joints[0].parent: unknown link 'link9'; did you mean"),
    ("parent: base", "parent: link1", "joints[0].parent: the links form a cycle: link1 -> link1; every chain must end"),
    ("parent: base", "parent: link2", "joints[0].parent: the links form a cycle: link1 -> link2 -> link1"),
    (
        "xyz: [0, 0, l2]",
        "xyz: [0, 0, l3]",
        "joints[0].origin.xyz[2]: 'l3', column 1: unknown name 'l3'; valid: pi, l2, d3",
    ),
    (
        "xyz: [0, 0, l2]",
        "xyz: [0, 0, 1/(l2-0.45)]",
        "cannot be evaluated at the values of its symbols: division by zero",
    ),
    ("xyz: [0, 0, l2]", "xyz: [0, 0, sqrt(l2-pi)]", "at the values of its symbols: square root of a negative number"),
    ("xyz: [0, 0, l2]", "xyz: [0, 0, sqrt(l2-1)]", "at the values of its symbols: square root of -11/20"),
    (
        "rpy: [pi/2, 0, 0]",
        "rpy: pi/2",
        "bad.yaml:10: joints[0].origin.rpy: expected a list of 3, found the text 'pi/2'",
    ),
    ("axis: [0, 0, 1]", "axis: [0, 0, 0]", "bad.yaml:11: joints[0].axis: the axis is zero; give it a direction"),
    (
        "axis: [0, 0, 1]",
        "dh: {a: 1}",
        "bad.yaml:11: joints[0].dh: dh does not go with 'frames: explicit' (the default)",
    ),
    ("name: link1", "name: base", "bad.yaml:13: joints[0].link.name: 'base' is reserved"),
    ("name: link1", "name: link2", "bad.yaml:13: joints[0].link.name: two links are called 'link2' (entries 1 and 2)"),
    ("mass: 3", "mass: -3", "bad.yaml:14: joints[0].link.mass: the mass is negative"),
    ("mass: 3", "mass: l2 - 1", "bad.yaml:14: joints[0].link.mass: the mass is negative"),
    ("mass: 3", "mass: inf", "bad.yaml:14: joints[0].link.mass: 'inf', column 1: 'inf' is not a finite number"),
    ("mass: 3", "mass: {kg: 3}", "joints[0].link.mass: expected a number or an expression, found a mapping"),
    ("com: [0, 0.1, 0.2]", "com: 0.1", "bad.yaml:15: joints[0].link.com: expected a list of 3"),
    ("xy: 0", "yx: 0", "bad.yaml:16: joints[0].link.inertia: unknown key 'yx'; valid: xx, xy, xz"),
    (
        "inertia_at: com",
        "inertia_at: tip",
        "bad.yaml:17: joints[0].link.inertia_at: unknown place 'tip'; valid: com, origin",
    ),
    ("viscous: 0.1", "dry: 0.1", "bad.yaml:18: joints[0].friction: unknown key 'dry'; valid: viscous, coulomb, offset"),
    ("friction: {viscous: 0.1, coulomb: 0.2, offset: 0}", "friction: 3", "joints[0].friction: expected a mapping"),
    ("rotor_inertia: 0.2", "rotor_inertia: -1", "bad.yaml:19: joints[0].rotor_inertia: the rotor inertia is negative"),
    ("upper: 3", "upper: -4", "bad.yaml:21: joints[0].limits: lower (-3) is above upper (-4); exchange them"),
    ("upper: 3", "upper: d3", "bad.yaml:21: joints[0].limits.upper: a limit must have a value"),
    ("effort: 100", "effort: -1", "bad.yaml:21: joints[0].limits.effort: the largest effort is negative"),
    ("    origin: {xyz: [0.1, 0, 0]}", "\torigin: {xyz: [0.1, 0, 0]}", "bad.yaml:23: a tab where YAML allows none"),
    ("effort: 100}", "effort: 100", "bad.yaml:22: not YAML: "),
    ("mass: 3", "mass: *m", "bad.yaml:14: not YAML: found undefined alias 'm'"),
    (
        "mass: 3",
        "mass: !!python/object:os.system 3",
        "joints[0].link.mass: the tag '!!python/object:os.system' is refused",
    ),
    (
        "mass: 3",
        "mass: !kg 3",
        "bad.yaml:14: joints[0].link.mass: the tag '!kg' is refused; the file is plain YAML",
    ),
    ("mass: 3", "[mass]: 3", "bad.yaml:14: joints[0].link: a key must be a word, not a list or a mapping"),
    ("      mass: 1\n", "      mass: 1\n---\nsymdyn: 1\n", "bad.yaml:26: a second document starts here"),
    ("      mass: 1\n", "      mass: 1\n\x00", "bad.yaml:26: character '\\x00' does not belong in a text file"),
    (
        "      mass: 1\n",
        "      mass: 1\nunknown: [link1.mas]",
        "unknown[0]: unknown parameter 'link1.mas'; did you mean link1.mass",
    ),
    (
        "      mass: 1\n",
        "      mass: 1\nunknown: [load.mass]",
        "unknown parameter 'load.mass'; write one as owner.word",
    ),
    (
        "      mass: 1\n",
        "      mass: 1\nunknown: [link1.com, link1.my]",
        "link1.my is already there through 'link1.com'",
    ),
    ("      mass: 1\n", "      mass: 1\nunknown: []", "bad.yaml:26: unknown: names no parameter; leave it out"),
    (
        "      mass: 1\n",
        "      mass: 1\nzeros: structural\nunknown: [link1.mx]",
        "unknown[0]: link1.mx is 0 with 'zeros: structural', so it cannot be unknown",
    ),
]


@pytest.mark.parametrize(("old", "new", "message"), CHANGES)
def test_one_wrong_place_in_a_valid_file_gives_one_line_that_says_where(old, new, message):
    assert old in TEXT
    with pytest.raises(InputError) as caught:
        load_text(TEXT.replace(old, new, 1), "bad.yaml")
    assert message in str(caught.value)
    assert str(caught.value).startswith("bad.yaml:")
    assert "\n" not in str(caught.value)


def test_the_file_that_the_table_breaks_is_valid():
    assert load_text(TEXT, "good.yaml").n == 2


def _bomb() -> str:
    lines = ["symdyn: 1", "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{k + 1}: &a{k + 1} [{', '.join([f'*a{k}'] * 9)}]" for k in range(9)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "bad.yaml: the file is empty; a robot file starts with 'symdyn: 1'"),
        ("# only a comment\n", "bad.yaml: the file is empty"),
        ("null\n", "bad.yaml:1: expected a mapping, found nothing (null)"),
        ("- 1\n- 2\n", "bad.yaml:1: expected a mapping, found a list of 2"),
        ("just text", "bad.yaml:1: expected a mapping, found the text 'just text'"),
        ("symdyn: 1\nname: arm\n", "bad.yaml:1: the field 'joints' is missing"),
        ("symdyn: 1\nname: arm\njoints: []\n", "bad.yaml:3: joints: no joint moves; a robot needs at least one"),
        ("symdyn: 1\nname: arm\njoints: [{type: fixed}]\n", "bad.yaml:3: joints: no joint moves"),
        ("symdyn: 1\nname: arm\njoints: 3\n", "bad.yaml:3: joints: expected a list, found the text '3'"),
        (_bomb(), "more than 50000 values, aliases expanded; no robot needs so many"),
        ("symdyn: &a [*a]", "nested deeper than 40 levels"),
        ("symdyn: " + "[" * 100 + "]" * 100, "nested deeper than 40 levels"),
        ("symdyn: " + "[" * 20000, "bad.yaml:1: nested deeper than 40 levels"),
        ('symdyn: "\\ud800"', "bad.yaml:1: symdyn: "),
        ("%YAML 9.9\n---\nsymdyn: 1\n", "bad.yaml:1: not YAML: found incompatible YAML document"),
    ],
)
def test_a_file_that_is_no_robot_file_gives_one_line(text, message):
    with pytest.raises(InputError) as caught:
        load_text(text, "bad.yaml")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("fast", [True, False], ids=["LibYAML", "PyYAML alone"])
@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "- " * 100_000,
        "{a: " * 100_000,
        "\n".join(" " * i + "a:" for i in range(1400)),
        "# \t\n" + "[" * 9999,
    ],
    ids=["lists", "dashes", "mappings", "a tab, and lists", "columns"],
)
def test_levels_without_end_are_refused_soon_and_with_their_line(text, fast, monkeypatch):
    if not fast:
        monkeypatch.setattr(yaml_text, "_FAST_LOADER", None)
    started = time.process_time()
    with pytest.raises(InputError, match=r"bad.yaml:\d+: (a(\.a)*.*: )?nested deeper than 40 levels"):
        load_text(text, "bad.yaml")
    assert time.process_time() - started < 5  # s; PyYAML would take minutes for the whole


@pytest.mark.skipif(yaml_text._FAST_LOADER is None, reason="PyYAML is here without LibYAML")
def test_values_without_end_are_refused_before_they_are_read():
    text = "symdyn: 1\nname: arm\njoints:\n" + "  - {type: revolute, link: {mass: 1}}\n" * 40_000
    started = time.process_time()
    with pytest.raises(InputError, match=r"bad.yaml:\d+: more than 50000 values; no robot needs so many"):
        load_text(text, "bad.yaml")
    assert time.process_time() - started < 10  # s; PyYAML takes a minute


@pytest.mark.parametrize(
    "text",
    ["a: 1\nb: 2\na: 3\n", "a: [1,\n", "a: 'x\n", "a: *b\n", "a: &b 1\n---\n", "a: b: c\n", "a:\n\t- 1\n", "{a: ?b}"],
)
def test_both_readers_of_yaml_say_the_same(text, monkeypatch):
    said = []
    for loader in (yaml_text._FAST_LOADER, None):
        monkeypatch.setattr(yaml_text, "_FAST_LOADER", loader)
        with pytest.raises(InputError) as caught:
            load_text(text, "bad.yaml")
        said.append(str(caught.value))
    assert said[0] == said[1]


def test_aliases_are_allowed_where_they_do_not_explode():
    text = "symdyn: 1\nname: arm\njoints:\n  - &one {type: revolute, link: {mass: 1}}\n  - *one\n"
    assert load_text(text, "arm.yaml").n == 2


def test_a_parent_that_comes_later_is_told_from_a_cycle():
    with pytest.raises(InputError, match=r"joints\[0\].parent: the entry of link 'link2' comes later; put it before"):
        load(chain({"parent": "link2"}, {"parent": "base"}))


def test_a_cycle_through_default_parents_is_found():
    with pytest.raises(InputError, match="cycle: link1 -> link3 -> link2 -> link1"):
        load(chain({"parent": "link3"}, {}, {}))


@pytest.mark.parametrize(
    ("frames", "key", "value"),
    [("modified_dh", "axis", [0, 0, 1]), ("standard_dh", "origin", {}), ("explicit", "dh", {})],
)
def test_geometry_of_other_frames_names_the_setting(frames, key, value):
    with pytest.raises(InputError, match=rf"joints\[0\].{key}: {key} does not go with 'frames: {frames}'"):
        load(one_joint({key: value}, frames=frames))


@pytest.mark.parametrize("pitch", [0, "l - 0.2", "l - l"])
def test_a_screw_without_a_pitch_is_refused(pitch):
    with pytest.raises(
        InputError, match=r"joints\[0\].pitch: the pitch is 0; a screw joint needs it: metres of travel"
    ):
        load(one_joint({"type": "screw", "pitch": pitch}, symbols={"l": 0.2}))


@pytest.mark.parametrize("key", ["friction", "rotor_inertia", "spring", "limits"])
def test_a_fixed_joint_has_no_effects(key):
    value = 1 if key == "rotor_inertia" else {}
    with pytest.raises(InputError, match=rf"joints\[1\].{key}: a fixed joint has no {key}"):
        load(chain({}, {"type": "fixed", key: value}))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"gravity": [0, 0, float("nan")]}, "gravity[2]: 'nan', column 1: 'nan' is not a finite number"),
        ({"gravity": [0, 0, float("-inf")]}, "gravity[2]: '-inf', column 2: 'inf' is not a finite number"),
        ({"gravity": [0, 0, 10**5000]}, "gravity[2]: the number has too many digits"),
        ({"gravity": [0, 0, 1j]}, "gravity[2]: a complex cannot stand in a robot"),
        ({"gravity": {1: 2}}, "gravity: the key '1' is not a text"),
        ({"gravity": "down"}, "gravity: expected a list of 3, found the text 'down'"),
        ({"name": "a\nb"}, "name: 'a\\nb' is not an identifier"),
        ({"x" * 500: 1}, "unknown key 'xxx"),
    ],
)
def test_a_wrong_mapping_is_refused_without_file_and_line(change, message):
    with pytest.raises(InputError) as caught:
        load(one_joint(**change))
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


def test_a_mapping_that_holds_itself_is_refused():
    mapping = one_joint()
    mapping["joints"].append(mapping["joints"])
    with pytest.raises(InputError, match="nested deeper than 40 levels"):
        load(mapping)
