"""Kernels that are made on request pass the check like the others, for whatever adapts."""

import pytest

from symdyn.check import check_robot
from symdyn.check.report.table import table
from symdyn.kernels.table import KERNELS
from symdyn.model import load
from symdyn.options import Options

ADAPTIVE = ("adaptive_inverse_dynamics", "adaptive_slotine_li", "adaptive_walker", "regressor_filtered")
LOAD = {
    "origin": {"xyz": [0.1, 0, 0.2], "rpy": [0, "pi/2", 0.3]},
    "mass": 0.7,
    "com": [0.02, -0.01, 0.05],
    "inertia": {"xx": 0.01, "xy": 0, "xz": 0.001, "yy": 0.02, "yz": 0, "zz": 0.015},
}


@pytest.mark.parametrize(("language", "unknown"), [("python", None), ("c", ["load.mass", "link1.com"])])
def test_adaptive_kernels_pass_far_below_the_tolerance(language: str, unknown: list[str] | None) -> None:
    mapping = {**load("two_link").source, "load": LOAD, **({"unknown": unknown} if unknown else {})}
    options = Options(only=("regressor_unknown", *ADAPTIVE), languages=(language,))
    result = check_robot(load(mapping), options)
    assert [line.name for line in result.kernels] == ["regressor_unknown", *ADAPTIVE]
    assert result.passed, table(result)
    assert result.worst_error < 1e-11


def test_they_are_made_on_request_alone() -> None:
    assert all(KERNELS[name].on_request for name in ADAPTIVE)
