"""C text goes in and a library that can be called comes out, compiled once."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from symdyn.compilation import CSource, compile_library
from symdyn.compilation import library as library_module
from symdyn.errors import BuildError

Scaling = Callable[[str], CSource]


def test_compiled_function_reads_and_writes_numpy_arrays_in_place(scaling: Scaling, tmp_path: Path) -> None:
    library = compile_library(scaling("3.0"), cache=tmp_path)
    x = np.arange(5.0)
    y = np.full(5, np.nan)
    library.lib.tiny_scale(5, library.ffi.from_buffer("double[]", x), library.ffi.from_buffer("double[]", y))
    assert y.tolist() == [0.0, 3.0, 6.0, 9.0, 12.0]


def test_constants_of_the_library_are_readable(scaling: Scaling, tmp_path: Path) -> None:
    library = compile_library(scaling("1.0"), cache=tmp_path)
    assert list(library.lib.tiny_pi) == [1.5, 2.5]


def test_compiling_prints_nothing(scaling: Scaling, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    compile_library(scaling("1.0"), cache=tmp_path)
    assert capfd.readouterr() == ("", "")


def test_second_call_returns_the_same_library_in_milliseconds(scaling: Scaling, tmp_path: Path) -> None:
    first = compile_library(scaling("2.0"), cache=tmp_path)
    start = time.perf_counter()
    second = compile_library(scaling("2.0"), cache=tmp_path)
    assert second is first
    assert time.perf_counter() - start < 0.1  # the compiler alone takes longer


def test_new_process_loads_from_the_cache_without_compiling(
    scaling: Scaling, tmp_path: Path, compilations: Callable[[], int], forget: Callable[[], None]
) -> None:
    first = compile_library(scaling("2.0"), cache=tmp_path / "cache")
    assert compilations() == 1
    forget()
    second = compile_library(scaling("2.0"), cache=tmp_path / "cache")
    assert compilations() == 1
    assert second is not first
    assert second.path == first.path


def test_library_in_a_cache_that_cannot_be_written_is_still_loaded(
    scaling: Scaling, tmp_path: Path, forget: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(cache: Path | None) -> Path:
        raise BuildError(f"{cache} is read-only")

    path = compile_library(scaling("2.0"), cache=tmp_path).path
    monkeypatch.setattr(library_module, "writable_cache", refuse)
    forget()
    assert compile_library(scaling("2.0"), cache=tmp_path).path == path


def test_different_texts_are_different_libraries_side_by_side(scaling: Scaling, tmp_path: Path) -> None:
    results = []
    libraries = [compile_library(scaling(factor), cache=tmp_path) for factor in ("2.0", "5.0")]
    for library in libraries:
        y = library.ffi.new("double[1]")
        library.lib.tiny_scale(1, [1.0], y)
        results.append(y[0])
    assert results == [2.0, 5.0]


def test_threads_at_once_compile_once_and_share_the_library(
    scaling: Scaling, tmp_path: Path, compilations: Callable[[], int]
) -> None:
    with ThreadPoolExecutor(4) as pool:
        calls = [pool.submit(compile_library, scaling("2.0"), cache=tmp_path / "cache") for _ in range(4)]
        libraries = [call.result() for call in calls]
    assert all(library is libraries[0] for library in libraries)
    assert compilations() == 1


def test_name_that_is_no_c_identifier_is_refused() -> None:
    with pytest.raises(BuildError, match=r"'../evil' is not a C identifier"):
        CSource(name="../evil", declarations="", header="", source="")
