"""Sets of a user's own: proved minimal, or refused in one line with what is missing or too much."""

from pathlib import Path

import pytest
import sympy as sp

import symdyn
from symdyn.errors import InputError
from symdyn.sources.set_text import set_names

LENGTHS = {"l1": None, "g": "9.81"}


def pendulums() -> symdyn.Robot:
    """Two links in a plane, the second hanging from the end of the first; friction in joint 2."""
    frames = [{"a": 0, "alpha": 0, "d": 0, "theta": 0}, {"a": "l1", "alpha": 0, "d": 0, "theta": 0}]
    joints = [{"type": "revolute", "dh": dh} for dh in frames]
    joints[1]["friction"] = {"viscous": "0.1"}
    return symdyn.load(
        {
            **{"symdyn": 1, "name": "pendulums", "gravity": [0, "-g", 0], "frames": "modified_dh"},
            **{"symbols": LENGTHS, "joints": joints},
        }
    )


MINE = {  # another minimal set than the pivots: doubled, turned and mixed
    "a": "2*link1.Izz + 2*l1**2*link2.m",
    "b": "link1.mx + l1*link2.m + link2.mx",
    "c": "link1.my",
    "mx2": "link2.mx",
    "d": "link2.my/sqrt(3) - link2.mx",
    "e": "link2.Izz + link1.my",
    "rub": "joint2.fv",
}


def refused(definitions: dict[str, str]) -> str:
    with pytest.raises(InputError) as raised:
        symdyn.minimal_parameters(pendulums(), set=definitions)
    return str(raised.value)


def test_a_minimal_set_is_proved_and_maps_to_the_pivot_set_and_back() -> None:
    robot = pendulums()
    mine, pivot = symdyn.minimal_parameters(robot, set=MINE), symdyn.minimal_parameters(robot)
    assert mine.names == tuple(MINE) and mine.form == "set"
    assert mine.map_to_pivot * mine.map_from_pivot == sp.eye(len(pivot))
    assert (mine.map_from_pivot * pivot.matrix).applyfunc(sp.expand) == mine.matrix
    assert (mine.map_to_pivot * sp.Matrix(mine.pivot_expressions)).applyfunc(sp.expand) == sp.Matrix(pivot.symbols)


def test_the_order_of_a_set_is_that_of_its_file() -> None:
    backwards = dict(reversed(MINE.items()))
    assert symdyn.minimal_parameters(pendulums(), set=backwards).names == tuple(backwards)


@pytest.mark.parametrize("name", ["two_link", "stanford", "puma560", "panda", "dual_arm", "gantry"])
def test_the_pivot_set_written_down_is_a_set(name: str) -> None:
    robot = symdyn.load(name)
    pivot = symdyn.minimal_parameters(robot)
    rows = (zip(robot.parameter_names, row, strict=True) for row in pivot.rows)
    written = {f"p{i}": " + ".join(f"({x})*{of}" for of, x in row if x) for i, row in enumerate(rows)}
    mine = symdyn.minimal_parameters(robot, set=written)
    assert mine.pivot_rows == pivot.pivot_rows and mine.rows == pivot.rows


def test_what_is_missing_is_named() -> None:
    said = refused({name: text for name, text in MINE.items() if name not in ("e", "rub")})
    assert said.startswith("parameters: 5 parameters where 7 are minimal: it takes 2 more, for example those of link")
    assert "joint2.fv" in said
    assert refused({"e": MINE["e"]}).startswith("parameters: 1 parameter where 7 are minimal: it takes 6 more")


def test_an_empty_name_of_a_set_is_not_a_directory() -> None:
    with pytest.raises(InputError, match="--set: is empty; give the name of a set or the path of a"):
        symdyn.minimal_parameters("two_link", set="")


def test_what_is_redundant_is_named() -> None:
    assert refused({**MINE, "f": "link1.my + link2.mx"}).startswith("parameters.f: is redundant")


