"""What docs/controllers.md and the pages of laws say is so: the example runs, and gains are described as they are."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from closed_loop import robot

from symdyn.control import LAWS
from symdyn.control.law import Gain
from symdyn.control.safeguards import KI, SHARED_GAINS
from symdyn.generate import generate
from symdyn.options import Options
from symdyn.package.output import write_output

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "controllers.md").read_text(encoding="utf-8")
SAFEGUARDS = (DOCS / "laws" / "safeguards.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)


TOLD = blocks("text")[0]  # what the loop prints, by the page


def numbers(printed: str) -> list[float]:
    """Of every round: time, error, estimate, true value."""
    rows = [re.findall(r"(?<!\w)\d+(?:\.\d+)?", line) for line in printed.splitlines()]
    assert len(rows) == 5 and all(len(row) == 4 for row in rows), printed
    return [float(number) for row in rows for number in row]


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
def test_the_loop_in_c_prints_what_the_page_says_and_learns(tmp_path: Path) -> None:
    made = generate(robot("two_link"), Options(laws=("slotine_li",)))
    write_output("two_link", made.files, tmp_path / "out")
    (tmp_path / "main.c").write_text(blocks("c")[0])
    command = blocks("sh")[1].strip()
    assert command.startswith("cc ")
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert numbers(done.stdout) == pytest.approx(numbers(TOLD), abs=2e-5)  # rounding: of five digits, the last
    errors = numbers(done.stdout)[1::4]
    assert errors == sorted(errors, reverse=True) and errors[-1] < 0.06 * errors[0]


def test_the_loop_in_python_gives_the_errors_of_the_loop_in_c() -> None:
    done = subprocess.run([sys.executable, "-c", blocks("python")[0]], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert [float(line) for line in done.stdout.split()[:5]] == pytest.approx(numbers(TOLD)[1::4], abs=2e-5)


def test_every_law_has_its_page_and_its_row() -> None:
    for law in LAWS:
        assert f"[`{law}`](laws/{law}.md)" in PAGE
        assert (DOCS / "laws" / f"{law}.md").is_file()


@pytest.mark.parametrize("law", [law for law in LAWS if law != "optimal_feedback"])
def test_the_page_of_a_law_names_its_gains_and_their_defaults(law: str) -> None:
    text = (DOCS / "laws" / f"{law}.md").read_text(encoding="utf-8")
    shared = {gain: gain.default_rule for gain in LAWS["slotine_li"].gains}
    if "as for [slotine_li]" in text:
        text += (DOCS / "laws" / "slotine_li.md").read_text(encoding="utf-8")
    for gain in LAWS[law].gains:
        assert f"`{gain.name}`" in text, gain.name
        assert _plain(shared.get(gain, gain.default_rule)) in _plain(text), gain.name


def _plain(text: str) -> str:
    return " ".join(text.split())


def test_every_safeguard_is_explained() -> None:
    names = {gain.name for gain in LAWS["walker"].gains if _is_safeguard(gain)}
    assert names == {"Ki", "dead_zone", "sigma", "body_floor"}
    for name in {*names, "theta_min", "theta_max"} - {"Ki"}:
        assert f"`{name}`" in SAFEGUARDS
    for gain in (*SHARED_GAINS, KI):
        pages = ("limits", "signals", "integral")
        assert any(f"`{gain.name}`" in (DOCS / "laws" / f"{page}.md").read_text(encoding="utf-8") for page in pages)


def _is_safeguard(gain: Gain) -> bool:
    return gain.default_rule == "0: off"
