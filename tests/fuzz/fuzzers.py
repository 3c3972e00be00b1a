"""The fuzzers by name: the number of a case -> what came of it."""

import contextlib
import io
import random
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from fuzz.expression_inputs import broken_expression
from fuzz.guard import Outcome, attempt
from fuzz.option_inputs import arguments, options
from fuzz.robot_inputs import broken_mapping, broken_urdf, broken_yaml
from fuzz.scenario_inputs import broken_motion, broken_scenario
from symdyn.cli.commands import make_parser
from symdyn.cli.generation import options_of
from symdyn.cli.parser import Parser
from symdyn.emit.backend import backends
from symdyn.errors import MAX_FILE, MAX_MESSAGE, InputError
from symdyn.languages import LANGUAGES
from symdyn.model import Robot, load
from symdyn.model.expressions.expression import parse
from symdyn.model.robot_file.quantities import Reading, number
from symdyn.model.text.mapping import read_mapping
from symdyn.options import Options
from symdyn.package.choices import checked_options
from symdyn.simulate.motion.motion_file import read_motion_file
from symdyn.simulate.scenario.opening import open_scenario

backends(LANGUAGES)  # which are imported at their first use, and would be seen as executed code then
MOTION = "time,joint1,joint2\n0,0,0\n0.01,0.1,0.2\n0.02,0.2,0.1\n"
SYMBOLS = {"a": "1/2", "b": "a*3", "zero": "0", "free": None}


def fuzz_mappings(seed: int, folder: Path) -> Outcome:
    """Robots as mappings of Python."""
    data = broken_mapping(random.Random(f"mappings {seed}"))
    return attempt(lambda: load(data))


def fuzz_robots(seed: int, folder: Path) -> Outcome:
    """Robot files."""
    source = random.Random(f"robots {seed}")
    path = _file(folder / "robot.yaml", broken_yaml(source))
    return attempt(lambda: load(path, snap=seed % 2 == 0), str(path))


def fuzz_urdf(seed: int, folder: Path) -> Outcome:
    """URDF files."""
    path = _file(folder / "robot.urdf", broken_urdf(random.Random(f"urdf {seed}")))
    return attempt(lambda: load(path, snap=seed % 2 == 0), str(path))


def fuzz_scenarios(seed: int, folder: Path) -> Outcome:
    """Scenario files, read for an arm of two joints."""
    path = _file(folder / "scenario_file.yaml", broken_scenario(random.Random(f"scenarios {seed}")))
    if not (folder / "motion.csv").exists():
        _file(folder / "motion.csv", MOTION)
    return attempt(lambda: open_scenario(path).for_robot(_arm()), str(folder)[: MAX_FILE // 3])


def fuzz_motions(seed: int, folder: Path) -> Outcome:
    """Motion files."""
    path = _file(folder / "motion_file.csv", broken_motion(random.Random(f"motions {seed}")))
    return attempt(lambda: read_motion_file(path, ("a", "b")), str(path))


def fuzz_expressions(seed: int, folder: Path) -> Outcome:
    """Expressions, in symbols with a value, with the value 0 and without a value."""
    text = broken_expression(random.Random(f"expressions {seed}"))
    return attempt(lambda: number(read_mapping({"mass": text}).value["mass"], _reading()), "mass")


def fuzz_options(seed: int, folder: Path) -> Outcome:
    """Arguments of the command line, or options of the library."""
    source = random.Random(f"options {seed}")
    if seed % 2:
        chosen = options(source)
        return attempt(lambda: checked_options(Options(**chosen), _arm()))
    words = arguments(source)
    return attempt(lambda: _parsed(words))


FUZZERS: dict[str, Callable[[int, Path], Outcome]] = {
    "mappings": fuzz_mappings,
    "robots": fuzz_robots,
    "urdf": fuzz_urdf,
    "scenarios": fuzz_scenarios,
    "motions": fuzz_motions,
    "expressions": fuzz_expressions,
    "options": fuzz_options,
}


def _file(path: Path, text: str) -> Path:
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return path


@lru_cache
def _parser() -> Parser:
    return make_parser()


@lru_cache
def _arm() -> Robot:
    return load("two_link")


def _reading() -> Reading:
    values = {name: None if text is None else parse(text, ("a",)) for name, text in SYMBOLS.items()}
    values["b"] = parse("3/2")
    return Reading(symbols=values)


def _parsed(words: list[str]) -> Any:
    """Parse arguments; what the parser says must be one short line, like any refusal."""
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            chosen = _parser().parse_args(words)
    except SystemExit as finished:
        text = said.getvalue()
        assert finished.code in (0, 2), finished.code
        assert finished.code == 0 or (text.count("\n") == 1 and len(text) <= MAX_MESSAGE + 1), text
        if finished.code:
            raise InputError("refused by the parser") from None
        return None
    return checked_options(options_of(chosen), _arm()) if hasattr(chosen, "scalar") else chosen
