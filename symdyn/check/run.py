"""A whole check: generate, compile, compare with the witness, try the laws; of a folder, its files too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from symdyn.check.compare import compare_kernel
from symdyn.check.controllers import compare_controllers
from symdyn.check.files import compare_files
from symdyn.check.folder import read_folder
from symdyn.check.hold import hold_laws
from symdyn.check.result import PYTHON, C, CheckResult, FilesFound, Line
from symdyn.check.setting import Setting, setting
from symdyn.check.stated_errors import hold_stated_errors
from symdyn.compilation import compiler_description, python_headers
from symdyn.compiled import Kernels, compiled_kernels, numpy_kernels
from symdyn.dynamics.certificate import Recheck, recheck
from symdyn.dynamics.minimal_parameters import minimal_parameters
from symdyn.emit.view import c_view
from symdyn.errors import BuildError, CacheError, InputError, OptionError
from symdyn.generate import Package, Progress, generate
from symdyn.model import Robot, bind_symbols
from symdyn.options import Options
from symdyn.output import MANIFEST
from symdyn.version import VERSION


@dataclass(frozen=True, slots=True)
class Backends:
    """The code that runs, the code that is left out and why, and the code that should run and does not."""

    run: dict[str, Kernels] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)


def check_robot(robot: Robot, options: Options | None = None, progress: Progress = lambda step: None) -> CheckResult:
    """Generate a robot's code and check it."""
    package = generate(robot, options, progress)
    return _check_package(robot, package, None, progress)


def check_folder(path: Path, progress: Progress = lambda step: None) -> CheckResult:
    """Check the code in a folder, as it is there, and its files against what this version generates."""
    folder = read_folder(path)
    try:
        package = generate(folder.robot, folder.options, progress)
    except OptionError as error:
        raise InputError(error.what, field=f"options.{error.field}", file=str(path / MANIFEST)) from None
    files = compare_files(folder, package.files)
    on_disk = {name: data.decode("utf-8", errors="replace") for name, data in folder.files.items()}
    return _check_package(folder.robot, replace(package, files=on_disk), files, progress)


def _check_package(robot: Robot, package: Package, files: FilesFound | None, progress: Progress) -> CheckResult:
    progress("compiling")
    backends = _backends(package, delivered=files is not None)
    at = setting(robot, package.facts.options)
    names = [kernel.name for kernel in package.kernels]
    kernels: list[Line] = []
    laws: tuple[Line, ...] = ()
    controllers: tuple[Line, ...] = ()
    if backends.run:
        with np.errstate(all="ignore"):  # what is not finite is found in the results
            for name in names:
                progress(f"checking {name}")
                kernels.append(compare_kernel(at, name, backends.run))
            progress("checking laws")
            laws = hold_laws(at, names, backends.run)
            if package.facts.options.scalar == "float":
                laws = (*laws, hold_stated_errors(at, package, backends.run))
            if package.laws:
                progress("checking controllers")
                controllers = compare_controllers(robot, package, backends.run, at.tolerance.rounding)
    return CheckResult(
        robot=package.name,
        version=VERSION,
        scalar=package.facts.options.scalar,
        backends={key: _what_runs(key) for key in backends.run},
        left_out=backends.left_out,
        generated=package.facts.options.languages,
        failed_backends=backends.failed,
        kernels=tuple(kernels),
        laws=laws,
        controllers=controllers,
        files=files,
        notes=(*robot.notes, *_notes(at), *(f"{line.name}: {line.note}" for line in controllers if line.note)),
        certificate=_certificate(robot, progress),
    )


def _certificate(robot: Robot, progress: Progress) -> Recheck:
    progress("checking the minimal parameters")
    bound = bind_symbols(robot)
    return recheck(bound, minimal_parameters(bound))


def _backends(package: Package, delivered: bool) -> Backends:
    """Load what can be loaded; code in a folder is about to be used, so none of it may be left out."""
    found = Backends()
    languages = package.facts.options.languages
    for language, make in ((C, _c_backend), (PYTHON, numpy_kernels)):
        if language not in languages:
            found.left_out[language] = "was not generated"
            continue
        if language == C and (reason := _no_toolchain()):
            if delivered:
                found.failed[C] = f"could not be checked: {reason}"
            else:
                found.left_out[C] = reason
            continue
        _try(found, language, make, package)
    return found


def _try(found: Backends, language: str, make: Callable[[Package], Kernels], package: Package) -> None:
    try:
        found.run[language] = make(package)
    except CacheError:
        raise  # says nothing about the code
    except BuildError as error:
        found.failed[language] = str(error)
    except KeyError as error:
        found.failed[language] = f"{error.args[0]} is not there"
    except Exception as error:  # the module under check may raise anything
        found.failed[language] = f"cannot be loaded: {type(error).__name__}: {error}"


def _c_backend(package: Package) -> Kernels:
    """Compile the C, if its header declares what Python is going to call: arrays of other sizes would be overrun."""
    declared = "".join(package.files[f"{package.name}.h"].split())
    for kernel in c_view(package.facts, package.kernels).kernels:
        for prototype in (kernel.prototype, kernel.batch_prototype):  # type: ignore[union-attr]
            if "".join(prototype.split()) not in declared:
                raise BuildError(f"{package.name}.h does not declare {kernel.name} as symdyn {VERSION} does")
    return compiled_kernels(package)


def _no_toolchain() -> str:
    if compiler_description() is None:
        return "no C compiler here; `symdyn doctor` says what to install"
    if python_headers() is None:
        return "no Python.h here; `symdyn doctor` says what to install"
    return ""


def _what_runs(language: str) -> str:
    return compiler_description() or "" if language == C else f"NumPy {np.__version__}"


def _notes(at: Setting) -> list[str]:
    """Say what a reader of the table should know about the robot."""
    unknown = [parameter.name for parameter in at.robot.full_parameters if not parameter.known]
    notes = []
    if unknown:
        total = len(at.robot.full_parameters)
        notes.append(f"the file leaves {len(unknown)} of {total} parameters unknown; bodies were drawn for the check")
    if at.indefinite:
        where = at.indefinite[0].label
        notes.append(
            f"M is not positive definite, by the witness too, at {len(at.indefinite)} of {len(at.samples)} samples "
            f"({where}): no robot has these parameters; forward_dynamics is not checked there"
        )
    return notes
