"""From a robot to its generated files, on one page.

Robot -> Kernel -> Program (traced) -> Program (optimised) -> StagedKernel -> text
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symdyn.algebra.exact import Exact
from symdyn.dynamics.formulation import Formulation, formulations
from symdyn.dynamics.kernels import KERNELS, Kernel
from symdyn.dynamics.minimal_parameters import minimal_parameters
from symdyn.dynamics.parameters import pi_names, pi_values
from symdyn.emit import Facts, StagedKernel, code_files
from symdyn.errors import InputError, MissingValueError, unknown_name
from symdyn.ir.cost import cost
from symdyn.ir.program import Program
from symdyn.manifest import manifest_text, robot_hash
from symdyn.model import Robot, bind_symbols
from symdyn.options import LANGUAGES, SCALARS, TRIGS, Options
from symdyn.passes import PassRecord, optimise
from symdyn.passes.bind_inputs import bind_inputs
from symdyn.passes.split_offline import split_offline
from symdyn.plausible import plausible_parameters
from symdyn.trace import trace_kernel
from symdyn.version import VERSION

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Package:
    """Everything generated for a robot: its name, and the text of every file."""

    name: str
    files: dict[str, str]
    kernels: tuple[StagedKernel, ...]
    facts: Facts


def generate(robot: Robot, options: Options | None = None, progress: Progress = lambda step: None) -> Package:
    """Generate all files of a robot."""
    options = checked_options(options or Options(), robot)
    robot = bind_symbols(robot)  # Robot: geometry without symbols
    kernels, records = [], {}
    for kernel in selected_kernels(options):
        progress(kernel.name)
        program, records[kernel.name] = kernel_program(kernel, robot, options)  # Program: optimised
        kernels.append(staged(kernel, program))  # StagedKernel: offline and online
    facts = Facts(
        name=robot.name,
        version=VERSION,
        robot_hash=robot_hash(robot.source),
        joint_names=robot.joint_names,
        parameter_names=robot.parameter_names,
        pi_names=pi_names(robot),
        pi_values=pi_values(robot),
        options=options,
    )
    progress("files")
    files = code_files(facts, kernels, plausible_parameters(robot))  # str: C, Python, README
    files["manifest.json"] = manifest_text(facts, robot.source, kernels, records, files, minimal_parameters(robot))
    return Package(robot.name, files, tuple(kernels), facts)


def kernel_program(kernel: Kernel, robot: Robot, options: Options) -> tuple[Program, tuple[PassRecord, ...]]:
    """Trace and optimise one kernel of a robot without symbols, in the cheapest formulation."""
    try:
        candidates = [_in_formulation(kernel, robot, options, choice) for choice in formulations(robot, kernel.inputs)]
    except ZeroDivisionError:
        what = "divides by zero: some joint moves no inertia; give its link one, or leave this kernel out with --only"
        raise InputError(f"{kernel.name} {what}", field=robot.name) from None
    return min(candidates, key=lambda candidate: cost(candidate[0]).total)  # the first of the cheapest


def _in_formulation(
    kernel: Kernel, robot: Robot, options: Options, formulation: Formulation
) -> tuple[Program, tuple[PassRecord, ...]]:
    program = trace_kernel(kernel, robot, formulation)
    if options.fold and "pi" in kernel.inputs:
        program = bind_inputs(program, {"pi": known_values(robot)})
    return optimise(program)


def staged(kernel: Kernel, program: Program) -> StagedKernel:
    """Split a program into what depends on parameters alone and what every call does."""
    stages = split_offline(program, known=("pi",))
    offline = optimise(stages.offline)[0] if stages.offline else None
    return StagedKernel(kernel.summary, program, offline, optimise(stages.online)[0])


def known_values(robot: Robot) -> list[Exact]:
    """Return the file's values of `pi`, all of them."""
    values = pi_values(robot)
    missing = [name for name, value in zip(pi_names(robot), values, strict=True) if value is None]
    if missing:
        few = ", ".join(missing[:4]) + (f" and {len(missing) - 4} more" if len(missing) > 4 else "")
        raise MissingValueError(f"the robot file gives no value for {few}", field=robot.name)
    return [value for value in values if value is not None]


def selected_kernels(options: Options) -> tuple[Kernel, ...]:
    """Return the kernels to generate, in the order of the table: those that are named, else all but those on request."""
    return tuple(
        kernel
        for kernel in KERNELS.values()
        if (kernel.name in options.only if options.only else not kernel.on_request)
    )


def checked_options(options: Options, robot: Robot) -> Options:
    """Return valid options, or raise an InputError that lists what is valid."""
    for language in options.languages:
        if language not in LANGUAGES:
            raise InputError(unknown_name("language", language, LANGUAGES), field="--lang")
    if options.scalar not in SCALARS:
        raise InputError(unknown_name("scalar", options.scalar, SCALARS), field="--scalar")
    if options.trig not in TRIGS:
        raise InputError(unknown_name("trigonometry", options.trig, TRIGS), field="--trig")
    for kernel in options.only:
        if kernel not in KERNELS:
            raise InputError(unknown_name("kernel", kernel, KERNELS), field="--only")
    if options.fold:
        try:
            known_values(bind_symbols(robot))
        except MissingValueError as error:
            raise MissingValueError(f"{error.what}; --fold needs every parameter", field="--fold") from None
    return options
