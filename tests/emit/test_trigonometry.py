"""Sines and cosines in generated C: within one unit in the last place, on hard arguments, with any compiler's flags."""

import re
from ctypes import c_double, c_size_t
from functools import cache
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
from compiled_text import COMPILERS, assembly, library, needs_x86, pointer
from numpy.typing import NDArray
from printed_package import printed_package

from symdyn.ir.text import parse_program
from symdyn.options import Options
from symdyn.package.contents import Package

EIGHT = parse_program(
    "program both(x[8]) -> s[8], c[8]\n"
    + "".join(f"%{i} = input x[{i}]\n" for i in range(8))
    + "".join(f"%{8 + i} = sin %{i}\n" for i in range(8))
    + "".join(f"%{16 + i} = cos %{i}\n" for i in range(8))
    + "return "
    + " ".join(f"%{8 + i}" for i in range(16))
)
FLAGS = [
    ("-O2",),
    ("-O2", "-ffast-math"),
    ("-O3", "-march=native", "-ffp-contract=fast"),
    ("-O3", "-march=native", "-ffp-contract=off"),
    ("-O3", "-march=native", "-ffast-math"),
]
EVERY = [(compiler, flags) for compiler in COMPILERS for flags in FLAGS]
NAMES = [f"{compiler} {' '.join(flags)}" for compiler, flags in EVERY]
LIMIT = {"double": 1e5, "float": 1e3}
DTYPE: dict[str, Any] = {"double": np.float64, "float": np.float32}
ONE_BY_ONE = """
void run(size_t count, const SCALAR *x, SCALAR *s, SCALAR *c);
void run(size_t count, const SCALAR *x, SCALAR *s, SCALAR *c)
{
    for (size_t i = 0; i < count; i += 8)
        printed_both(x + i, s + i, c + i);
}
"""
LONG_DOUBLE = """
#include <math.h>
double worst(size_t count, const double *x, const double *s, const double *c);
static double ulps(double found, long double truth)
{
    int exponent;
    frexpl(truth, &exponent);
    return (double)(fabsl(found - truth) / ldexpl(1.0L, exponent - 53));
}
double worst(size_t count, const double *x, const double *s, const double *c)
{
    double most = 0;
    for (size_t i = 0; i < count; ++i) {
        most = fmax(most, ulps(s[i], sinl(x[i])));
        most = fmax(most, ulps(c[i], cosl(x[i])));
    }
    return most;
}
"""
Values = NDArray[Any]


@cache
def package(scalar: str, vectors: bool = True) -> Package:
    """The routine in vector types, or as compilers put angles side by side."""
    return printed_package("printed", [EIGHT], Options(scalar=scalar, batch=vectors))  # type: ignore[arg-type]


def sines_and_cosines(
    folder: Path,
    compiler: str,
    flags: tuple[str, ...],
    x: Values,
    scalar: str = "double",
    batch: bool = False,
    vectors: bool = True,
) -> tuple[Values, Values]:
    """Call the kernel for eight angles at a time, or its batch."""
    assert x.size % 8 == 0
    driver = ONE_BY_ONE.replace("SCALAR", scalar)
    lib = library(package(scalar, vectors), folder, compiler, flags, driver)
    angles = np.ascontiguousarray(x, DTYPE[scalar])
    s, c = np.empty_like(angles), np.empty_like(angles)
    call = lib.printed_both_batch if batch else lib.run
    count = angles.size // 8 if batch else angles.size
    call(c_size_t(count), pointer(angles), pointer(s), pointer(c))
    return s, c


def padded(x: list[float]) -> Values:
    return np.array(x + [0.5] * (-len(x) % 8))


@cache
def hard_angles() -> Values:
    """Near multiples of pi/2 and pi/4, tiny ones, the edge of the range, and ordinary ones."""
    rng = np.random.default_rng(4)
    quarters = [*range(400), *map(int, rng.integers(400, 127323, 1200)), 2 * 29]  # 29 pi/2 is the closest to a double
    with mpmath.workdps(60):
        near = [float(mpmath.pi / 4 * k) for k in quarters]
    near = [x for x in near if x < 99999]
    near += [float(np.nextafter(x, x + way)) for x in near[:600] for way in (-1, 1)]
    near += [x * (1 + eps) for x in near[:200] for eps in (1e-15, -1e-12, 1e-8)]
    tiny = [5e-324, 2.3e-308, 1e-300, 1e-160, 1e-30, 2.0**-27, 2.0**-26, 1e-5]
    edge = [1e5, float(np.nextafter(1e5, 0))]
    ordinary = [*rng.uniform(-1, 1, 1000), *rng.uniform(-10, 10, 1000), *rng.uniform(-1e5, 1e5, 1000)]
    positive = [*near, *tiny, *edge]
    return padded([*positive, *(-x for x in positive[::3]), *map(float, ordinary)])


