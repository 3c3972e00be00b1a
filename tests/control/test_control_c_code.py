"""The C of laws: clean under warnings and sanitizers, no allocation, never a NaN, the same as its Python twin."""

import subprocess
from pathlib import Path

import numpy as np
import pytest
from generated_laws import COMPILERS, FLAGS, SANITIZERS, controller, package, require, write

from symdyn.control import LAWS
from symdyn.control.law import Rule
from symdyn.package.contents import Package

ALLOWED = {
    "memcpy",
    "memset",
    "memmove",
    "sqrt",
    "sqrtf",
    "fabs",
    "fabsf",
    "sin",
    "cos",
    "sinf",
    "cosf",
    "__stack_chk_fail",
}
ALL_LAWS = tuple(LAWS)
ADAPTIVE = tuple(law for law in LAWS if LAWS[law].adapts)
TEN = tuple(f"link2.{one}" for one in ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"))

DRIVER = """
static uint64_t state = 88172645463325252u;

static uint64_t drawn(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Between -1 and 1, times a power of ten: mostly ordinary, now and then as large as numbers get. */
static SCALAR number(void)
{
    static const double sizes[8] = {1e-3, 0.1, 1, 1, 10, 10, 1e3, LARGE};
    const double unit = (double)(drawn() % 2000001u) / 1e6 - 1;
    return (SCALAR)(unit * sizes[drawn() % (drawn() % 64u ? 7u : 8u)]);
}

static SCALAR ordinary(void)
{
    return (SCALAR)(drawn() % 1000u) / 100;
}

static int finite_all(const SCALAR *x, size_t size)
{
    for (size_t i = 0; i < size; ++i) {
        if (!(x[i] - x[i] == 0)) {
            return 0;
        }
    }
    return 1;
}
"""
RUN = """
static int run_{law}(long steps)
{{
    {name} controller;
    {name}_gains gains = {name}_default_gains;
    SCALAR theta[{u} + 1], x[5][{n}], tau[{n}];
    long refused = 0;
    for (long step = 0; step < steps; ++step) {{
        if (step % 500 == 0) {{
            gains = {name}_default_gains;
            for (size_t j = 0; j < {u}u; ++j) {{
                theta[j] = ordinary() - 5;
            }}
            if (step % 1000 == 0) {{
                {randomised}
            }}
            if ({name}_init(&controller, &gains{theta}) != 0) {{
                return 1;
            }}
        }}
        for (size_t i = 0; i < 5u; ++i) {{
            for (size_t j = 0; j < {n}u; ++j) {{
                x[i][j] = number();
            }}
        }}
        refused += {name}_step(&controller, (SCALAR)0.001, x[0], x[1], x[2], x[3], x[4], tau) == {macro}_NOT_FINITE;
        if (!finite_all(tau, {n}u){theta_check}) {{
            return 2;
        }}
    }}
    return refused > steps / 5 * 4 ? 3 : 0; /* driven by noise a law may run away: it refuses until it starts anew */
}}
"""


def driver(made: Package, steps: int) -> str:
    """A C program that takes random steps with every law, with random gains now and then."""
    scalar = made.facts.options.scalar
    head = "#include <stddef.h>\n#include <stdint.h>\n"
    head += "".join(f'#include "{code.plan.name}.h"\n' for code in made.laws)
    text = head + DRIVER.replace("SCALAR", scalar).replace("LARGE", "1e300" if scalar == "double" else "1e30")
    for code in made.laws:
        plan = code.plan
        lines = []
        ordered = {name for gain in plan.gains if gain.gain.above for name in (gain.name, gain.gain.above)}
        for gain in plan.gains:
            if gain.name in ordered:
                continue  # these stay as they are: they must keep their order
            if gain.gain.rule in (Rule.POSITIVE, Rule.NOT_NEGATIVE):
                place = f"gains.{gain.name}[j]" if gain.shape else f"gains.{gain.name}"
                lines.append(f"for (size_t j = 0; j < {gain.size}u; ++j) {{ {place} = ordinary() + (SCALAR)0.01; }}")
            elif gain.is_choice:
                lines.append(f"gains.{gain.name} = (int)(drawn() % {len(gain.gain.choices)}u);")
            elif gain.name in ("theta_min", "theta_max"):
                value = "-5 - ordinary()" if gain.name == "theta_min" else "5 + ordinary()"
                lines.append(f"for (size_t j = 0; j < {gain.size}u; ++j) {{ gains.{gain.name}[j] = {value}; }}")
        text += RUN.format(
            law=code.name,
            name=plan.name,
            macro=plan.name.upper(),
            n=plan.n,
            u=plan.u,
            randomised="\n                ".join(lines),
            theta=", theta" if plan.u else "",
            theta_check=f" || !finite_all(controller.theta, {plan.u}u)" if plan.u else "",
        ).replace("SCALAR", scalar)
    calls = "".join(f"    result |= run_{code.name}({steps});\n" for code in made.laws)
    return text + f"\nint main(void)\n{{\n    int result = 0;\n{calls}    return result;\n}}\n"


def compile_and_run(made: Package, folder: Path, compiler: str, optimisation: str, main: str | None) -> int:
    """Compile every C file, with the self-test's main or another one, and run it under sanitizers."""
    require(compiler)
    write(made, folder)
    sources = [made.name, *(code.plan.name for code in made.laws)]
    sources.append("driver" if main else f"{made.name}_selftest")
    (folder / "driver.c").write_text(main or "")
    command = [compiler, *FLAGS, *SANITIZERS, optimisation, *(f"{source}.c" for source in sources), "-o", "run", "-lm"]
    subprocess.run(command, cwd=folder, check=True)
    return subprocess.run([folder / "run"], timeout=600).returncode


@pytest.mark.parametrize("scalar", ["double", pytest.param("float", marks=pytest.mark.slow)])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_every_law_compiles_clean_and_passes_its_selftest_under_sanitizers(
    compiler: str, scalar: str, tmp_path: Path
) -> None:
    made = package("two_link", ALL_LAWS, scalar)
    assert compile_and_run(made, tmp_path, compiler, "-O0", None) == 0


@pytest.mark.parametrize("unknown", [("link2.mass",), TEN], ids=["mass", "whole body"])
def test_laws_of_few_unknowns_compile_clean_and_pass_their_selftest(unknown: tuple[str, ...], tmp_path: Path) -> None:
    made = package("two_link", ("slotine_li", "slotine_li_composite", "craig"), "double", unknown)
    assert compile_and_run(made, tmp_path, "gcc", "-O0", None) == 0


@pytest.mark.slow  # a few such steps are tried every time, by test_hostile_steps
@pytest.mark.parametrize("scalar", ["double", "float"])
def test_a_million_random_steps_give_no_nan(scalar: str, tmp_path: Path) -> None:
    made = package("two_link", ALL_LAWS, scalar)
    steps = 1_000_000 // len(made.laws) + 1
    assert compile_and_run(made, tmp_path, "gcc", "-O1", driver(made, steps)) == 0


def test_random_steps_with_a_whole_body_kept_consistent_give_no_nan(tmp_path: Path) -> None:
    made = package("two_link", ("walker", "slotine_li"), "double", TEN)
    assert compile_and_run(made, tmp_path, "gcc", "-O1", driver(made, 20_000)) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["puma560", "dual_arm"])
