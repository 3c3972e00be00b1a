"""Equations on paper: names, LaTeX that compiles, MathML that is well-formed."""

import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
import sympy as sp

import symdyn
from symdyn.errors import InputError
from symdyn.model import bind_symbols
from symdyn.papers.programs import trace_formulation
from symdyn.papers.table import FORMULATIONS
from symdyn.parameters.forms.table import form_of
from symdyn.symbolic.equations import QUANTITIES, equations
from symdyn.symbolic.layout import equation_text, laid_out
from symdyn.symbolic.letters import letters_of
from symdyn.symbolic.model import Model
from symdyn.symbolic.printing import latex, mathml, text
from symdyn.symbolic.readable import Reader, decimal_text
from symdyn.symbolic.recursive import statements

ROBOTS = ("two_link", "ddarm", "scara")
MATHML = "{http://www.w3.org/1998/Math/MathML}math"


@pytest.fixture(scope="module")
def models() -> dict[str, Model]:
    return {name: symdyn.derive(name) for name in ROBOTS}


def page(model: Model, quantity: str, form: str) -> str:
    return laid_out(equations(model, quantity), Reader(model.letters), form)


@pytest.mark.parametrize("quantity", QUANTITIES)
@pytest.mark.parametrize("name", ROBOTS)
def test_mathml_is_well_formed(models: dict[str, Model], name: str, quantity: str) -> None:
    for line in page(models[name], quantity, "mathml").splitlines():
        root = ElementTree.fromstring(line)
        assert root.tag == MATHML and "".join(root.itertext()).count("=") == 1


@pytest.mark.parametrize("quantity", QUANTITIES)
@pytest.mark.parametrize("name", ROBOTS)
def test_latex_has_balanced_brackets_and_known_commands(models: dict[str, Model], name: str, quantity: str) -> None:
    page_text = page(models[name], quantity, "latex")
    assert page_text.count("{") == page_text.count("}")
    assert page_text.count(r"\left(") == page_text.count(r"\right)")
    assert page_text.count(r"\begin") == page_text.count(r"\end")
    known = {
        "begin", "end", "left", "right", "dot", "ddot", "mathrm", "tau", "quad", "cos", "sin", "frac", "operatorname",
    }  # fmt: skip
    assert set(re.findall(r"\\([a-z]+)", page_text)) <= known
    for line in re.split(r"\\\\\n|\n", page_text)[1:-1]:
        assert line.count("&") >= 1, line


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("name", ROBOTS)
def test_latex_compiles(models: dict[str, Model], name: str, tmp_path: Path) -> None:
    pages = "\n".join(page(models[name], quantity, "latex") for quantity in QUANTITIES)
    document = f"\\documentclass{{article}}\n\\usepackage{{amsmath}}\n\\begin{{document}}\n{pages}\n\\end{{document}}\n"
    (tmp_path / "page.tex").write_text(document)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    finished = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout[-2000:]


def test_names_are_written_as_people_do(models: dict[str, Model]) -> None:
    model = models["ddarm"]
    reader = Reader(model.letters)
    q2, q3 = model.q[1:]
    form = reader.readable(sp.cos(q2 + q3) * model.qd[0] ** 2 * sp.Symbol("IxxR2") + sp.Rational(1, 2) * model.qdd[1])
    assert text(form) == "qdd2/2 + IxxR2*c23*qd1**2"
    written = {**model.letters.written, **reader.written}
    assert latex(form, written) == r"\frac{\ddot{q}_{2}}{2} + I_{xx2}^{\mathrm{R}} c_{23} \dot{q}_{1}^{2}"
    assert "<msub><mi>c</mi><mn>23</mn></msub>" in mathml(form, written)


@pytest.mark.parametrize(
    ("number", "written"),
    [
        ("9.80665", "9.80665"),
        ("0.4", "0.4"),
        ("1/2", None),
        ("3", None),
        ("1/3", None),
        ("0.05", "0.05"),
        ("1/7e20", None),
    ],
)
def test_decimals_are_written_as_decimals(number: str, written: str | None) -> None:
    assert decimal_text(sp.Rational(number) if "e" not in number else sp.Rational(1, 7 * 10**20)) == written


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("quantity", ["torque", "mass", "gravity", "energy", "mlc"])
def test_printed_text_reads_back_as_the_equation(models: dict[str, Model], name: str, quantity: str) -> None:
    model = models[name]
    reader = Reader(model.letters)
    for equation in equations(model, quantity):
        printed = equation_text(equation, reader).partition("=")[2]
        names = {symbol.name: symbol for symbol in (*model.q, *model.qd, *model.qdd, *model.pi, *model.parameters)}
        names |= {symbol.name: symbol for symbol in model.symbols}
        names |= {short.name: turn for turn, short in reader.short.items()}
        back = sp.sympify(" ".join(printed.split()), locals=names, rational=True)
        assert sp.expand(back - equation.right) == 0


