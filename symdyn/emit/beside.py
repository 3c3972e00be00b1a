"""Companion code: what stands beside a robot's kernels and calls them, such as a controller."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BesideText:
    """Companion code in one language: finished files, a line about each, and how they are used, for the README.

    `selftest` is a test of it for the self-test of the language, a function `test_<name>`, or nothing. `declarations`
    are what those who call it from Python must be told; nothing where code declares itself.
    """

    files: Mapping[str, str]
    about: Mapping[str, str]
    usage: str
    selftest: str = ""
    declarations: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """Companion code of a robot: its name, a heading, and its text in every language that was asked for."""

    name: str
    title: str
    texts: Mapping[str, BesideText]
