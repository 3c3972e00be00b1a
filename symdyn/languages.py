"""The languages that code is written in: a name for each, and the modules that write it and run it.

A language is a folder; `emit/README.md` says in six steps how to add one. Its modules are named here, and imported
where they are used: whoever runs code need not import what writes it, and a process of its own can be told what to
import.
"""

from __future__ import annotations

from typing import NamedTuple

from symdyn.errors import InputError


class Language(NamedTuple):  # which is quicker to import than a dataclass
    """A language.

    Attributes:
        name: in options, manifests and after `--lang`.
        title: in sentences and tables.
        writer: the package whose `BACKEND` writes it, and reads back what it wrote.
        runner: the module whose `RUNNER` has Python run it; empty where nothing does.
        backend: its name for `symdyn.build(backend=…)`, where that is another.
    """

    name: str
    title: str
    writer: str
    runner: str = ""
    backend: str = ""

    @property
    def called(self) -> str:
        """Its name for `symdyn.build(backend=…)`."""
        return self.backend or self.name


LANGUAGES: dict[str, Language] = {
    language.name: language
    for language in (
        Language("c", "C", writer="symdyn.emit.c", runner="symdyn.runtime.languages.c"),
        Language(
            "python", "Python", writer="symdyn.emit.python", runner="symdyn.runtime.languages.python", backend="numpy"
        ),
    )
}
"""All languages there are, in the order in which files and reports have them."""


def register(language: Language) -> None:
    """Add a language for the rest of this process: `generate`, `check` and `build` then know it.

    Raises:
        InputError: there is another one with a name of its, or no package that writes it.
    """
    from importlib.util import find_spec  # at call time: most processes register nothing

    for other in LANGUAGES.values():
        if other != language and {other.name, other.called} & {language.name, language.called}:
            raise InputError(f"there is a language {other.name!r} already; choose another name", field=language.name)
    package = find_spec(language.writer)
    if package is None or package.submodule_search_locations is None:
        raise InputError(
            f"there is no package {language.writer} to import; put its folder on sys.path", field=language.name
        )
    LANGUAGES[language.name] = language
