"""A whole check: generate, compile, compare with the witness, try the laws; of a folder, its files too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from symdyn.check.backends import USUAL_CONDUCT, Backends, Conduct
from symdyn.check.compare import compare_kernel, try_kernel
from symdyn.check.controllers import compare_controllers
from symdyn.check.folder.files import compare_files
from symdyn.check.folder.read import read_folder
from symdyn.check.hold import hold_laws
from symdyn.check.result import CheckResult, FilesFound, Line
from symdyn.check.setting import Setting, setting
from symdyn.check.stated_errors import hold_stated_errors
from symdyn.closure.loop_notes import loop_notes
from symdyn.errors import InputError, OptionError
from symdyn.generate import Progress, generate
from symdyn.model import NumericRobot, Robot, bind_symbols
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.package.earlier_output import MANIFEST
from symdyn.parameters.certificate import Recheck, recheck
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.runtime.runner import runner_of
from symdyn.version import VERSION


def check_robot(
    robot: Robot,
    options: Options | None = None,
    progress: Progress = lambda step: None,
    conduct: Conduct = USUAL_CONDUCT,
) -> CheckResult:
    """Generate a robot's code and check it."""
    package = generate(robot, options, progress)
    return _check_package(bind_symbols(robot), package, None, progress, conduct)


def check_folder(path: Path, progress: Progress = lambda step: None, conduct: Conduct = USUAL_CONDUCT) -> CheckResult:
    """Check the code in a folder, as it is there, and its files against what this version generates."""
    folder = read_folder(path)
    try:
        package = generate(folder.robot, folder.options, progress)
    except OptionError as error:
        raise InputError(error.what, field=f"options.{error.field}", file=str(path / MANIFEST)) from None
    found = folder.files({*package.files, *folder.manifest["files"]})
    files = compare_files(folder, found, package.files)
    on_disk = {name: data.decode("utf-8", errors="replace") for name, data in found.items()}
    return _check_package(bind_symbols(folder.robot), replace(package, files=on_disk), files, progress, conduct)


def _check_package(
    robot: NumericRobot, package: Package, files: FilesFound | None, progress: Progress, conduct: Conduct
) -> CheckResult:
    at = setting(robot, package.facts.options, [kernel.program for kernel in package.kernels])
    progress("compiling")
    with Backends(package, conduct) as backends:
        found = _findings(package, at, backends, progress) if backends.run else Findings()
    noted = (line for line in (*found.laws, *found.controllers) if line.note)
    return CheckResult(
        robot=package.name,
        version=VERSION,
        scalar=package.facts.options.scalar,
        backends={key: runner_of(key).described() for key in backends.run},
        left_out=backends.left_out,
        generated=package.facts.options.languages,
        failed_backends=backends.failed,
        kernels=found.kernels,
        laws=found.laws,
        controllers=found.controllers,
        files=files,
        notes=(*robot.notes, *loop_notes(robot), *_notes(at), *(f"{line.name}: {line.note}" for line in noted)),
        certificate=_certificate(robot, progress),
    )


@dataclass(frozen=True, slots=True)
class Findings:
    """What the code says that could be loaded."""

    kernels: tuple[Line, ...] = ()
    laws: tuple[Line, ...] = ()
    controllers: tuple[Line, ...] = ()


def _findings(package: Package, at: Setting, backends: Backends, progress: Progress) -> Findings:
    names = [kernel.name for kernel in package.kernels]
    callable_here = {key: backend.kernels(lambda: package) for key, backend in backends.run.items()}
    kernels: list[Line] = []
    controllers: tuple[Line, ...] = ()
    with np.errstate(all="ignore"):  # what is not finite is found in the results
        for name in names:
            progress(f"checking {name}")
            for key, backend in backends.run.items():
                with backend.gathering():
                    try_kernel(at, name, callable_here[key])
            kernels.append(compare_kernel(at, name, callable_here))
        progress("checking laws")
        laws = hold_laws(at, names, callable_here)
        if package.facts.options.scalar == "float":
            laws = (*laws, hold_stated_errors(at, package, callable_here))
        if package.laws:
            progress("checking controllers")
            controllers = compare_controllers(package, backends.interface, backends.run, at.tolerance.rounding)
    return Findings(tuple(kernels), laws, controllers)


def _certificate(robot: NumericRobot, progress: Progress) -> Recheck:
    progress("checking the minimal parameters")
    return recheck(robot, minimal_parameters(robot))


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
