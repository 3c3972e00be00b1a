"""Printed code that says something else than its program is refused, whatever the change."""

import re
from dataclasses import replace
from functools import cache

import pytest

import symdyn
from symdyn.emit.c.reading import read_c
from symdyn.emit.python.reading import read_python
from symdyn.errors import ProofError
from symdyn.generate import generate
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.proof import Printed, prove_text

OPTIONS = {
    "double": Options(only=("inverse_dynamics", "gravity", "mass_matrix", "regressor", "regressor_unknown")),
    "float": Options(only=("inverse_dynamics", "gravity"), scalar="float"),
    "libm": Options(only=("inverse_dynamics", "gravity"), trig="libm"),
}


@cache
def package_of(robot: str, options: str) -> Package:
    return generate(symdyn.load(robot), OPTIONS[options])


def prove(robot: str, options: str, c: str | None = None, python: str | None = None) -> int:
    package = package_of(robot, options)
    texts = {f"{robot}.c": c, f"{robot}.py": python}
    files = {**package.files, **{name: text for name, text in texts.items() if text is not None}}
    programs = {kernel.name: kernel.program for kernel in package.kernels}
    printed = Printed(robot, package.facts.options.scalar, files, package.facts.printed_pi)
    return prove_text(programs, printed, [read_c, read_python])


def changed(text: str, before: str, after: str) -> str:
    assert re.search(before, text, re.MULTILINE), before
    return re.sub(before, after, text, count=1, flags=re.MULTILINE)


C_FAULTS = [
    ("puma560", "double", r"sincos_5\(q \+ 1, sines \+ 1, cosines \+ 1\)", "sincos_5(q + 1, sines, cosines)"),
    ("puma560", "double", r"sincos_5\(q \+ 1, sines \+ 1, cosines \+ 1\)", "sincos_5(q + 1, sines + 1, cosines)"),
    ("puma560", "double", r"sincos_5\(q \+ 1", "sincos_5(q"),
    ("two_link", "double", r"static TWO_LINK_APART void two_link_gravity_l", "static inline void two_link_gravity_l"),
    ("two_link", "double", r"const double (W_1_zz)", r"const float \1"),
    ("two_link", "double", r"- 0\.5\*", "- 1/2*"),
    ("two_link", "double", r"^    1\.75,", "    1.7500000000000002,"),
    ("two_link", "double", r"double tau\[2\]\)", "double tau[1])"),
    ("two_link", "double", r"double g\[2\]\)", "double g[3])"),
    ("two_link", "double", r"        two_link_rows_out\(2u, tau_block, tau \+ 2u \* i\);\n", ""),
    ("two_link", "double", r"rows_in\(2u, qd \+ 2u \* i, qd_block\)", "rows_in(2u, qd, qd_block)"),
    ("two_link", "double", r"columns_in\(2u, count, qd \+ i, qd_block\)", "columns_in(2u, count, q + i, qd_block)"),
    ("two_link", "double", r"lanes\(q_block, qd_block, qdd_block", "lanes(q_block, qdd_block, qd_block"),
    ("two_link", "double", r"lanes\(q \+ 2u \* i, qd \+ 2u \* i", "lanes(qd + 2u * i, q + 2u * i"),
    ("two_link", "double", r"two_link_regressor_same\(Y_block\);\n", "\n"),
    ("two_link", "double", r"TWO_LINK_ALIGNED double tau_block\[2u", "TWO_LINK_ALIGNED double tau_block[1u"),
    ("two_link", "double", r"\(two_link_column \*\)tau_block", "(two_link_column *)q_block"),
    ("two_link", "double", r"entries\(2u, tau_one, 1u, tau \+ i, count\)", "entries(2u, tau_one, 1u, tau + i, 1u)"),
    ("two_link", "double", r"^void two_link_gravity_columns\(", "void two_link_gravity_column("),
    ("two_link", "double", r"two_link_regressor_block\(blocks", "two_link_regressor_columns(blocks"),
    (
        "two_link",
        "double",
        r"^    for \(size_t v = 0; v < TWO_LINK_VECTORS; \+",
        "    for (size_t v = 0; v < TWO_LINK_N; +",
    ),
    ("two_link", "double", r"^void two_link_gravity\(", "#define g g_\nvoid two_link_gravity("),
    ("two_link", "double", r"two_link_regressor\(q, qd, qdd, Y\);", "two_link_regressor_unknown(q, qd, qdd, Y);"),
    ("two_link", "double", r"two_link_regressor\(q, qd, qdd, Y\);", "two_link_nothing(q, qd, qdd, Y);"),
    ("two_link", "double", r"tau\[1\] = tau_2;", "tau[1] = tau_2; tau[0] = 0.0;"),
    ("two_link", "float", r"- 0\.5f\*", "- 0.5*"),
    ("two_link", "libm", r"c1 = cos\(q\[0\]\);", "c1 = cosf(q[0]);"),
    ("dual_arm", "double", r"\(x > 0\) - \(x < 0\)", "(x < 0) - (x > 0)"),
]
PYTHON_FAULTS = [
    (r"return g\.reshape", "return 2 * g.reshape"),
    (r"return g\.reshape", "return tau.reshape"),
    (r"^    return array$", "    return array[..., ::-1]"),
    (r"\Z", "\n\ninverse_dynamics, gravity = gravity, inverse_dynamics\n"),
    (r"^        1\.75,", "        -1.75,"),
    (r"np\.cos\(q\[\.\.\., 0\]\)", "np.cos(q[..., 1])"),
    (r"np\.cos\(", "np.cosh("),
    (r"g\[\.\.\., 1\] = tau_2", "g[..., 1] = tau_2\n    g[..., 1] = tau_2"),
]


@pytest.mark.parametrize(("robot", "options", "before", "after"), C_FAULTS)
def test_a_changed_line_of_c_is_refused(robot: str, options: str, before: str, after: str) -> None:
    text = changed(package_of(robot, options).files[f"{robot}.c"], before, after)
    with pytest.raises(ProofError, match="nothing was written"):
        prove(robot, options, c=text)


@pytest.mark.parametrize(("before", "after"), PYTHON_FAULTS)
def test_a_changed_line_of_python_is_refused(before: str, after: str) -> None:
    text = changed(package_of("two_link", "double").files["two_link.py"], before, after)
    with pytest.raises(ProofError, match="nothing was written"):
        prove("two_link", "double", python=text)


def test_python_that_calls_a_kernel_of_another_shape_is_refused() -> None:
    package = package_of("two_link", "double")
    programs = {kernel.name: kernel.program for kernel in package.kernels}
    (Y,) = programs["regressor_unknown"].outputs
    flat = replace(programs["regressor_unknown"], outputs=(replace(Y, shape=(Y.size,)),))
    printed = Printed("two_link", "double", package.files, package.facts.printed_pi)
    assert prove_text(programs, printed, [read_python]) == len(programs)
    with pytest.raises(ProofError, match=r"cannot be read back: regressor_unknown: return regressor\(q, qd, qdd\)"):
        prove_text({**programs, "regressor_unknown": flat}, printed, [read_python])


@pytest.mark.parametrize(("robot", "options"), [(r, o) for r in ("two_link", "dual_arm", "puma560") for o in OPTIONS])
def test_what_is_printed_is_proved(robot: str, options: str) -> None:
    assert prove(robot, options) >= 2 * len(OPTIONS[options].only)
