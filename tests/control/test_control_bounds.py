"""Bounds of estimates: what no estimate can obey is refused by C, twin and `symdyn.controller` alike."""

import subprocess
from pathlib import Path

import numpy as np
import pytest
from generated_laws import COMPILERS, controller, package, require, write

from symdyn.control import LAWS
from symdyn.interface.modules import load_module, load_twin

ADAPTIVE = tuple(law for law in LAWS if LAWS[law].adapts)
NAN, INF = float("nan"), float("inf")
BOUNDS = {  # theta_min, theta_max -> the gain that is refused
    (0.0, 1.0): "",
    (-INF, INF): "",
    (-INF, 1.0): "",
    (1.0, 1.0): "",
    (0.0, INF): "",
    (1.0, 0.0): "theta_min",
    (NAN, 1.0): "theta_min",
    (NAN, INF): "theta_min",
    (INF, INF): "theta_min",
    (INF, 1.0): "theta_min",
    (0.0, NAN): "theta_max",
    (-INF, NAN): "theta_max",
    (0.0, -INF): "theta_max",
    (-INF, -INF): "theta_max",
}
PROGRAM = """
#include <stdint.h>
#include <stdio.h>

#include "LAW.h"

static const UINT bounds[COUNT][2] = {ROWS};

static SCALAR number(UINT bits) /* a literal NaN or infinity would be folded away */
{
    volatile UINT read = bits;
    union { UINT bits; SCALAR value; } u;
    u.bits = read;
    return u.value;
}

int main(void)
{
    static LAW controller;
    SCALAR theta[MACRO_THETA], still[2] = {0, 0}, tau[2];
    for (int j = 0; j < MACRO_THETA; ++j) {
        theta[j] = (SCALAR)(j % 2 ? 7 : -7);
    }
    for (int i = 0; i < COUNT; ++i) {
        LAW_gains gains = LAW_default_gains;
        int code;
        gains.theta_min[1] = number(bounds[i][0]);
        gains.theta_max[1] = number(bounds[i][1]);
        code = LAW_init(&controller, &gains, theta);
        printf("%d", code);
        if (code == 0) {
            printf(" %g", (double)controller.theta[1]);
            printf(" %g", (double)controller.theta_start[1]);
            printf(" %d", LAW_step(&controller, (SCALAR)0.001, still, still, still, still, still, tau));
        }
        printf("\\n");
    }
    return 0;
}
"""


def c_program(law: str, scalar: str) -> str:
    dtype, uint = {"double": (np.float64, np.uint64), "float": (np.float32, np.uint32)}[scalar]
    rows = [", ".join(f"{int(bits):#x}u" for bits in np.array(pair, dtype).view(uint)) for pair in BOUNDS]
    text = PROGRAM.replace("ROWS", ", ".join(f"{{{row}}}" for row in rows)).replace("COUNT", str(len(rows)))
    text = text.replace("MACRO", law.upper()).replace("LAW", law)
    return text.replace("UINT", f"{uint.__name__}_t").replace("SCALAR", scalar)


@pytest.mark.parametrize("flags", [("-O0",), ("-O3", "-ffast-math")], ids=["O0", "fast-math"])
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("scalar", ["double", "float"])
def test_c_names_the_bound_that_cannot_be_and_starts_within_the_others(
    scalar: str, compiler: str, flags: tuple[str, ...], tmp_path: Path
) -> None:
    require(compiler)
    made = package("two_link", ("slotine_li",), scalar)
    write(made, tmp_path)
    (tmp_path / "bounds.c").write_text(c_program("two_link_slotine_li", scalar))
    sources = ("bounds.c", "two_link.c", "two_link_slotine_li.c")
    subprocess.run([compiler, "-std=c99", *flags, *sources, "-o", "run", "-lm"], cwd=tmp_path, check=True)
    printed = subprocess.run([tmp_path / "run"], timeout=20, capture_output=True, text=True, check=True).stdout
    codes = made.laws[0].law.codes
    for (bounds, refused), line in zip(BOUNDS.items(), printed.splitlines(), strict=True):
        code, *theta = line.split()
        assert codes[int(code)] == (f"BAD_{refused.upper()}" if refused else "OK"), bounds
        if not refused:
            start = f"{min(max(7.0, bounds[0]), bounds[1]):g}"
            assert theta == [start, start, "0"], bounds


@pytest.mark.parametrize("bounds", BOUNDS)
def test_the_twin_and_the_controller_name_the_same_bound(bounds: tuple[float, float]) -> None:
    made, refused = package("two_link", ("slotine_li",)), BOUNDS[bounds]
    robot = load_module(made.files["two_link.py"], "two_link")
    twin = load_twin(made.files["two_link_slotine_li.py"], "two_link_slotine_li", "two_link", robot)
    gains = {name: np.full(6, bound) for name, bound in zip(("theta_min", "theta_max"), bounds, strict=True)}
    starts = (lambda: twin.Controller(gains), lambda: controller("two_link", "slotine_li", gains, "python"))
    for start, prefix in zip(starts, ("", "gains."), strict=True):
        if refused:
            with pytest.raises(Exception, match=rf"^{prefix}{refused}\b"):
                start()
        else:
            theta = start().theta
            assert np.isfinite(theta).all() and (theta >= bounds[0]).all() and (theta <= bounds[1]).all()


@pytest.mark.parametrize("law", ADAPTIVE)
@pytest.mark.parametrize("backend", ["c", "python"])
def test_an_estimate_outside_its_bounds_starts_at_the_nearest_one(law: str, backend: str) -> None:
    begin = controller("two_link", law, {}, "python").theta
    low, high = begin - 1.0, begin + 1.0
    guarded = controller("two_link", law, {"theta_min": low, "theta_max": high}, backend, theta=begin + 5.0)
    assert np.array_equal(guarded.theta, high)
    guarded.reset(begin - 5.0)
    assert np.array_equal(guarded.theta, low)
    guarded.reset(begin + 0.5)
    assert np.array_equal(guarded.theta, begin + 0.5)
