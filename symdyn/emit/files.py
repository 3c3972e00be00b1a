"""All files of one generated robot, as texts: those of every language, and the README."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.emit.backend import Content, backends
from symdyn.emit.beside import Beside
from symdyn.emit.facts import Facts
from symdyn.emit.kernel_text import StagedKernel
from symdyn.emit.readme_view import readme_view
from symdyn.emit.templates import fill
from symdyn.errors import OptionError


def code_files(
    facts: Facts, kernels: Sequence[StagedKernel], test_parameters: Sequence[float], beside: Sequence[Beside] = ()
) -> dict[str, str]:
    """Return file names and texts, the manifest excepted; ``beside`` is code that calls the kernels."""
    content = Content(facts, tuple(kernels), tuple(test_parameters), tuple(beside))
    files: dict[str, str] = {}
    about: dict[str, str] = {}
    sections: dict[str, str] = {}
    for backend in backends(facts.options.languages).values():
        written = backend.files(content)
        if twice := sorted(files.keys() & written.files.keys()):
            raise OptionError(f"two of them write {twice[0]}; generate one at a time", field="languages")
        files |= written.files
        about |= written.about
        sections |= written.sections
    for one in beside:
        for text in one.texts.values():
            files |= text.files
            about |= text.about
        sections[one.title] = "\n\n".join(text.usage for text in one.texts.values())
    about["manifest.json"] = "versions, robot, options, passes, parameters, operation counts, file hashes"
    files["README.md"] = fill("README.md.jinja", readme_view(facts, kernels, about, sections))
    return files
