"""Small scenarios for a pendulum."""

from collections.abc import Callable
from pathlib import Path

import pytest
from swinging_pendulum import PENDULUM, SCENARIO

import symdyn
from symdyn.model import NumericRobot, bind_symbols
from symdyn.simulate.scenario.opening import open_scenario
from symdyn.simulate.scenario.scenario import Scenario


@pytest.fixture(scope="session")
def pendulum() -> NumericRobot:
    return bind_symbols(symdyn.load(PENDULUM))


@pytest.fixture
def scenario(tmp_path: Path, pendulum: NumericRobot) -> Callable[..., Scenario]:
    """Return a function that reads a scenario of the pendulum, with lines added and texts replaced."""

    def read(*more: str, replaced: tuple[tuple[str, str], ...] = ()) -> Scenario:
        text = SCENARIO
        for old, new in replaced:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / "swing.yaml"
        path.write_text(text + "".join(f"{line}\n" for line in more))
        return open_scenario(path).for_robot(pendulum)

    return read