def test_entry_out_of_range_is_an_error_that_says_the_range(models: dict[str, Model]) -> None:
    for chosen, message in [
        ((4,), "mass has rows 1 to 3; there is no row 4"),
        ((1, 9), "mass has columns 1 to 3; there is no column 9"),
        ((0,), "there is no row 0"),
        ((1, 1, 1), "mass has rows and columns; 3 numbers were given"),
    ]:
        with pytest.raises(InputError, match=message):
            equations(models["ddarm"], "mass", chosen)
    with pytest.raises(InputError, match="unknown quantity 'torqe'; did you mean torque"):
        equations(models["ddarm"], "torqe")


def test_single_entries_are_those_of_the_whole(models: dict[str, Model]) -> None:
    model = models["ddarm"]
    (one,) = equations(model, "mass", (2, 1))
    assert one.name == "M21" and one.right == model.mass_matrix[0, 1]
    (zero,) = equations(model, "regressor", (3, 1))
    assert zero.right == 0


# --- no two symbols are written alike

BARE = {"type": "revolute", "dh": {"a": 0, "alpha": 0, "d": 0, "theta": 0}}
LINKED = {**BARE, "dh": {**BARE["dh"], "a": "c2"}}  # type: ignore[dict-item]
NAMED = {"c2": 0.5, "c_2": 0.3, "m_2": 2, "K": 1, "M11": 2}
PLANAR_ARM = {
    "symdyn": 1,
    "name": "planar",
    "gravity": [0, -9.81, 0],
    "frames": "modified_dh",
    "symbols": NAMED,
    "joints": [BARE, LINKED, {**BARE, "dh": {**BARE["dh"], "a": "c_2*m_2*K*M11"}}],  # type: ignore[dict-item]
}
FORMATS = {"latex": lambda x, written: latex(x, written), "mathml": lambda x, written: mathml(x, written)}


@pytest.mark.parametrize("form", FORMATS)
def test_no_two_symbols_are_written_alike(form: str) -> None:
    model = symdyn.derive(PLANAR_ARM)
    reader = Reader(model.letters)
    turns = [
        reader.readable(turn(sum(model.q[: i + 1][j:])))
        for turn in (sp.cos, sp.sin)
        for i in range(3)
        for j in range(i + 1)
    ]
    symbols = {*model.symbols, *model.pi, *model.parameters, *model.q, *model.qd, *model.qdd, *turns}
    shown = {FORMATS[form](symbol, {**model.letters.written, **reader.written}) for symbol in symbols}
    assert len({str(symbol) for symbol in symbols}) == len(symbols) == len(shown)


def test_a_quantity_is_not_called_like_a_symbol_of_the_file() -> None:
    model = symdyn.derive(PLANAR_ARM)
    assert [one.name for one in equations(model, "energy")] == ["kinetic_energy", "P"]
    assert [one.name for one in equations(model, "mass")][:2] == ["mass_matrix_11", "M12"]


def test_a_members_name_is_not_written_like_another_symbol() -> None:
    model = symdyn.derive("two_link", set={"c2": "link2.mx", "m_2": "link2.my", **others_of_two_link()})
    written = model.letters.written
    assert [latex(sp.Symbol(name), written) for name in ("c2", "m_2", "m2")] == [
        r"\mathrm{c2}",
        r"\mathrm{m\_2}",
        "m_{2}",
    ]


def others_of_two_link() -> dict[str, str]:
    found = symdyn.minimal_parameters("two_link")
    sums = {
        name: " + ".join(f"({x})*{p}" for x, p in zip(row, found.robot.parameter_names, strict=True) if x)
        for name, row in zip(found.names, found.rows, strict=True)
    }
    return {f"p{i}": text for i, (name, text) in enumerate(sums.items()) if name not in ("link2.mx", "link2.my")}


def test_steps_of_a_recursion_are_not_written_like_its_outputs() -> None:
    robot = symdyn.load("two_link")
    program = trace_formulation(FORMULATIONS["lin"], bind_symbols(robot))
    found = statements(program, letters_of(robot, form_of(robot, "lin")))
    assert len({one.written.seen for one in found}) == len(found) > 5