@cache
def exact() -> tuple[tuple[Values, Values], tuple[Values, Values]]:
    """Sines and cosines of the hard angles as sums of two doubles."""
    with mpmath.workdps(60):
        pairs = [mpmath.cos_sin(mpmath.mpf(float(x))) for x in hard_angles()]
        columns = [[pair[1] for pair in pairs], [pair[0] for pair in pairs]]
        high = [np.array([float(y) for y in column]) for column in columns]
        low = [
            np.array([float(y - mpmath.mpf(float(h))) for y, h in zip(column, top, strict=True)])
            for column, top in zip(columns, high, strict=True)
        ]
    return (high[0], low[0]), (high[1], low[1])


@cache
def right_angles() -> Values:
    """The doubles nearest to all multiples of pi/2 in the range, and their neighbours."""
    with mpmath.workdps(40):
        nearest = np.array([float(mpmath.pi / 2 * k) for k in range(1, 63661)])
    return padded([*nearest, *np.nextafter(nearest, 0), *-np.nextafter(nearest, 1e6)])


def ulps(found: Values, high: Values, low: Values) -> Values:
    """Distance from the exact value, in units in the last place of it."""
    return np.abs((found - high) - low) / np.spacing(np.abs(high))


@needs_x86
@pytest.mark.parametrize(("vectors", "flags"), [(True, ("-O2", "-mavx2", "-mfma")), (False, ("-O2",))])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_four_lanes_and_no_vector_types_are_as_right(
    compiler: str, vectors: bool, flags: tuple[str, ...], tmp_path: Path
) -> None:
    x = hard_angles()
    found = sines_and_cosines(tmp_path, compiler, flags, x, vectors=vectors)
    assert max(np.max(ulps(y, *exactly)) for y, exactly in zip(found, exact(), strict=True)) <= 0.85


@pytest.mark.parametrize("batch", [False, True], ids=["single calls", "batch"])
@pytest.mark.parametrize(("compiler", "flags"), EVERY, ids=NAMES)
def test_error_is_at_most_one_ulp_on_hard_angles(
    compiler: str, flags: tuple[str, ...], batch: bool, tmp_path: Path
) -> None:
    x = hard_angles()
    found = sines_and_cosines(tmp_path, compiler, flags, x, batch=batch)
    for values, (high, low) in zip(found, exact(), strict=True):
        assert ulps(values, high, low).max() <= 0.85


