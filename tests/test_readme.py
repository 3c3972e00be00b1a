"""What the README tells a stranger to type works as written."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("readme")
    (made / "pendulum.yaml").write_text(blocks("yaml")[0])
    return made


def symdyn_lines() -> list[str]:
    lines = [line.split("#")[0].strip() for block in blocks("sh") for line in block.splitlines()]
    return [line for line in lines if line.startswith("symdyn ")]


def run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300)


def test_the_commands_of_the_first_robot_work_in_order(folder: Path) -> None:
    lines = symdyn_lines()
    assert [line.split()[1] for line in lines] == ["show", "params", "gen", "check"]
    for line in lines:
        done = run([sys.executable, "-m", "symdyn", *line.split()[1:]], folder)
        assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"
        assert done.stdout.strip()


def test_the_python_of_the_first_robot_works(folder: Path) -> None:
    done = run([sys.executable, "-c", blocks("python")[0]], folder)
    assert done.returncode == 0, done.stderr
    assert "link1" in done.stdout or "Izz1" in done.stdout


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
def test_the_c_of_the_first_robot_compiles(folder: Path) -> None:
    snippet = blocks("c")[0]
    include, declaration, call = snippet.strip().splitlines()
    text = f"{include}\nvoid f(const double *q, const double *qd, const double *qdd);\n"
    text += f"void f(const double *q, const double *qd, const double *qdd)\n{{\n{declaration}\n{call}\n}}\n"
    (folder / "use.c").write_text(text)
    run([sys.executable, "-m", "symdyn", "gen", "pendulum.yaml", "-o", "out"], folder)
    done = run(["cc", "-std=c99", "-Wall", "-Werror", "-Iout/pendulum", "-c", "use.c"], folder)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("target", re.findall(r"make ([a-z-]+)", README))
def test_every_make_target_in_the_readme_exists(target: str) -> None:
    done = run(["make", "--dry-run", target], ROOT)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", README))
def test_every_file_that_the_readme_links_to_exists(link: str) -> None:
    assert (ROOT / link).exists()


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert "make test" in README
    assert "make test" in (ROOT / ".ci" / "run").read_text()


@pytest.mark.parametrize("line", re.findall(r"`symdyn ((?:show|params|robots|doctor)[^`]*)`", README))
def test_the_commands_in_the_table_work(line: str, folder: Path) -> None:
    done = run([sys.executable, "-m", "symdyn", *line.split()], folder)
    assert done.returncode == 0, done.stdout + done.stderr
