"""From a robot to its generated files, on one page.

Robot -> Kernel -> Program (traced) -> Program (optimised) -> StagedKernel -> text, and Law -> Plan -> text beside it.
Programs are proved before anything is printed, and what is printed is read back and proved to be its program.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.control import LAWS, Plan, kernels_of, law_code, law_entry, law_plan, python_law_text
from symdyn.emit import Facts, StagedKernel, code_files
from symdyn.errors import InputError, MissingValueError, OptionError, ProofError, unknown_name
from symdyn.ir.program import Program
from symdyn.kernels.table import KERNELS, Kernel
from symdyn.mechanism.reformulate.formulation import USUAL_FORMULATION, Formulation, changed, changes, in_words
from symdyn.model import NumericRobot, Robot, bind_symbols, load
from symdyn.options import LANGUAGES, SCALARS, TRIGS, Options
from symdyn.package.contents import Package
from symdyn.package.manifest import manifest_text, robot_hash
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.parameters.pi import pi_names, pi_values, pi_weights
from symdyn.parameters.plausible import plausible_exact, plausible_full, plausible_parameters
from symdyn.passes import PassRecord, optimise, tidied
from symdyn.passes.bind_inputs import bind_inputs
from symdyn.passes.eliminate_dead_code import live_operations
from symdyn.passes.split_offline import split_offline
from symdyn.precision import (
    double_precision,
    float_errors,
    float_settings,
    kernel_errors,
    largest_torques,
    refuse_imprecise,
)
from symdyn.proof import Derived, Printed, PrintedLaw, Question, prove_law, prove_programs, prove_text
from symdyn.trace import trace_kernel
from symdyn.version import VERSION

Progress = Callable[[str], None]
KNOWN_BEFORE = ("pi",)  # inputs that stay the same from call to call


class KernelProgram(NamedTuple):
    """A kernel's program, what each pass did to it, and the formulation that it was traced in."""

    program: Program
    passes: tuple[PassRecord, ...]
    formulation: Formulation


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Pause the garbage collector: generation makes a million small things, and no cycles that it could collect."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if not gc.get_freeze_count():
                gc.freeze()  # what was made goes to the oldest generation,
                gc.unfreeze()  # where it is not looked at as soon as the collector goes on
            gc.enable()


@_collector_paused()
def generate(robot: Robot, options: Options | None = None, progress: Progress = lambda step: None) -> Package:
    """Generate all files of a robot."""
    options = checked_options(options or Options(), robot)
    robot = bind_symbols(robot)  # NumericRobot: geometry without symbols
    plans = [law_plan(LAWS[law], robot, options, plausible_full(robot)) for law in options.laws]  # Plan: sizes, gains
    kernels, records, derived = [], {}, {}
    for kernel in selected_kernels(options):
        progress(kernel.name)
        written = kernel_program(kernel, robot, options)  # Program: optimised
        records[kernel.name] = written.passes
        derived[kernel.name] = Derived(written.program, in_words(written.formulation))
        kernels.append(staged(kernel, written.program))  # StagedKernel: offline and online
    minimal = minimal_parameters(robot)
    progress("proof")
    question = Question(robot.source, derived, minimal.matrix, pi_values(robot), options.fold)
    with _blaming_changes(robot):
        prime = prove_programs(robot.name, question)  # before a line is printed
    facts = Facts(
        name=robot.name,
        version=VERSION,
        robot_hash=robot_hash(robot.source),
        joint_names=robot.joint_names,
        parameter_names=robot.parameter_names,
        pi_names=pi_names(robot),
        pi_values=pi_values(robot),
        pi_weights=pi_weights(robot),
        options=options,
    )
    progress("files")
    laws = tuple(law_code(plan, facts, kernels) for plan in plans)  # LawCode: C, Python
    files = code_files(
        facts, kernels, plausible_parameters(robot), [law.text for law in laws]
    )  # str: C, Python, README
    progress("proof of the files")
    c, python = (files.get(f"{robot.name}.{ending}") for ending in ("c", "py"))
    printed = Printed(robot.name, options.scalar, c, python, facts.printed_pi)
    programs = {kernel.name: kernel.program for kernel in kernels}
    with _blaming_changes(robot):
        functions = prove_text(programs, printed)
        for law in laws:
            prove_law(printed_law(law.plan, facts, programs))
    proof = {"kernels": len(kernels), "prime": prime, "functions_read_back": functions, "laws": len(laws)}
    entries = {law.name: law_entry(law.plan) for law in laws}
    precision = _precision(robot, kernels, options.scalar)
    files["manifest.json"] = manifest_text(
        facts, robot.source, kernels, records, files, minimal, proof, entries, precision
    )
    return Package(robot.name, files, tuple(kernels), facts, laws)


def kernel_program(kernel: Kernel, robot: NumericRobot, options: Options) -> KernelProgram:
    """Trace and optimise one kernel of a robot, in the cheapest formulation."""
    try:
        program, formulation = _in_cheapest_formulation(kernel, robot, options)
    except ZeroDivisionError:
        what = "divides by zero: some joint moves no inertia; give its link one, or name the other kernels in only"
        raise InputError(f"{kernel.name} {what}", field=robot.name) from None
    return KernelProgram(*optimise(program, KNOWN_BEFORE), formulation)


