"""The whole circle of docs/examples: excite, simulate, identify, compare."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "whole_circle.py"


@pytest.mark.slow
def test_the_robot_that_was_simulated_comes_back(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLE, "two_link", "4"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    held, of = map(int, re.search(r"(\d+) of (\d+) intervals", done.stdout).groups())  # type: ignore[union-attr]
    assert of == 8 and held >= 6
    errors = [float(text) for text in re.findall(r"to ([\d.]+)%", done.stdout)]
    assert len(errors) == 2 and max(errors) < 1.0
