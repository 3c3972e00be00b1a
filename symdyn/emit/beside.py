"""Code that stands beside a robot's kernels and calls them, such as a controller, and what common files say of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Beside:
    """Finished files, and the lines about them in the README, the self-test and the build file.

    `selftest` is a C function `static int test_<name>(void)`, or nothing; it needs `headers`.
    """

    name: str
    title: str
    files: Mapping[str, str]
    about_files: Mapping[str, str]
    usage: str
    selftest: str
    headers: tuple[str, ...]
    sources: tuple[str, ...]
