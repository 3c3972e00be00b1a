"""Put a robot's programs and texts before the proof: what is asked, and who is to blame where it fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, exact
from symdyn.closure.door import closure_of
from symdyn.closure.linear_closure import LinearClosure
from symdyn.emit import Facts, StagedKernel, backends
from symdyn.emit.python.reading import read_python_law
from symdyn.errors import InputError, ProofError, of_others
from symdyn.ir.program import Program
from symdyn.mechanism.reformulate.formulation import in_words
from symdyn.model import NumericRobot, bind_symbols, load
from symdyn.package.loop_points import loop_points
from symdyn.package.programs import KernelProgram
from symdyn.package.records import ProofRecord
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.parameters.pi import pi_values
from symdyn.proof import (
    Derived,
    Followed,
    Printed,
    PrintedLaw,
    Question,
    prove_law,
    prove_programs,
    prove_steps,
    prove_text,
)

if TYPE_CHECKING:
    from symdyn.control import LawCode

FILLED = {"gain": 3}  # routines of roots and series, which fractions do not have, and how many matrices they fill


def proved_programs(robot: NumericRobot, written: Sequence[KernelProgram], *, baked_in: bool) -> int:
    """Return the prime of the field in which all programs equal the independent derivation.

    Raises:
        ProofError: one does not.
        InputError: one does not, since the robot is not what its source says.
    """
    derived = {
        one.program.name: Derived(one.program, in_words(one.formulation), one.kernel.kind, one.kernel.tip)
        for one in written
    }
    minimal = minimal_parameters(robot)
    question = Question(
        robot.source,
        derived,
        minimal.matrix,
        pi_values(robot),
        baked_in,
        claimed_closure(robot),
        loop_points(robot),
        minimal.pivots,
    )
    with _blaming_changes(robot):
        return prove_programs(robot.name, question)


def claimed_closure(robot: NumericRobot) -> Followed | None:
    """Return where a robot with loops or motors closes, for the witness to verify; couplings it reads by itself."""
    closure = closure_of(robot)
    if not isinstance(closure, LinearClosure) or robot.closing is None:
        return None
    if not (robot.closing.loops or robot.closing.transmission):
        return None

    def dense(row: Iterable[tuple[int, Exact]]) -> tuple[Exact, ...]:
        entries = dict(row)
        return tuple(entries.get(j, exact(0)) for j in range(closure.n))

    beside = tuple((one.owner, dense(one.row)) for one in closure.beside)
    return Followed(tuple(map(dense, closure.A)), closure.b, beside)


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
            doing = f"law {law.name} cannot be proved: run with random fractions, gains of safeguards at 0"
            with of_others(doing, *law.plan.law.routines):
                proved_law(printed_law(law, facts, programs, files), facts.options.languages)
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


def proved_law(printed: PrintedLaw, languages: Iterable[str]) -> None:
    """Prove that a law's twin is its equations, and that each language's text is too and takes the twin's steps."""
    prove_law(printed, read_python_law)
    for backend in backends(languages).values():
        if backend.law_reader is not None and backend.law_reader is not read_python_law:
            prove_law(printed, backend.law_reader)
            prove_steps(printed, backend.law_reader, read_python_law)


def printed_law(code: LawCode, facts: Facts, programs: Mapping[str, Program], files: Mapping[str, str]) -> PrintedLaw:
    """Return what is proved of a law: its files, and its twin in Python also where that is not asked for."""
    from symdyn.control.program import called_kernels, closed_positions
    from symdyn.emit.python.law import python_law_text  # loaded already where there is a law

    plan, routines = code.plan, {routine.name for routine in code.law.program.unit.routines}
    B, pi_0 = plan.theta.B, plan.theta.pi_0
    return PrintedLaw(
        robot=plan.robot,
        law=plan.law.name,
        scalar=facts.options.scalar,
        files={**files, f"{plan.name}.py": python_law_text(code.law, facts)},
        n=plan.n,
        u=plan.u,
        inputs=code.law.inputs,
        more_inputs=code.law.more_inputs,
        watches=code.law.watches,
        gains={gain.name: gain.shape for gain in plan.gains},
        choices={gain.name: len(gain.gain.choices) for gain in plan.gains if gain.is_choice},
        kernels={kernel.name: programs[kernel.name] for kernel in called_kernels(plan)},
        memory={one.name: one.shape for one in plan.memory},
        given={name: count for name, count in FILLED.items() if name in routines},
        B=None if B is None else [[to_float(x) for x in row] for row in B],
        pi_0=None if pi_0 is None else [to_float(x) for x in pi_0],
        closed=closed_positions(plan),
    )
