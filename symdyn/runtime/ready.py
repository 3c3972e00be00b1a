"""Generated code that is ready to call: found in the cache, or generated and kept there."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symdyn.errors import InputError
from symdyn.interface import Interface
from symdyn.options import Options
from symdyn.runtime.package_cache import cache_key, find_package, keep_package
from symdyn.sources.robot_text import RobotText, find_robot_text

if TYPE_CHECKING:
    from symdyn.model import Robot
    from symdyn.package.contents import Package


_REFERS = re.compile(r"\bfrom\b|<include")  # to other files: `from:` of a robot file, <include> of MJCF


@dataclass(frozen=True, slots=True)
class Ready:
    """How a robot's code is called, and a function that returns all that was generated with it."""

    interface: Interface
    package: Callable[[], Package]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A robot before it is read: a text that tells it exactly, None if it cannot be told, and how to read it."""

    exactly: str | None
    load: Callable[[], Robot]


def ready(robot: Robot | Any, wanted: str, options: Callable[[], Options]) -> Ready:
    """Return a robot's code.

    Args:
        robot: a robot, or whatever `load` accepts.
        wanted: tells the options exactly.
        options: makes the options, and raises an InputError where what is wanted does not exist.
    """
    asked = _asked(robot)
    key = None if asked.exactly is None else cache_key(asked.exactly, wanted)
    found = None if key is None else find_package(key)
    if found is not None:
        return Ready(found, lambda: _generated(asked, options))
    from symdyn.package.interface import package_interface  # at call time: it imports all that generates

    package = _generated(asked, options)
    interface = package_interface(package)
    if key is not None:
        keep_package(key, interface)
    return Ready(interface, lambda: package)


def _generated(asked: _Asked, options: Callable[[], Options]) -> Package:
    from symdyn.generate import generate

    chosen = options()  # first: what is wrong with these is told before a robot is read
    return generate(asked.load(), chosen)


def _asked(robot: Robot | Any) -> _Asked:
    """Tell a robot exactly: a file by its text, which need not be understood for that, others by all that they are."""
    try:
        if isinstance(robot, str | Path):
            return _asked_by_text(find_robot_text(robot))
        return _asked_by_content(robot)
    except InputError:
        return _Asked(None, lambda: _read(robot))  # what is wrong is told when the robot is needed


def _asked_by_text(found: RobotText) -> _Asked:
    def load() -> Robot:
        from symdyn.model import load_text

        return load_text(*found)

    if _REFERS.search(found.text):  # what it refers to may change: only the robot as it was read tells it
        return _asked_by_content(load())
    return _Asked(f"{'xml' if found.is_xml else 'yaml'}: {found.text}", load)


def _asked_by_content(robot: Robot | Any) -> _Asked:
    read = _read(robot)
    told = [(one.name, getattr(read, one.name)) for one in fields(read) if one.compare]  # not notes: they are of a text
    return _Asked(f"robot: {told!r}", lambda: read)


def _read(robot: Robot | Any) -> Robot:
    from symdyn.model import robot_of

    return robot_of(robot)
