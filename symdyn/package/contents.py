"""What is generated for a robot, before anything is written to a folder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symdyn.emit import Facts, StagedKernel
from symdyn.package.records import PackageRecord

if TYPE_CHECKING:
    from symdyn.control import LawCode


@dataclass(frozen=True, slots=True)
class Package:
    """Everything generated for a robot: the text of every file, the programs in them, and what they are as data."""

    files: dict[str, str]
    kernels: tuple[StagedKernel, ...]
    record: PackageRecord
    laws: tuple[LawCode, ...] = ()

    @property
    def name(self) -> str:
        """The robot's name."""
        return self.record.facts.name

    @property
    def facts(self) -> Facts:
        """Names and numbers that appear in the files."""
        return self.record.facts
