"""What a kernel does to letters, as a program of sums and products that is traced once and run over several rings.

Over a finite field every instruction has a value, that at a random state: what is zero there is zero, and leaves the
program. Over polynomials the same program gives closed forms, of those entries only that are asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from symdyn.algebra.compact import written_out
from symdyn.algebra.embedding import Embedding
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.scalar import Ring
from symdyn.closed_form.letters import COSINE, SINE, letter_counts, letter_inputs
from symdyn.closed_form.polynomial import Polynomial, PolynomialRing
from symdyn.closed_form.regrouping import Regrouping
from symdyn.closure.door import closure_of
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.linear_closure import LinearClosure
from symdyn.closure.reduced import of_part, parted
from symdyn.errors import InputError
from symdyn.ir.builder import Builder
from symdyn.ir.evaluate import evaluate, evaluate_all
from symdyn.ir.op import Op
from symdyn.ir.program import Port, Program, Ref
from symdyn.ir.value import Value
from symdyn.kernels import run
from symdyn.kernels.kernel import Kernel
from symdyn.mechanism.geometry_field import field_of
from symdyn.model.robot import Robot
from symdyn.passes.eliminate_dead_code import eliminate_dead_code
from symdyn.passes.rewriting.rebuild import build_again, signed
from symdyn.trace.trace import output_ports, values_of

CALLED = "ROBOT"  # in commands, where it is not known what the user calls the robot


@dataclass(frozen=True, slots=True)
class Derivation:
    """A kernel over letters: its program, of which nothing is zero, and a point of a field at which that was seen."""

    robot: Robot
    program: Program
    field: Embedding
    point: Mapping[str, Sequence[FieldElement]]

    @property
    def size(self) -> int:
        """How many entries the kernel gives."""
        return len(self.program.results)

    def of(self, wanted: Sequence[int]) -> Program:
        """Return the program of some entries, counted along the output's rows."""
        results = tuple(self.program.results[i] for i in wanted)
        return eliminate_dead_code(replace(self.program, outputs=(Port("entries", (len(wanted),)),), results=results))

    def polynomials(self, wanted: Sequence[int], ring: PolynomialRing) -> list[Polynomial]:
        """Expand some entries."""
        letters = {
            port.name: [ring.letter(f"{port.name}{i + 1}") for i in range(port.size)] for port in self.program.inputs
        }
        return list(evaluate(self.of(wanted), letters, Ring(lambda constant: ring.constant(written_out(constant)))))


def derivation(robot: Robot, kernel: Kernel, regrouping: Regrouping | None = None, called: str = CALLED) -> Derivation:
    """Return what a kernel of one output does to letters; with a ``regrouping``, letters pi are another set's.

    ``called`` is what the user calls the robot in commands, for advice.
    """
    refuse_iterations(robot, called)
    ports = [Port(stem, (count,)) for stem, count in letter_counts(robot).items()]
    builder = Builder(kernel.name, ports, output_ports(kernel, robot))
    ring = values_of(builder)
    inputs = letter_inputs(robot, ring.lift, lambda stem, i: Value(builder, builder.input(stem, i)))
    if regrouping:
        inputs["pi"] = regrouping.pivots(inputs["pi"], ring.lift)
    (entries,) = run(kernel, robot, ring, inputs).outputs.values()
    used = {instruction.op for instruction in builder.finish([entry.ref for entry in entries]).instructions}
    if Op.SQRT in used:
        raise with_roots(robot, called)
    _refuse_parts(robot, used)
    if regrouping and kernel.counts_pi:
        entries = regrouping.columns(entries, ring.lift)
    program = eliminate_dead_code(builder.finish([entry.ref for entry in entries]))
    field = field_of(robot, constants=regrouping.constants if regrouping else ())
    point = _random_point(program, field)
    return Derivation(robot, _without_zeros(program, evaluate_all(program, point, Ring(field))), field, point)


def _refuse_parts(robot: Robot, used: Collection[Op]) -> None:
    """Refuse cosines of parts of angles, which are no letters."""
    if {Op.COS, Op.SIN}.isdisjoint(used):
        return
    closure = closure_of(robot)
    joint = parted(robot, closure) if isinstance(closure, LinearClosure) else None
    raise of_part(joint or robot.name)


def refuse_iterations(robot: Robot, called: str) -> None:
    """Refuse loops in which several joints are found at once: no closed form says where those are."""
    if robot.closing is not None and isinstance(closure_of(robot), IterativeClosure):
        what = "several joints of its loops are found at once, and equations of such robots are not written so far"
        raise InputError(f"{what}; `symdyn show {called} program` has the steps", field=robot.name)


def with_roots(robot: Robot, called: str) -> InputError:
    """Say why equations of a robot are no polynomials."""
    what = "its loops are closed with roots, and equations of such robots are not written so far"
    return InputError(f"{what}; `symdyn show {called} program` has the steps", field=robot.name)


def _random_point(program: Program, field: Embedding) -> dict[str, list[FieldElement]]:
    point = {port.name: [field.random_element() for _ in range(port.size)] for port in program.inputs}
    turns = [field.random_rotation() for _ in point[COSINE]]
    return point | {COSINE: [c for c, _ in turns], SINE: [s for _, s in turns]}


def _without_zeros(program: Program, values: Sequence[FieldElement]) -> Program:
    """Write 0 for what is zero, and leave out what that was made of."""
    builder = Builder(program.name, program.inputs, program.outputs)
    made: list[Ref] = []
    for instruction, value in zip(program.instructions, values, strict=True):
        operands = [made[i] for i in instruction.operands]
        made.append(build_again(builder, instruction, operands, None) if value else builder.constant(0))
    return eliminate_dead_code(builder.finish([signed(made[ref.index], ref.negative) for ref in program.results]))
