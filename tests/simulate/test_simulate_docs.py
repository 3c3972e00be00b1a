"""What docs/simulation.md says is so."""

import re
from pathlib import Path

import pytest

import symdyn
from symdyn.control.laws import LAWS
from symdyn.simulate.scenario.opening import open_scenario, scenario_names
from symdyn.simulate.scenario.read import KEYS
from symdyn.simulate.scenario.trajectory import _READERS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "simulation.md").read_text(encoding="utf-8")


def test_the_page_has_every_field_every_trajectory_and_every_bundled_scenario():
    rows = re.findall(r"^\| (`[^|]*`) \|", PAGE, flags=re.MULTILINE)
    words = {word.split(".")[0] for row in rows for word in re.findall(r"`([^`]*)`", row)}
    assert set(KEYS) - {"scenario", "symbols"} <= words
    assert set(_READERS) <= words and set(scenario_names()) <= words


def test_the_scenario_on_the_page_is_one(tmp_path):
    path = tmp_path / "pick_up.yaml"
    path.write_text(re.search(r"```yaml\n(scenario: 1.*?)```", PAGE, flags=re.DOTALL)[1])
    read = open_scenario(path).for_robot(symdyn.load("panda"))
    assert read.control.law == "slotine_li" and read.loads[0].ten[0] == 1.5


@pytest.mark.parametrize("law", LAWS)
def test_every_law_has_a_small_figure_without_dates(law):
    figure = (DOCS / "figures" / f"{law}.svg").read_bytes()
    assert figure.startswith(b"<?xml") and len(figure) < 150_000
    assert b"<dc:date>" not in figure


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", PAGE))
def test_every_file_that_the_page_links_to_exists(link):
    assert (DOCS / link).exists()
