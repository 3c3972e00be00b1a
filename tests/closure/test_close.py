"""`loop_motion` and `close`: all joints of the tree, with a code where they are not to be had."""

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symdyn
from symdyn.generate import generate
from symdyn.options import Options
from symdyn.reference import Witness

MAIN = """
#include <stdio.h>
#include "five_bar_close.h"
int main(void)
{
    const double q[6] = {2.0, 1.0, 2.1, 0.9 + 6.283185307179586, 3.1, 0.0};
    const double guess[6] = {-1.3, 1.4, -1.3 - 6.283185307179586, 1.4, 0, 0};
    double passive[6];
    int status[3];
    five_bar_close_batch(3, q, guess, passive, status);
    for (int i = 0; i < 4; ++i) printf("%.12f ", passive[i]);
    printf("%d %d %d\\n", status[0], status[1], status[2]);
    return 0;
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: Any) -> Path:
    place = tmp_path_factory.mktemp("five_bar")
    for name, text in generate(symdyn.load("five_bar"), Options(only=("loop_motion",))).files.items():
        (place / name).write_text(text)
    return place


def test_close_in_c_unwraps_towards_the_guess_and_says_where_it_cannot(folder):
    (folder / "main.c").write_text(MAIN)
    sources = ["main.c", "five_bar.c", "five_bar_close.c"]
    strict = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Wdouble-promotion", "-Wshadow", "-Werror"]
    subprocess.run(["cc", *strict, *sources, "-lm", "-o", "close"], cwd=folder, check=True)
    said = subprocess.run(["./close"], cwd=folder, check=True, capture_output=True, text=True).stdout.split()
    witness = Witness(symdyn.load("five_bar").source)
    first, second = (witness.loop_motion(q, [0, 0])[0][[1, 3]] for q in ([2.0, 1.0], [2.1, 0.9]))
    np.testing.assert_allclose([float(x) for x in said[:2]], first, atol=1e-11)  # printed with twelve digits
    np.testing.assert_allclose([float(x) for x in said[2:4]], second - [2 * np.pi, 0], atol=1e-11)
    assert said[4:] == ["0", "0", "1"]


def test_close_in_python_follows_rows_and_says_the_same(folder, monkeypatch):
    monkeypatch.syspath_prepend(str(folder))
    for name in ("five_bar", "five_bar_close"):
        sys.modules.pop(name, None)
    module = importlib.import_module("five_bar_close")
    passive, status = module.close(np.array([[2.0, 1.0], [2.1, 0.9], [3.1, 0.0]]))
    witness = Witness(symdyn.load("five_bar").source)
    assert status.tolist() == [module.CLOSED, module.CLOSED, module.CANNOT_CLOSE]
    np.testing.assert_allclose(passive[1], witness.loop_motion([2.1, 0.9], [0, 0])[0][[1, 3]], atol=1e-12)
    (turned,), _ = module.close(np.array([[2.0, 1.0]]), guess=passive[:1] + 2 * np.pi)
    np.testing.assert_allclose(turned, passive[0] + 2 * np.pi, atol=1e-12)


def test_loop_motion_is_the_witnesss_and_of_a_tree_the_coordinates():
    k = symdyn.build(symdyn.load("slider_crank"), Options(only=("loop_motion",)))
    found, known = k.loop_motion([1.2], [0.7]), Witness(symdyn.load("slider_crank").source).loop_motion([1.2], [0.7])
    for a, b in zip(found, known, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-13)  # rounding
    q, E, drift = symdyn.build(symdyn.load("two_link"), Options(only=("loop_motion",))).loop_motion([1, 2], [3, 4])
    assert (q == [1, 2]).all() and not (E - np.eye(2)).any() and not drift.any()


def test_robots_with_loops_have_both_and_others_have_them_on_request():
    assert "four_bar_close.h" in generate(symdyn.load("four_bar"), Options(languages=("c",))).files
    files = generate(symdyn.load("two_link"), Options(only=("loop_motion",), languages=("c",))).files
    assert "two_link_loop_motion" in files["two_link.h"] and "two_link_close.h" not in files