def test_a_million_random_steps_of_every_law_give_no_nan(name: str, tmp_path: Path) -> None:
    made = package(name, ALL_LAWS)
    assert compile_and_run(made, tmp_path, "gcc", "-O1", driver(made, 1_000_000)) == 0


NAN_STEP = """
static int LAW_after_nan(void)
{
    static LAW controller;
    SCALAR q[2] = {0, 0}, still[2] = {0, 0}, tau[2] = {1, 1};
    LAW_gains gains = LAW_default_gains;
    const SCALAR nan = number_from_bits(); /* a literal NaN would be folded away */
    if (LAW_init(&controller, &gains, LAW_theta) != 0) {
        return 1;
    }
    q[0] = nan;
    if (LAW_step(&controller, (SCALAR)0.001, q, still, still, still, still, tau) != MACRO_NOT_FINITE) {
        return 2;
    }
    if (tau[0] != 0 || tau[1] != 0 || controller.theta[0] != LAW_theta[0]) {
        return 3;
    }
    q[0] = 0;
    return LAW_step(&controller, (SCALAR)0.001, q, still, still, still, still, tau) != MACRO_OK ? 4 : 0;
}
"""
BITS = """
static SCALAR number_from_bits(void)
{
    volatile UINT bits = NAN_BITS;
    union { UINT bits; SCALAR value; } u;
    u.bits = bits;
    return u.value;
}
"""


AFTER_NAN = ("slotine_li", "walker", "pd_gravity", "optimal_feedback")


