"""What was generated once is found by a later process, exactly; and never where anything that it depends on changed."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kept_packages import ARM, GRAVITY, kept, numpy_gravity

import symdyn
import symdyn.generate
from symdyn.algebra.exact import exact
from symdyn.algebra.spatial import Vec3
from symdyn.emit.templates import template_directory
from symdyn.errors import InputError
from symdyn.interface import Interface
from symdyn.model import load_text
from symdyn.options import Options
from symdyn.runtime import package_cache
from symdyn.runtime.ready import ready

pytestmark = pytest.mark.usefixtures("cache")
Forget = Callable[[], None]
UNKNOWN = {"unknown": ["link2.mass"]}


@pytest.mark.parametrize("backend", ["c", "numpy"])
def test_kernels_of_a_second_process_are_the_same_without_generating(
    backend: str, generations: list[str], forget: Forget
) -> None:
    options = Options(only=("inverse_dynamics", "torque_derivatives"))
    state = np.random.default_rng(1).normal(size=(3, 5, 2))
    first = symdyn.build("two_link", options, backend=backend)
    forget()
    second = symdyn.build("two_link", options, backend=backend)
    assert generations == ["two_link"]
    assert list(second) == list(first) and repr(second) == repr(first)
    assert second.inverse_dynamics.__doc__ == first.inverse_dynamics.__doc__
    assert second.pi.tobytes() == first.pi.tobytes()  # type: ignore[union-attr]
    assert second.inverse_dynamics(*state).tobytes() == first.inverse_dynamics(*state).tobytes()
    for mine, theirs in zip(second.torque_derivatives(*state), first.torque_derivatives(*state), strict=True):
        assert mine.tobytes() == theirs.tobytes()


@pytest.mark.parametrize(("law", "more"), [("slotine_li", UNKNOWN), ("walker", {}), ("optimal_feedback", {})])
def test_controllers_of_a_second_process_are_the_same_without_generating(
    law: str, more: dict[str, list[str]], generations: list[str]
) -> None:
    robot = {**symdyn.load("two_link").source, **more}
    state = np.random.default_rng(2).normal(size=(5, 2)) / 8
    first, second = (symdyn.controller(robot, law, backend="python") for _ in range(2))
    assert generations == ["two_link"]
    assert repr(second) == repr(first) and second.theta_names == first.theta_names
    assert {name: gain.tolist() for name, gain in second.gains.items()} == {
        name: gain.tolist() for name, gain in first.gains.items()
    }
    assert second.pi.tobytes() == first.pi.tobytes()
    assert second.step(1e-3, *state).tobytes() == first.step(1e-3, *state).tobytes()
    assert second.theta.tobytes() == first.theta.tobytes() and second.code == first.code


def test_a_compiled_controller_of_a_second_process_is_the_same_without_generating(
    generations: list[str], forget: Forget
) -> None:
    state = np.random.default_rng(2).normal(size=(5, 2)) / 8
    torques = []
    for _ in range(2):
        torques.append(symdyn.controller("two_link", "pd_gravity").step(1e-3, *state).tobytes())
        forget()
    assert torques[0] == torques[1]
    assert generations == ["two_link"]


def interface(robot: Any) -> Interface:
    return ready(robot, "gravity", lambda: GRAVITY).interface


def test_a_kept_package_has_the_texts_that_generation_writes(generations: list[str]) -> None:
    robot = symdyn.load("two_link")
    first, second = interface(robot), interface(robot)
    assert generations == ["two_link"]
    assert second == first
    assert second.files == symdyn.generate.generate(robot, GRAVITY).files


def test_the_package_of_kept_kernels_is_generated_when_it_is_asked_for(tmp_path: Path, generations: list[str]) -> None:
    path = tmp_path / "arm.yaml"
    path.write_text(ARM)
    numpy_gravity(path)
    kernels = symdyn.build(path, GRAVITY, backend="numpy")
    path.write_text(ARM.replace("mass: 2", "mass: 3"))
    assert len(generations) == 1
    assert kernels.package.files == symdyn.generate.generate(load_text(ARM, "arm.yaml"), GRAVITY).files
    assert kernels.package is kernels.package


def test_a_robot_file_is_told_by_its_text_and_not_by_its_place(tmp_path: Path, generations: list[str]) -> None:
    for name in ("one.yaml", "two.yml"):
        (tmp_path / name).write_text(ARM)
        numpy_gravity(str(tmp_path / name))
        numpy_gravity(tmp_path / name)
    assert generations == ["arm"]


def test_a_changed_value_in_the_file_is_generated_anew(tmp_path: Path, generations: list[str]) -> None:
    path = tmp_path / "arm.yaml"
    path.write_text(ARM)
    before = numpy_gravity(path)
    path.write_text(ARM.replace("mass: 2", "mass: 4"))
    assert numpy_gravity(path).tolist() == (2 * before).tolist()
    assert generations == ["arm", "arm"]


def test_a_value_changed_in_python_alone_is_refused_and_notes_are_not(generations: list[str]) -> None:
    robot = symdyn.load("two_link")
    weightless = replace(robot, gravity=Vec3(exact(0), exact(0), exact(0)))
    assert weightless.source == robot.source
    assert numpy_gravity(robot).any()
    with pytest.raises(InputError, match="is not what its source says any more; change the mapping and load that"):
        numpy_gravity(weightless)
    assert numpy_gravity(replace(robot, notes=("said of the same robot",))).any()
    assert generations == ["two_link", "two_link"]


def test_a_mapping_and_its_robot_are_the_same(generations: list[str]) -> None:
    source = symdyn.load("two_link").source
    assert numpy_gravity(source).tolist() == numpy_gravity(symdyn.load(source)).tolist()
    assert generations == ["two_link"]


@pytest.mark.parametrize(
    "other",
    [
        Options(only=("gravity", "mass_matrix")),
        Options(only=("gravity",), scalar="float"),
        Options(only=("gravity",), fold=True),
        Options(only=("gravity",), trig="libm"),
        Options(only=("gravity",), languages=("python",)),
        Options(only=("gravity",), laws=("pd_gravity",)),
    ],
)
def test_other_options_are_another_package(other: Options, generations: list[str]) -> None:
    for options in (GRAVITY, other, GRAVITY, other):
        numpy_gravity(options=options)
    assert len(generations) == 2


def test_other_laws_and_scalars_are_other_packages(generations: list[str]) -> None:
    for _ in range(2):
        symdyn.controller("two_link", "pd_gravity", backend="python")
        symdyn.controller("two_link", "computed_torque", backend="python")
        symdyn.controller("two_link", "pd_gravity", backend="python", scalar="float")
    assert len(generations) == 3


def test_another_source_makes_the_package_again_in_its_place(
    cache: Path, generations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    numpy_gravity()
    before = kept(cache)
    monkeypatch.setattr(package_cache, "source_fingerprint", lambda *_, **__: "an edited source")
    numpy_gravity()
    numpy_gravity()
    assert len(generations) == 2
    assert kept(cache) == before


def test_another_version_of_a_package_that_takes_part_is_another_place(
    generations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    numpy_gravity()
    monkeypatch.setattr(package_cache, "installed_versions", lambda packages: {"jinja2": "99"})
    numpy_gravity()
    assert len(generations) == 2


def test_with_a_source_that_changed_since_it_was_loaded_nothing_is_kept_or_found(
    cache: Path, generations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(package_cache, "source_fingerprint", lambda *_, **__: None)
    numpy_gravity()
    numpy_gravity()
    assert len(generations) == 2
    assert not (cache / "packages").exists()


def test_what_was_made_while_the_source_was_edited_is_not_kept(
    generations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = iter(["as it was", "as it is", "as it was", "as it was"])
    monkeypatch.setattr(package_cache, "source_fingerprint", lambda *_, **__: next(found))
    numpy_gravity()
    numpy_gravity()
    assert len(generations) == 2


def test_the_fingerprint_is_that_of_the_source_and_the_templates() -> None:
    folders = package_cache.source_folders()
    assert Path(symdyn.__file__).parent in folders
    assert any(template_directory().is_relative_to(folder) for folder in folders)
    assert all(folder.is_dir() for folder in folders)