def _in_cheapest_formulation(kernel: Kernel, robot: NumericRobot, options: Options) -> tuple[Program, Formulation]:
    """Trace a kernel in the usual formulation, and change that as long as it costs less."""
    chosen = USUAL_FORMULATION
    cheapest = _in_formulation(kernel, robot, options, chosen)
    for choices in changes(robot, kernel.inputs):
        other = changed(chosen, choices)
        program = _in_formulation(kernel, robot, options, other)
        if live_operations(program) < live_operations(cheapest):
            chosen, cheapest = other, program
    return cheapest, chosen


def _in_formulation(kernel: Kernel, robot: NumericRobot, options: Options, formulation: Formulation) -> Program:
    program = trace_kernel(kernel, robot, formulation)
    if options.fold and "pi" in kernel.inputs:
        program = bind_inputs(program, {"pi": known_values(robot)})
    return program


def staged(kernel: Kernel, program: Program) -> StagedKernel:
    """Split a program into what depends on parameters alone and what every call does."""
    stages = split_offline(program, KNOWN_BEFORE)
    offline = tidied(stages.offline) if stages.offline else None
    return StagedKernel(kernel.summary, program, offline, tidied(stages.online))


@contextmanager
def _blaming_changes(robot: NumericRobot) -> Iterator[None]:
    """Where a proof fails for a robot that was changed after it was read, say so."""
    try:
        yield
    except ProofError:
        if bind_symbols(load(dict(robot.source))) == robot:
            raise
        what = "the robot is not what its source says any more; change the mapping and load that"
        raise InputError(what, field=robot.name) from None


def printed_law(plan: Plan, facts: Facts, programs: Mapping[str, Program]) -> PrintedLaw:
    """Return what is proved of a law: its Python, also where only its C is asked for."""
    B, pi_0 = plan.theta.B, plan.theta.pi_0
    return PrintedLaw(
        robot=plan.robot,
        law=plan.law.name,
        text=python_law_text(plan, facts),
        n=plan.n,
        u=plan.u,
        gains={gain.name: gain.shape for gain in plan.gains},
        choices={gain.name: len(gain.gain.choices) for gain in plan.gains if gain.is_choice},
        kernels={name: programs[name] for name in plan.law.kernels},
        memory={one.name: one.shape for one in plan.memory},
        B=None if B is None else [[to_float(x) for x in row] for row in B],
        pi_0=None if pi_0 is None else [to_float(x) for x in pi_0],
    )


def _precision(robot: NumericRobot, kernels: Sequence[StagedKernel], scalar: str) -> dict[str, Any]:
    """Say how wrong floats or doubles are: within which ranges, and how much in every kernel."""
    programs = [kernel.program for kernel in kernels]
    if scalar == "double":
        exactly = plausible_exact(robot)
        errors = kernel_errors(robot, programs, exactly)
        torques = largest_torques(robot, _torque_program(robot, programs), exactly)
        refuse_imprecise(robot, errors, torques, [to_float(value) for value in exactly["pi"]])
        return double_precision(robot, errors, exactly)
    values = {"pi": plausible_parameters(robot), "parameters": [float(value) for value in plausible_full(robot)]}
    of_floats = {program.name: float_errors(program, robot, values) for program in programs}
    return {**float_settings(robot), "kernels": of_floats}


def _torque_program(robot: NumericRobot, programs: Sequence[Program]) -> Program:
    """Return the program of inverse dynamics: the generated one, or where none is asked for, the traced one."""
    name = "inverse_dynamics"
    generated = next((program for program in programs if program.name == name), None)
    return generated or trace_kernel(KERNELS[name], robot)


def known_values(robot: NumericRobot) -> list[Exact]:
    """Return the file's values of `pi`, all of them."""
    values = pi_values(robot)
    missing = [name for name, value in zip(pi_names(robot), values, strict=True) if value is None]
    if missing:
        few = ", ".join(missing[:4]) + (f" and {len(missing) - 4} more" if len(missing) > 4 else "")
        raise MissingValueError(f"the robot file gives no value for {few}", field=robot.name)
    return [value for value in values if value is not None]


def selected_kernels(options: Options) -> tuple[Kernel, ...]:
    """Return the kernels to generate, in the order of the table.

    Those that are named, else all but those on request; and those that laws call.
    """
    called = kernels_of(options.laws)
    return tuple(
        kernel
        for kernel in KERNELS.values()
        if kernel.name in called or (kernel.name in options.only if options.only else not kernel.on_request)
    )


def checked_options(options: Options, robot: Robot) -> Options:
    """Return valid options, or raise an InputError that lists what is valid."""
    for language in options.languages:
        if language not in LANGUAGES:
            raise OptionError(unknown_name("language", language, LANGUAGES), field="languages")
    if options.scalar not in SCALARS:
        raise OptionError(unknown_name("scalar", options.scalar, SCALARS), field="scalar")
    if options.trig not in TRIGS:
        raise OptionError(unknown_name("trigonometry", options.trig, TRIGS), field="trig")
    for kernel in options.only:
        if kernel not in KERNELS:
            raise OptionError(unknown_name("kernel", kernel, KERNELS), field="only")
    for law in options.laws:
        if law not in LAWS:
            raise OptionError(unknown_name("law", law, LAWS), field="laws")
    if options.fold:
        try:
            known_values(bind_symbols(robot))
        except MissingValueError as error:
            raise OptionError(f"{error.what}; fold needs every parameter", field="fold") from None
    return options
