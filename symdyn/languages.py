"""The languages that code is written in: a name for each, and the module that writes it.

A language is a folder; `emit/README.md` says in six steps how to add one. Its modules are named here, and imported
where they are used: whoever runs code need not import what writes it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """A language.

    Attributes:
        name: in options, manifests and after `--lang`.
        title: in sentences and tables.
        writer: the module whose `BACKEND` writes it.
    """

    name: str
    title: str
    writer: str


LANGUAGES: dict[str, Language] = {
    language.name: language
    for language in (
        Language("c", "C", writer="symdyn.emit.c"),
        Language("python", "Python", writer="symdyn.emit.python"),
    )
}
"""All languages there are, in the order in which files and reports have them."""
