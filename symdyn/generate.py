"""From a robot to its generated files, on one page.

Robot -> Kernel -> Program (traced) -> Program (optimised) -> StagedKernel -> text, and Law -> Plan -> text beside it.
Programs are proved before anything is printed, and what is printed is read back and proved to be its program.
"""

from __future__ import annotations

from collections.abc import Callable

from symdyn.emit import code_files
from symdyn.model import Robot, bind_symbols
from symdyn.options import Options
from symdyn.package.choices import checked_options, selected_kernels
from symdyn.package.collector import collector_paused
from symdyn.package.contents import Package
from symdyn.package.laws import law_codes, law_plans
from symdyn.package.loop_closing import closing_code, closing_data, loop_interface
from symdyn.package.manifest import manifest_text
from symdyn.package.programs import kernel_program, staged
from symdyn.package.proofs import proved_files, proved_programs
from symdyn.package.records import Evidence, PackageRecord, kernel_record, law_record
from symdyn.package.robot_facts import robot_facts
from symdyn.package.stated_precision import stated_precision
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.parameters.plausible import plausible_parameters

Progress = Callable[[str], None]


@collector_paused()
def generate(robot: Robot, options: Options | None = None, progress: Progress = lambda step: None) -> Package:
    """Generate all files of a robot."""
    options = checked_options(options or Options(), robot)  # Options: names that there are
    robot = bind_symbols(robot)  # NumericRobot: geometry without symbols
    minimal = minimal_parameters(robot, progress)  # MinimalSet: pi, and its certificate
    chosen = selected_kernels(options, robot)  # Kernel: entries of the table
    plans = law_plans(robot, options)  # Plan: sizes, gains
    facts = robot_facts(robot, options)  # Facts: names and numbers in the files
    written, kernels = [], []
    for kernel in chosen:
        progress(kernel.name)
        written.append(kernel_program(kernel, robot, options))  # KernelProgram: traced, optimised
        kernels.append(staged(kernel, written[-1].program))  # StagedKernel: offline and online
    progress("proof")
    prime = proved_programs(robot, written, baked_in=options.fold)  # int: before a line is printed
    progress("values")
    values = plausible_parameters(robot)  # float: the file's pi, or one that could be
    progress("files")
    laws = law_codes(plans, facts, kernels)  # LawCode: C, Python
    beside = [law.text for law in laws]  # Beside: files that call the kernels
    closing = closing_data(robot, {kernel.name for kernel in chosen})  # LoopClosing: where there are loops
    beside += closing_code(closing, facts)
    files = code_files(facts, kernels, values, beside)  # str: C, Python, README
    progress("proof of the files")
    proof = proved_files(robot, facts, kernels, laws, files, prime)  # ProofRecord: what was read back
    progress("error bounds")
    precision = stated_precision(robot, kernels, options.scalar)  # errors of every kernel
    record = PackageRecord(
        facts,
        tuple(kernel_record(kernel, one.passes) for kernel, one in zip(kernels, written, strict=True)),
        tuple(law_record(law, minimal.matrix) for law in laws),
        loop_interface(closing, options.scalar),
    )  # PackageRecord: what was generated, as data
    evidence = Evidence(minimal.certificate, proof, precision)  # Evidence: what was established of it
    files["manifest.json"] = manifest_text(record, evidence, robot.source, files)  # str: the data, at last
    return Package(files, tuple(kernels), record, laws)
