"""Put a robot's programs and texts before the proof: what is asked, and who is to blame where it fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from symdyn.algebra.decimals import to_float
from symdyn.control import LawCode, Plan, python_law_text
from symdyn.emit import Facts, StagedKernel, backends
from symdyn.errors import InputError, ProofError
from symdyn.ir.program import Program
from symdyn.mechanism.reformulate.formulation import in_words
from symdyn.model import NumericRobot, bind_symbols, load
from symdyn.package.programs import KernelProgram
from symdyn.package.records import ProofRecord
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.parameters.pi import pi_values
from symdyn.proof import Derived, Printed, PrintedLaw, Question, prove_law, prove_programs, prove_text


def proved_programs(robot: NumericRobot, written: Sequence[KernelProgram], *, baked_in: bool) -> int:
    """Return the prime of the field in which all programs equal the independent derivation.

    Raises:
        ProofError: one does not.
        InputError: one does not, since the robot is not what its source says.
    """
    derived = {one.program.name: Derived(one.program, in_words(one.formulation)) for one in written}
    question = Question(robot.source, derived, minimal_parameters(robot).matrix, pi_values(robot), baked_in)
    with _blaming_changes(robot):
        return prove_programs(robot.name, question)


def proved_files(
    robot: NumericRobot,
    facts: Facts,
    kernels: Sequence[StagedKernel],
    laws: Sequence[LawCode],
    files: Mapping[str, str],
    prime: int,
) -> ProofRecord:
    """Return what is proved once every printed function is read back and equals its program, and every law its own."""
    printed = Printed(robot.name, facts.options.scalar, files, facts.printed_pi)
    readers = {name: backend.reader for name, backend in backends(facts.options.languages).items()}
    programs = {kernel.name: kernel.program for kernel in kernels}
    with _blaming_changes(robot):
        functions = prove_text(programs, printed, [read for read in readers.values() if read is not None])
        for law in laws:
            prove_law(printed_law(law.plan, facts, programs))
    unread = tuple(name for name, read in readers.items() if read is None)
    return ProofRecord(len(kernels), prime, functions, len(laws), unread)


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
