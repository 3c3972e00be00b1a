"""Kernels against the witness and laws, controllers against their laws, files against the generator; the table of it.

| file | idea |
|---|---|
| run.py | the pieces in order |
| setting.py | what a robot is checked with, and how a kernel is called |
| truth/ | what is true of every kernel, where it is tried, and how large an error may be |
| compare.py, closer_look.py | kernels against the witness; again with many digits where rounding may explain it |
| laws.py, hold.py | laws of mechanics that tie kernels to each other; whether they hold |
| layouts.py | batches in columns and in blocks |
| stated_errors.py | errors of floats against what the manifest states |
| controllers.py | controllers against their law run with many digits |
| backends.py | the code, loaded in processes of its own |
| folder/ | a generated folder; what in it is not what this version generates |
| result.py, report/ | what was found; for a person, as JSON and as JUnit |
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symdyn.check.backends import USUAL_CONDUCT, Conduct
    from symdyn.check.result import CheckResult
    from symdyn.check.run import check_folder, check_robot

__all__ = ["USUAL_CONDUCT", "CheckResult", "Conduct", "check_folder", "check_robot"]

_MODULES = {
    "USUAL_CONDUCT": "symdyn.check.backends",
    "CheckResult": "symdyn.check.result",
    "Conduct": "symdyn.check.backends",
    "check_folder": "symdyn.check.run",
    "check_robot": "symdyn.check.run",
}


def __getattr__(name: str) -> object:
    """Import what runs and compares code when it is asked for: `gen` needs a truth of this room, and none of that."""
    if name not in _MODULES:
        raise AttributeError(f"module 'symdyn.check' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_MODULES[name]), name)