@pytest.mark.parametrize(("compiler", "flags"), EVERY, ids=NAMES)
def test_float_error_is_at_most_one_ulp(compiler: str, flags: tuple[str, ...], tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    near = [k * np.pi / 4 for k in range(1270)]
    some = [rng.uniform(-1, 1, 100_000), rng.uniform(-1000, 1000, 100_000), 2.0 ** -rng.uniform(0, 149, 1000)]
    around = np.array(near, np.float32)
    near_floats = [around, np.nextafter(around, np.float32(0)), np.nextafter(around, np.float32(2000)), -around]
    x = padded([float(v) for v in np.concatenate([*near_floats, *(s.astype(np.float32) for s in some)])])
    x = x.astype(np.float32)
    found = sines_and_cosines(tmp_path, compiler, flags, x, "float")
    for values, truth in zip(found, (np.sin(x.astype(float)), np.cos(x.astype(float))), strict=True):
        unit = np.spacing(np.abs(truth).astype(np.float32)).astype(float)
        assert (np.abs(values - truth) / unit).max() <= 0.85


@pytest.mark.parametrize("scalar", ["double", "float"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_zeros_keep_their_sign_and_what_is_not_finite_is_as_in_libm(compiler: str, scalar: str, tmp_path: Path) -> None:
    with np.errstate(invalid="ignore"):
        rows = np.array([[0.0, -0.0, 1e-310, -1e-310, 1e-40, 3.0, -1.0, 2.0], [np.inf, -np.inf, np.nan, *[1.0] * 5]])
        x = rows.ravel().astype(DTYPE[scalar])
        s, c = sines_and_cosines(tmp_path, compiler, ("-O2",), x, scalar)
        np.testing.assert_array_equal(np.signbit(s[:2]), [False, True])
        np.testing.assert_array_equal(s[:5], x[:5])
        np.testing.assert_array_equal(c[:5], 1)
        assert np.isnan(s[8:11]).all() and np.isnan(c[8:11]).all()
        np.testing.assert_allclose(s[11:], np.sin(x[11:]), rtol=1e-6)


@pytest.mark.parametrize("scalar", ["double", "float"])
@pytest.mark.parametrize("batch", [False, True], ids=["single calls", "batch"])
def test_angles_beyond_the_range_are_right_too(batch: bool, scalar: str, tmp_path: Path) -> None:
    limit = LIMIT[scalar]
    far = np.array([limit * 1.0001, -limit * 3, 1e9, -1e22, 1e30, limit, 0.3, -limit]).astype(DTYPE[scalar])
    x = np.tile(far, 24)
    s, c = sines_and_cosines(tmp_path, "gcc", ("-O3",), x, scalar, batch)
    for values, function in ((s, mpmath.sin), (c, mpmath.cos)):
        with mpmath.workdps(80):
            truth = np.array([float(function(mpmath.mpf(float(v)))) for v in x])
        unit = np.spacing(np.abs(truth).astype(DTYPE[scalar])).astype(float)
        assert (np.abs(values - truth) / unit).max() <= 1


@pytest.mark.slow
@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 63, reason="needs a reference finer than double")
@pytest.mark.parametrize(("compiler", "flags"), EVERY, ids=NAMES)
def test_ten_million_angles_and_every_multiple_of_a_right_angle(
    compiler: str, flags: tuple[str, ...], tmp_path: Path
) -> None:
    driver = ONE_BY_ONE.replace("SCALAR", "double") + LONG_DOUBLE
    lib = library(package("double"), tmp_path, compiler, flags, driver)
    lib.worst.restype = c_double
    rng = np.random.default_rng(7)
    for x in (right_angles(), *(rng.uniform(-size, size, 2_500_000) for size in (1.0, 10.0, 1e3, 1e5))):
        s, c = np.empty_like(x), np.empty_like(x)
        lib.run(c_size_t(x.size), pointer(x), pointer(s), pointer(c))
        assert lib.worst(c_size_t(x.size), pointer(x), pointer(s), pointer(c)) <= 0.85


WIDTHS = {"xmm": ("-O2",), "ymm": ("-O3", "-mavx2", "-mfma"), "zmm": ("-O3", "-mavx512f", "-mprefer-vector-width=512")}


@needs_x86
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("register", WIDTHS)
@pytest.mark.parametrize("scalar", ["double", "float"])
def test_arithmetic_is_done_in_vector_registers(scalar: str, register: str, compiler: str, tmp_path: Path) -> None:
    text = assembly(package(scalar), tmp_path, compiler, (*WIDTHS[register], "-ffp-contract=fast"))
    suffix = {"double": "pd", "float": "ps"}[scalar]
    packed = re.findall(rf"^\s+v?(?:mul|add|sub|fn?m(?:add|sub)\d+){suffix}\s.*%{register}", text, re.MULTILINE)
    assert len(packed) >= 20


def test_an_angle_that_depends_on_a_sine_is_in_a_later_wave(tmp_path: Path) -> None:
    program = parse_program(
        """program nested(x[2]) -> y[2]
          %0 = input x[0]
          %1 = input x[1]
          %2 = sin %0
          %3 = add %1 %2
          %4 = cos %3
          %5 = cos %0
          %6 = sub %4 %5
          return %6 -%4"""
    )
    lib = library(printed_package("printed", [program]), tmp_path, "gcc", ("-O2",))
    x, y = np.array([0.7, -2.0]), np.empty(2)
    lib.printed_nested(pointer(x), pointer(y))
    c = np.cos(x[1] + np.sin(x[0]))
    np.testing.assert_allclose(y, [c - np.cos(x[0]), -c], rtol=1e-15)


def test_sines_by_the_c_library_need_no_routine_in_single_calls() -> None:
    text = printed_package("printed", [EIGHT], Options(trig="libm")).files["printed.c"]
    assert "s[3] = sin(x[3]);" in text
    assert "printed_sincos(" not in text and "_bits(" not in text
