"""What docs/ tells a reader to run in Python runs as it stands."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
LOOP = "controllers.md"  # tests/control/test_control_docs.py runs it, and looks at its numbers
DRAWN_ANEW = "import draw_house as h; print(h.page_with_drawing(h.PAGE.read_text(encoding='utf-8')), end='')"
SNIPPETS = {
    f"{page.relative_to(DOCS)} {number}": snippet
    for page in sorted(DOCS.rglob("*.md"))
    if page.name != LOOP
    for number, snippet in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))
}


@pytest.mark.parametrize("where", SNIPPETS)
def test_python_of_the_documentation_runs_as_it_stands(where: str, tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", SNIPPETS[where]], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_report_on_optimal_feedback_says_that_the_loop_closes(tmp_path: Path) -> None:
    snippet = SNIPPETS["laws/optimal_feedback.md 0"]
    printed = subprocess.run([sys.executable, "-c", snippet], cwd=tmp_path, capture_output=True, text=True).stdout
    assert "eigenvalues are inside the unit circle everywhere" in printed


def test_the_page_on_the_house_shows_the_imports_that_there_are() -> None:
    drawn = subprocess.run([sys.executable, "-c", DRAWN_ANEW], cwd=DOCS, capture_output=True, text=True, check=True)
    assert (DOCS / "house.md").read_text(encoding="utf-8") == drawn.stdout, "run `make house`"
