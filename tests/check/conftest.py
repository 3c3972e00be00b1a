"""A generated folder of the two-link arm, whole, to be damaged."""

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from symdyn.check import CheckResult, check_folder
from symdyn.generate import generate
from symdyn.model import load
from symdyn.options import Options
from symdyn.package.output import write_output


@pytest.fixture(scope="session")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as `symdyn gen two_link` writes it; not to be changed."""
    package = generate(load("two_link"))
    return write_output(package.name, package.files, tmp_path_factory.mktemp("generated"))


@pytest.fixture
def folder(generated: Path, tmp_path: Path) -> Path:
    """A copy of the folder, to be changed."""
    return Path(shutil.copytree(generated, tmp_path / "two_link"))


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder with one kernel in Python, to be changed where the files matter more than the kernels."""
    package = generate(load("two_link"), Options(languages=("python",), only=("gravity",)))
    return write_output(package.name, package.files, tmp_path)


@pytest.fixture(scope="session")
def generated_few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with few kernels, of which each thing that may be wrong with a folder has one; not to be changed."""
    package = generate(load("two_link"), Options(only=("inverse_dynamics", "gravity", "mass_matrix", "jacobian")))
    return write_output(package.name, package.files, tmp_path_factory.mktemp("few"))


@pytest.fixture
def few(generated_few: Path, tmp_path: Path) -> Path:
    """A copy of the folder with few kernels, to be changed."""
    return Path(shutil.copytree(generated_few, tmp_path / "two_link"))


def _changed_and_checked(folder: Path, file: str, old: str, new: str) -> CheckResult:
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))
    return check_folder(folder)


@pytest.fixture
def change(folder: Path) -> Callable[..., CheckResult]:
    """Return a function that replaces a text in a file of the folder, once, and checks the folder."""
    return partial(_changed_and_checked, folder)


@pytest.fixture
def change_few(few: Path) -> Callable[..., CheckResult]:
    """Return a function that does so in the folder with few kernels: for what does not depend on which they are."""
    return partial(_changed_and_checked, few)
