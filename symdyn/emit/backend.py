"""Backend: what the folder of a language answers for; each exports one as `BACKEND`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from symdyn.emit.beside import Beside, BesideText
from symdyn.emit.facts import Facts
from symdyn.emit.kernel_text import StagedKernel
from symdyn.languages import LANGUAGES

if TYPE_CHECKING:
    from symdyn.emit.control_law import ControlLaw, LawGolden
    from symdyn.emit.loop_closing import LoopClosing
    from symdyn.proof.text import LawReader, Reader

    LawWriter = Callable[[ControlLaw, Facts, Callable[[], LawGolden | None]], BesideText]
    """Writes a control law for one robot, beside the kernels that it calls; a language that tests itself asks for a few
    steps with many digits, which take a while to compute and are None where the law is singular."""


@dataclass(frozen=True, slots=True)
class Content:
    """All that the files of a robot are made of.

    `test_parameters` are values of `pi` that tests can use, `beside` is code that calls the kernels.
    """

    facts: Facts
    kernels: tuple[StagedKernel, ...]
    test_parameters: tuple[float, ...]
    beside: tuple[Beside, ...] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """Files in one language: their texts, a line about each, and sections on their use, for the README."""

    files: Mapping[str, str]
    about: Mapping[str, str]
    sections: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Backend:
    """A language.

    Attributes:
        files: writes the kernels.
        declarations: what must be declared to those who call the kernels from Python; nothing where code declares
            itself.
        undeclared: says what of that the files of a folder declare otherwise; nothing if all is as it should be.
        reader: reads printed kernels back, so that they are proved to be their programs; None where nothing does, and
            kernels are right only if they are run and checked.
        law: writes control laws; None where they are not written in this language.
        law_reader: reads printed laws back and runs them on fractions, so that they are proved to be their equations;
            None where nothing does, and laws are right only if they are run and checked.
        close: writes how the loops of a robot are closed; None where that is not written in this language.
    """

    files: Callable[[Content], Written]
    declarations: Callable[[Facts, Sequence[StagedKernel]], str]
    undeclared: Callable[[Facts, Sequence[StagedKernel], Mapping[str, str]], str]
    reader: Reader | None
    law: LawWriter | None = None
    law_reader: LawReader | None = None
    close: Callable[[LoopClosing, Facts], BesideText] | None = None


def backends(languages: Iterable[str]) -> dict[str, Backend]:
    """Return those of the languages that are asked for, in the order of `LANGUAGES`."""
    wanted = frozenset(languages)
    return {name: import_module(one.writer).BACKEND for name, one in LANGUAGES.items() if name in wanted}