@pytest.mark.parametrize("scalar", ["double", "float"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_nan_costs_one_step_and_no_estimate_with_fast_math_too(compiler: str, scalar: str, tmp_path: Path) -> None:
    require(compiler)
    made = package("two_link", AFTER_NAN, scalar)
    write(made, tmp_path)
    names = [f"two_link_{law}" for law in AFTER_NAN]
    bits = {"double": "0x7ff8000000000000u", "float": "0x7fc00000u"}[scalar]
    steps = "".join(NAN_STEP.replace("MACRO", name.upper()).replace("LAW", name) for name in names)
    calls = "".join(f'    printf("%d\\n", {name}_after_nan());\n' for name in names)
    text = "".join(f'#include "{name}.h"\n' for name in names) + "#include <stdint.h>\n#include <stdio.h>\n"
    text += f"{BITS}{steps}int main(void)\n{{\n{calls}    return 0;\n}}\n".replace("NAN_BITS", bits)
    text = text.replace("UINT", {"double": "uint64_t", "float": "uint32_t"}[scalar]).replace("SCALAR", scalar)
    (tmp_path / "driver.c").write_text(text)
    sources = ("driver.c", "two_link.c", *(f"{name}.c" for name in names))
    subprocess.run([compiler, "-std=c99", "-O3", "-ffast-math", *sources, "-o", "run", "-lm"], cwd=tmp_path, check=True)
    said = subprocess.run([tmp_path / "run"], timeout=20, capture_output=True, text=True, check=True).stdout
    assert dict(zip(AFTER_NAN, said.split(), strict=True)) == dict.fromkeys(AFTER_NAN, "0")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_laws_call_nothing_but_kernels_and_mathematics_and_write_no_globals(compiler: str, tmp_path: Path) -> None:
    require(compiler)
    made = package("two_link", ALL_LAWS)
    write(made, tmp_path)
    kernels = {f"two_link_{kernel.name}" for kernel in made.kernels}
    for code in made.laws:
        name = code.plan.name
        subprocess.run([compiler, *FLAGS, "-O2", "-c", f"{name}.c"], cwd=tmp_path, check=True)
        listing = subprocess.run(["nm", f"{name}.o"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
        symbols = [line.split()[-2:] for line in listing.splitlines()]
        assert {symbol for kind, symbol in symbols if kind == "U"} <= ALLOWED | kernels
        assert not [symbol for kind, symbol in symbols if kind in "dDbBcC"], "data that can be written"


def test_a_cpp_compiler_takes_the_headers(tmp_path: Path) -> None:
    require("g++")
    made = package("two_link", ALL_LAWS)
    write(made, tmp_path)
    includes = "".join(f'#include "{code.plan.name}.h"\n' for code in made.laws)
    (tmp_path / "all.cpp").write_text(includes)
    subprocess.run(
        ["g++", "-std=c++11", "-pedantic", "-Wall", "-Wextra", "-Werror", "-c", "all.cpp"], cwd=tmp_path, check=True
    )


# Both do the same operations in nearly the same order; a step's rounding is carried on by the estimates, and enlarged
# where an estimated mass matrix is inverted.
TWIN = {"double": 1e-12, "float": 1e-3}
SAFEGUARDED = {"dead_zone": 0.05, "sigma": 0.3, "theta_min": -2.0, "theta_max": 3.0}


@pytest.mark.parametrize("scalar", ["double", "float"])
@pytest.mark.parametrize("gains", [{}, SAFEGUARDED], ids=["defaults", "safeguarded"])
@pytest.mark.parametrize("law", ADAPTIVE)
def test_python_twin_equals_c_over_many_steps(law: str, gains: dict[str, float], scalar: str) -> None:
    assert_twins("two_link", law, gains, scalar)


@pytest.mark.parametrize("law", [law for law in LAWS if law not in ADAPTIVE and law != "optimal_feedback"])
def test_python_twin_of_laws_that_do_not_adapt_equals_c(law: str) -> None:
    assert_twins("two_link", law, {}, "double")


@pytest.mark.parametrize("law", ADAPTIVE)
def test_python_twin_equals_c_where_bodies_are_kept_consistent(law: str) -> None:
    assert_twins("two_link", law, {"body_floor": 0.01}, "double", unknown=() if law == "walker" else TEN)


@pytest.mark.slow
@pytest.mark.parametrize("law", [law for law in LAWS if law != "optimal_feedback"])
def test_python_twin_equals_c_on_a_large_robot(law: str) -> None:
    # at random states estimates of Craig run away, and differences of rounding with them: they are to move little
    assert_twins("puma560", law, {"Gamma": 1e-3} if law == "craig" else {}, "double")


def assert_twins(name: str, law: str, gains: dict[str, float], scalar: str, unknown: tuple[str, ...] = ()) -> None:
    twins = [controller(name, law, gains, backend, scalar=scalar, unknown=unknown) for backend in ("c", "python")]
    source = np.random.default_rng(5)
    for _ in range(200):
        inputs = source.uniform(-1, 1, (5, twins[0].n))
        dt = float(source.choice([1e-3, 2e-3]))
        tau_c, tau_python = (twin.step(dt, *inputs) for twin in twins)
        law_c, law_python = (twin.law(*inputs, qdd=inputs[0]) for twin in twins)
        tolerance = TWIN[scalar]
        assert np.abs(tau_c - tau_python).max() <= tolerance * max(1.0, np.abs(tau_c).max())
        assert np.abs(twins[0].theta - twins[1].theta).max() <= tolerance * max(1.0, np.abs(twins[0].theta).max())
        for one, other in zip(law_c, law_python, strict=True):
            assert np.abs(one - other).max() <= tolerance * max(1.0, np.abs(one).max())