@pytest.mark.parametrize(
    ("combination", "message"),
    [
        ("link1.Izz", "is not felt as it stands: link1.Izz acts together with link2.m only"),
        ("link2.m", "is not felt as it stands: link2.m acts together with other parameters only"),
        ("link1.Izz + l1*link2.m", "link2.m enters in another proportion"),
        ("link1.Izz + l1**2*link2.m + link1.Ixx", "holds link1.Ixx, which no torque shows; leave it out"),
        ("link1.Izz - link1.Izz", "is zero; leave it out"),
        ("link1.Izz*link2.m", "column 10: link1.Izz times link2.m is not linear in the parameters"),
        ("l1**2*link2.m + 3", "column 1: the number 3 multiplies no parameter"),
        ("link1.Izz/link2.m", "not linear in the parameters"),
        ("sqrt(link2.m)", "a function of link2.m is not linear"),
        ("link2.m**2", "a power with link2.m in it is not linear"),
        ("link1.Iz", "unknown name 'link1.Iz'; did you mean link1.Izz?"),
        ("l2*link1.m", "column 1: unknown name 'l2'; valid: pi, l1, g, link1.m"),
        ("link1.Izz +", "expected a number, a name or '('"),
    ],
)
def test_a_combination_that_cannot_be_is_told_with_its_place(combination: str, message: str) -> None:
    said = refused({**MINE, "a": combination})
    assert said.startswith("parameters.a: ") and message in said


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("l1", "is a symbol of the robot file"),
        ("qd1", "is reserved"),
        ("Iyy1", "in equations this name means link1.Iyy"),
        ("two words", "is not an identifier"),
    ],
)
def test_a_name_that_means_something_else_is_refused(name: str, message: str) -> None:
    definitions = {name if of == "a" else of: text for of, text in MINE.items()}
    assert message in refused(definitions)


def test_errors_of_a_file_say_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("set: 1\nparameters:\n  one: link1.Izz + l1**2*link2.m\n  two: link1.mm\n")
    with pytest.raises(InputError, match=r"mine\.yaml:4: parameters\.two: 'link1\.mm', column 1: unknown name"):
        symdyn.minimal_parameters(pendulums(), set=path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty; a set of parameters starts with 'set: 1'"),
        ("parameters: {a: link1.m}\n", "the field 'set' is missing"),
        ("set: 2\nparameters: {a: link1.m}\n", "schema version 2 is not known"),
        ("set: 1\n", "the field 'parameters' is missing"),
        ("set: 1\nparameters: [link1.m]\n", "expected a mapping of names to combinations, found a list of 1"),
        ("set: 1\nparameters: {a: [link1.m]}\n", "expected a combination of the robot's parameters, found a list"),
        ("set: 1\nrobot: ddarm\nparameters: {a: link1.m}\n", "a set for the robot 'ddarm', not for 'pendulums'"),
        ("set: 1\nparametres: {a: link1.m}\n", "did you mean parameters?"),
    ],
)
def test_files_that_are_no_set_are_told_so(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(InputError) as raised:
        symdyn.minimal_parameters(pendulums(), set=path)
    assert message in str(raised.value) and str(raised.value).startswith(str(path))


def test_a_set_beside_a_form_is_refused() -> None:
    with pytest.raises(InputError, match="leave out the form 'lin'"):
        symdyn.minimal_parameters(pendulums(), "lin", set=MINE)


def test_coefficients_of_other_roots_and_angles_than_the_geometrys_are_exact() -> None:
    definitions = {**MINE, "c": "sqrt(7)*cos(1/7)*link1.my + sin(1/7)*link2.mx"}
    mine = symdyn.minimal_parameters(pendulums(), set=definitions)
    angle = sp.Rational(1, 7)
    expected = sp.sqrt(7) * sp.cos(angle) * sp.Symbol("my1") + sp.sin(angle) * sp.Symbol("mx2")
    assert mine.expressions[2] == expected
    assert mine.map_to_pivot * mine.map_from_pivot == sp.eye(len(mine))


def test_structural_zeros_may_stand_in_a_combination_and_count_nothing() -> None:
    source = dict(pendulums().source)
    body = {"mass": 1, "com": ["0.1", 0, 0], "inertia": {"xx": 0, "xy": 0, "xz": 0, "yy": 0, "yz": 0, "zz": "0.2"}}
    joints = [{**joint, "link": body} for joint in source["joints"]]
    robot = symdyn.load({**source, "zeros": "structural", "joints": joints})
    definitions = {name: text for name, text in MINE.items() if name not in ("c", "d")}
    mine = symdyn.minimal_parameters(robot, set={**definitions, "e": "link2.Izz + link1.my"})
    assert len(mine) == len(symdyn.minimal_parameters(robot)) == 5
    assert mine.expressions[3] == sp.Symbol("Izz2")


def test_bundled_sets_are_minimal() -> None:
    robots = {"atkeson86": "ddarm"}
    assert set_names() == tuple(robots)
    for name, robot in robots.items():
        assert len(symdyn.minimal_parameters(robot, set=name)) == len(symdyn.minimal_parameters(robot))
