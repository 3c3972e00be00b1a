"""The dense linear algebra of generated C, on its own: against NumPy, for any condition, in double and float."""

import ctypes
import subprocess
from functools import cache
from pathlib import Path
from shutil import which
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from symdyn.control.pieces.linear_algebra import add_product, add_weighted, cholesky, cholesky_solve, norm, scale
from symdyn.emit.c.routine_expression import Target
from symdyn.emit.c.unit import c_unit
from symdyn.routines.program import Unit
from symdyn.routines.read import read

STRICT = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Wdouble-promotion", "-Wshadow", "-Werror"]
SANITISED = ["-g", "-O1", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-fPIC"]
SIZES = (1, 3, 7)
ROUTINES = (add_product, add_weighted, scale, norm, cholesky, cholesky_solve)
DTYPE: dict[str, Any] = {"double": np.float64, "float": np.float32}
EPSILON = {scalar: float(np.finfo(dtype).eps) for scalar, dtype in DTYPE.items()}
DRIVER = """
#include <float.h>
#include <math.h>
#include <stddef.h>

{algebra}

void product(const S *A, const S *B, S *C);
void weighted(const S *A, const S *w, const S *B, S *C);
void scale(S *A, S factor);
S norm(const S *A);
S cholesky(S *A, S *s);
void solve(const S *L, const S *s, S *B);

void product(const S *A, const S *B, S *C) {{ t_add_product(A, B, C); }}
void weighted(const S *A, const S *w, const S *B, S *C) {{ t_add_weighted(A, w, B, C); }}
void scale(S *A, S factor) {{ t_scale(A, factor); }}
S norm(const S *A) {{ return t_norm(A); }}
S cholesky(S *A, S *s) {{ return t_cholesky(A, s); }}
void solve(const S *L, const S *s, S *B) {{ t_cholesky_solve(L, s, B); }}
"""
Array = NDArray[Any]


def source(n: int, scalar: str) -> str:
    routines = tuple(read(function).routine for function in ROUTINES)
    unit = Unit(routines, records={}, sizes={"n": n}, kernels={}, tables={}, constants={})
    algebra = "\n\n".join(c_unit(unit, Target("t", "robot", scalar), {}))
    return f"#define S {scalar}\n" + DRIVER.format(algebra=algebra)


class Algebra:
    """The routines for one size, called with NumPy arrays."""

    def __init__(self, n: int, scalar: str, folder: Path) -> None:
        self.n, self.dtype = n, DTYPE[scalar]
        self.number = ctypes.c_double if scalar == "double" else ctypes.c_float
        (folder / "t.c").write_text(source(n, scalar))
        subprocess.run(["gcc", *STRICT, *SANITISED, "-shared", "t.c", "-o", "t.so", "-lm"], cwd=folder, check=True)
        self.library = ctypes.CDLL(str(folder / "t.so"))
        for name in ("norm", "cholesky"):
            getattr(self.library, name).restype = self.number
        self.library.scale.argtypes = [ctypes.c_void_p, self.number]

    def call(self, name: str, *arrays: Array) -> Any:
        assert all(array.flags.c_contiguous and array.dtype == self.dtype for array in arrays)
        return getattr(self.library, name)(*(ctypes.c_void_p(array.ctypes.data) for array in arrays))

    def array(self, values: Any) -> Array:
        return np.array(values, self.dtype)

    def inverse_times(self, A: Array, B: Array) -> tuple[float, Array]:
        """Return the smallest pivot and A⁻¹ B."""
        L, s, X = self.array(A), np.zeros(self.n, self.dtype), self.array(B)
        pivot = self.call("cholesky", L, s)
        if pivot > 0:
            self.call("solve", L, s, X)
        return pivot, X


needs_gcc = pytest.mark.skipif(which("gcc") is None, reason="needs gcc")
pytestmark = needs_gcc


@pytest.fixture(scope="module")
def algebras(tmp_path_factory: pytest.TempPathFactory) -> Any:
    @cache
    def made(n: int, scalar: str) -> Algebra:
        return Algebra(n, scalar, tmp_path_factory.mktemp(f"{scalar}{n}"))

    return made


@pytest.fixture(params=[(n, scalar) for n in SIZES for scalar in DTYPE], ids=lambda p: f"{p[1]} {p[0]}")
def algebra(request: pytest.FixtureRequest, algebras: Any) -> Algebra:
    found: Algebra = algebras(*request.param)
    return found


def test_products_add_to_what_is_there(algebra: Algebra) -> None:
    n, source = algebra.n, np.random.default_rng(1)
    A, B, C = (algebra.array(source.normal(size=(n, n))) for _ in range(3))
    w = algebra.array(source.uniform(1, 2, n))
    rounding = 8 * n * np.finfo(algebra.dtype).eps
    found = C.copy()
    algebra.call("product", A, B, found)
    np.testing.assert_allclose(found, C + A @ B, atol=rounding * 8)
    found = C.copy()
    algebra.call("weighted", A, w, B, found)
    np.testing.assert_allclose(found, C + A.T @ np.diag(w) @ B, atol=rounding * 16)
    found = A.copy()
    algebra.library.scale(ctypes.c_void_p(found.ctypes.data), algebra.number(-0.5))
    np.testing.assert_array_equal(found, -A / 2)


def test_norm_is_the_largest_row_sum(algebra: Algebra) -> None:
    A = algebra.array(np.random.default_rng(2).normal(size=(algebra.n, algebra.n)))
    assert algebra.call("norm", A) == pytest.approx(np.abs(A).sum(axis=1).max(), rel=1e-6)
    A[-1, -1] = np.nan
    assert np.isnan(algebra.call("norm", A))


def conditioned(n: int, condition: float, seed: int) -> Array:
    """A positive definite matrix of a condition, with units of its rows that differ by millions."""
    source = np.random.default_rng(seed)
    V = np.linalg.qr(source.normal(size=(n, n)))[0]
    A = V @ np.diag(np.geomspace(1, 1 / condition, n)) @ V.T if n > 1 else np.ones((1, 1))
    units = 10.0 ** source.uniform(-3, 3, n)
    return np.asarray(units[:, None] * (A + A.T) / 2 * units)


@pytest.mark.parametrize("condition", [1.0, 1e2, 1e4, 1e8, 1e12])
@pytest.mark.parametrize("seed", range(3))
def test_solution_is_as_good_as_the_condition_allows(algebra: Algebra, condition: float, seed: int) -> None:
    n, eps = algebra.n, float(np.finfo(algebra.dtype).eps)
    A = algebra.array(conditioned(n, condition, seed)).astype(np.float64)
    A = (A + A.T) / 2
    d = 1 / np.sqrt(np.diag(A))
    scaled = d[:, None] * A * d
    eigenvalues = np.linalg.eigvalsh(scaled)
    B = np.random.default_rng(seed).normal(size=(n, n)) / d[:, None]
    pivot, X = algebra.inverse_times(A, B)
    rounding = 8 * n * eps
    if eigenvalues[0] > 4 * rounding:
        assert eigenvalues[0] - rounding <= pivot <= 1  # the smallest pivot is a bound on the condition
        truth = np.linalg.solve(scaled, B.astype(algebra.dtype) * d[:, None])
        error = np.abs(X / d[:, None] - truth).max() / np.abs(truth).max()
        assert error <= 4 * n * n * eps * eigenvalues[-1] / eigenvalues[0]  # Wilkinson's bound, and twice NumPy's part
    elif eigenvalues[0] < -rounding:
        assert pivot == 0


@pytest.mark.parametrize("n", [3, 7])
@pytest.mark.parametrize("scalar", DTYPE)
def test_matrices_that_are_not_positive_definite_are_refused(algebras: Any, n: int, scalar: str) -> None:
    algebra = algebras(n, scalar)
    good = algebra.array(np.eye(n))
    for place, value in (((0, 0), 0.0), ((n - 1, n - 1), -1.0), ((1, 1), np.nan), ((1, 1), np.inf), ((1, 0), np.nan)):
        bad = good.copy()
        bad[place] = value
        assert algebra.inverse_times(bad, good)[0] == 0
    dependent = np.ones((n, n))
    assert algebra.inverse_times(dependent, good)[0] == 0
    nearly = np.ones((n, n)) + 4 * EPSILON[scalar] * np.eye(n)  # definite on paper, not to within rounding
    assert algebra.inverse_times(nearly, good)[0] == 0


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("scalar", DTYPE)
def test_routines_compile_without_a_warning(compiler: str, scalar: str, tmp_path: Path) -> None:
    if which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    (tmp_path / "t.c").write_text(source(3, scalar))
    subprocess.run([compiler, *STRICT, "-O2", "-c", "t.c"], cwd=tmp_path, check=True)
