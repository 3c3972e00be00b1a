"""Find a scenario, whatever the user calls it: a file or a bundled name; and the robot that it is meant for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import takewhile
from os.path import exists, isdir
from pathlib import Path

from symdyn.errors import InputError, unknown_name
from symdyn.model import Robot, bundled_names, load
from symdyn.model.robot_file.names import objection
from symdyn.model.text.tree import Node
from symdyn.model.text.yaml_text import read_yaml
from symdyn.simulate.scenario.read import OPENING, read_scenario, robot_of
from symdyn.simulate.scenario.scenario import Scenario
from symdyn.sources.text_file import read_text_file

SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class OpenedScenario:
    """A scenario file that was parsed; it takes a robot to understand the rest."""

    name: str
    root: Node
    folder: Path
    robot_name: str | None

    def robot(self) -> Robot:
        """Return the robot that the scenario names."""
        return load(self.robot_source())

    def robot_source(self) -> str | Path:
        """Return what the scenario calls its robot, as `load` takes it."""
        if self.robot_name is None:
            what = f"names no robot; give one: symdyn simulate ROBOT --scenario {self.name}"
            raise InputError(what, field="robot", file=self.root.file)
        if self.robot_name in bundled_names():
            return self.robot_name
        return self.folder / self.robot_name

    def for_robot(self, robot: Robot) -> Scenario:
        """Return the scenario for a robot."""
        return read_scenario(self.root, self.name, robot, self.folder)

    @contextmanager
    def placing_errors(self) -> Iterator[None]:
        """Put file and line into an error that was found after the file was read."""
        try:
            yield
        except InputError as error:
            if error.file or error.field.startswith("--"):
                raise
            line = _nearest(self.root, error.field).line if error.field else None
            raise InputError(error.what, field=error.field, file=self.root.file, line=line) from None


def _nearest(node: Node, field: str) -> Node:
    """Return the innermost node that holds a field; one without a line where that is the whole file."""
    children: Iterable[Node] = ()
    if isinstance(node.value, dict):
        children = node.value.values()
    elif isinstance(node.value, tuple):
        children = node.value
    for child in children:
        if field == child.field or field.startswith((f"{child.field}.", f"{child.field}[")):
            return _nearest(child, field)
    return node if node.field else Node(None)


def open_scenario(source: str | Path) -> OpenedScenario:
    """Parse the scenario of a path or a bundled name."""
    if isinstance(source, str) and source in scenario_names():
        return _opened(_bundled_text(source), f"{source}.yaml", source, Path())
    path = Path(source)
    if isinstance(source, str) and not path.suffix and path.name == source and not exists(path):
        what = unknown_name("scenario", source[:60], scenario_names())
        raise InputError(f"{what}; or give the path of a .yaml file")
    if path.suffix.lower() not in SUFFIXES and not isdir(path):
        raise InputError("not a scenario; expected a name that ends in .yaml or .yml", file=str(path))
    return _opened(read_text_file(path, "scenario"), str(path), path.stem, path.parent)


def _opened(text: str, file: str, name: str, folder: Path) -> OpenedScenario:
    reason = objection(name)
    if reason:  # the name becomes that of files and folders
        raise InputError(f"the name {name[:60]!r} {reason}; rename the file", file=file)
    root = read_yaml(text, file, kind="scenario", opening=OPENING)
    return OpenedScenario(name, root, folder, robot_of(root))


def scenario_names() -> tuple[str, ...]:
    """Return the names of the scenarios that come with symdyn."""
    names = (item.name for item in _bundled().iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml")))


def about_scenario(name: str) -> str:
    """Return the first sentence of the comment that opens a bundled scenario and says what it is."""
    opening = takewhile(lambda line: line.startswith("# "), _bundled_text(name).splitlines())
    return " ".join(line.removeprefix("# ").strip() for line in opening).partition(". ")[0].rstrip(".")


def _bundled() -> Traversable:
    return files("symdyn") / "sources" / "scenarios"


def _bundled_text(name: str) -> str:
    return (_bundled() / f"{name}.yaml").read_text(encoding="utf-8")
