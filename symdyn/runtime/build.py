"""From a robot to kernels that Python calls: generated, compiled and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symdyn.errors import InputError, OptionError, unknown_name
from symdyn.languages import LANGUAGES
from symdyn.options import Options
from symdyn.runtime.kernels import Kernels, language_kernels
from symdyn.runtime.ready import ready

if TYPE_CHECKING:
    from symdyn.model import Robot


def build(robot: Robot | Any, options: Options | None = None, *, backend: str = "c") -> Kernels:
    """Generate, compile and load a robot's kernels; cached by content, in milliseconds the second time.

    Args:
        robot: a robot, or whatever `load` accepts.
        options: scalar type, folded parameters, a selection of kernels.
        backend: "c" compiles with cffi; "numpy" needs no compiler; or another language that was registered.
    """
    languages = {language.called: language.name for language in LANGUAGES.values() if language.runner}
    if backend not in languages:
        raise InputError(unknown_name("backend", backend, languages))
    chosen = Options() if options is None else options
    if not isinstance(chosen, Options):
        raise InputError(f"must be symdyn.Options(…), not {type(chosen).__name__}", field="options")
    language = languages[backend]
    if language not in chosen.languages:
        raise OptionError(f"backend={backend!r} runs what is generated as {language!r}; add it", field="languages")
    made = ready(robot, f"kernels {chosen!r}", lambda: chosen)
    return language_kernels(made.interface, language, made.package)
