"""What is generated for a robot, before anything is written to a folder."""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.control import LawCode
from symdyn.emit import Facts, StagedKernel


@dataclass(frozen=True, slots=True)
class Package:
    """Everything generated for a robot: its name, and the text of every file."""

    name: str
    files: dict[str, str]
    kernels: tuple[StagedKernel, ...]
    facts: Facts
    laws: tuple[LawCode, ...] = ()
