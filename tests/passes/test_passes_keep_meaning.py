"""Every pass keeps a program's values exactly, leaves it valid, and never makes it cost more."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest
from random_programs import FRACTIONS, random_inputs, random_program, random_sums, raw_program
from random_robots import random_robot

import symdyn
from symdyn.algebra.decimals import mp_context
from symdyn.algebra.exact import exact
from symdyn.ir.cost import cost
from symdyn.ir.evaluate import MANY_DIGITS, evaluate
from symdyn.ir.fusion import fused
from symdyn.ir.op import TRIGONOMETRIC, Op
from symdyn.ir.program import Program
from symdyn.ir.verify import verify
from symdyn.kernels.table import KERNELS
from symdyn.passes.bind_inputs import bind_inputs
from symdyn.passes.eliminate_dead_code import eliminate_dead_code
from symdyn.passes.fold_constants import fold_constants
from symdyn.passes.pipeline import optimise, pipeline, tidied
from symdyn.passes.schedule import schedule
from symdyn.passes.split_offline import PREPARED, split_offline
from symdyn.trace import trace_kernel

KNOWN = ("pi",)
PASSES: dict[str, Callable[[Program], Program]] = {
    **pipeline(KNOWN),
    "optimise": lambda program: optimise(program, KNOWN)[0],
    "tidied": tidied,
}
# These use that the square of a root is what it is of, which roots of random fractions cannot have: they are compared
# in numbers of many digits, of which sixty operations and the angles' size lose ten at most.
LOOKING_AT_VALUES = (PASSES["reuse_values"], PASSES["optimise"])
SURE_DIGITS = mp_context.dps - 10
Inputs = dict[str, list[Fraction]]


@cache
def robot_program(kernel: str) -> Program:
    """A tree with prismatic and fixed joints, friction, springs and a load; its geometry is rational."""
    return trace_kernel(KERNELS[kernel], symdyn.load(random_robot(21, entries=5, tree=True, rational=True, load=True)))


PROGRAMS: dict[str, Callable[[], Program]] = {
    **{f"random {seed}": (lambda seed=seed: random_program(seed)) for seed in range(12)},
    **{f"sums {seed}": (lambda seed=seed: random_sums(seed)) for seed in range(8)},
    **{kernel: (lambda kernel=kernel: robot_program(kernel)) for kernel in KERNELS},
}


@pytest.fixture(params=PROGRAMS)
def program(request: pytest.FixtureRequest) -> Program:
    return PROGRAMS[request.param]()


def test_programs_are_valid_before_any_pass(program: Program) -> None:
    assert verify(program) is program


@pytest.mark.parametrize("transform", PASSES.values(), ids=PASSES)
def test_pass_keeps_the_values_the_ports_and_validity(
    program: Program, transform: Callable[[Program], Program]
) -> None:
    after = verify(transform(program))
    inputs = random_inputs(program, 1)
    assert (after.name, after.inputs, after.outputs) == (program.name, program.inputs, program.outputs)
    if transform not in LOOKING_AT_VALUES or not any(op is Op.SQRT for op, _, _ in program.instructions):
        assert evaluate(after, inputs, FRACTIONS) == evaluate(program, inputs, FRACTIONS)
        return
    given = {name: [mp_context.mpf(x.numerator) / x.denominator for x in values] for name, values in inputs.items()}
    for one, other in zip(evaluate(after, given, MANY_DIGITS), evaluate(program, given, MANY_DIGITS), strict=True):
        assert abs(one - other) <= abs(other) * mp_context.mpf(10) ** -SURE_DIGITS


@pytest.mark.parametrize("transform", PASSES.values(), ids=PASSES)
def test_pass_never_costs_more(program: Program, transform: Callable[[Program], Program]) -> None:
    before, after = cost(program), cost(transform(program))
    assert after.total <= before.total
    assert after.trigonometric <= before.trigonometric
    assert after.divisions <= before.divisions


@pytest.mark.parametrize("seed", range(12))
def test_programs_that_are_not_canonical_become_so_and_keep_their_values(seed: int) -> None:
    raw = raw_program(seed)
    folded = verify(fold_constants(raw))
    inputs = random_inputs(raw, seed)
    assert evaluate(folded, inputs, FRACTIONS) == evaluate(raw, inputs, FRACTIONS)
    assert cost(folded).total < cost(raw).total


def test_optimising_twice_changes_nothing(program: Program) -> None:
    once = optimise(program, KNOWN)[0]
    for name, transform in pipeline(KNOWN).items():
        assert transform(once) is once, name


def test_the_record_tells_the_cost_after_every_pass() -> None:
    program = random_program(3)
    after, records = optimise(program)
    assert [record.name for record in records[: len(pipeline()) + 1]] == ["trace", *pipeline()]
    assert (records[0].cost, records[-1].cost) == (cost(program), cost(after))
    assert (records[0].fused, records[-1].fused) == (fused(program), fused(after))


def test_no_dead_code_is_left(program: Program) -> None:
    assert all(eliminate_dead_code(program).use_counts())


def test_trigonometry_comes_before_all_that_it_does_not_need(program: Program) -> None:
    after = schedule(program)
    trigonometric = [i for i, instruction in enumerate(after.instructions) if instruction.op in TRIGONOMETRIC]
    needed: set[int] = set(trigonometric)
    for i in reversed(range(len(after.instructions))):
        if i in needed:
            needed.update(after.instructions[i].operands)
    if trigonometric:
        assert needed == set(range(trigonometric[-1] + 1))


def test_the_two_stages_compose_to_the_whole(program: Program) -> None:
    stages = split_offline(program, known=("pi",))
    inputs: Inputs = random_inputs(program, 2)
    extended = dict(inputs)
    if stages.offline is not None:
        verify(stages.offline)
        assert {port.name for port in stages.offline.inputs} == {"pi"}
        extended[PREPARED] = list(evaluate(stages.offline, {"pi": inputs["pi"]}, FRACTIONS))
    online = verify(stages.online)
    assert evaluate(online, extended, FRACTIONS) == evaluate(program, inputs, FRACTIONS)
    assert cost(online).total <= cost(program).total


def test_the_call_does_no_work_on_parameters_alone(program: Program) -> None:
    online = split_offline(program, known=("pi",)).online
    fixed: list[bool] = []
    for instruction in online.instructions:
        port = getattr(instruction.payload, "port", None)
        of_operands = all(fixed[i] for i in instruction.operands)
        fixed.append(port in (None, "pi", PREPARED) and of_operands)
    live = {i for i, count in enumerate(online.use_counts()) if count}
    assert not any(fixed[i] and online.instructions[i].operands for i in live)


def test_only_work_is_prepared_and_all_of_it_is_used() -> None:
    stages = split_offline(robot_program("mass_matrix"), known=("pi",))
    assert stages.offline is not None
    assert all(stages.offline.instructions[ref.index].operands for ref in stages.offline.results)
    read = {i.payload.index for i in stages.online.instructions if getattr(i.payload, "port", "") == PREPARED}  # type: ignore[union-attr]
    assert read == set(range(stages.offline.outputs[0].size))


def test_a_program_without_work_on_parameters_is_left_whole() -> None:
    program = robot_program("jacobian")
    stages = split_offline(program, known=("pi",))
    assert stages.offline is None and stages.online == program


def test_bound_inputs_are_constants_of_the_same_value(program: Program) -> None:
    inputs = random_inputs(program, 4)
    values = {"pi": [exact(x) for x in inputs["pi"]]} if "pi" in inputs else {}
    bound = verify(bind_inputs(program, values))
    assert "pi" not in {port.name for port in bound.inputs}
    remaining = {name: values for name, values in inputs.items() if name != "pi"}
    assert evaluate(bound, remaining, FRACTIONS) == evaluate(program, inputs, FRACTIONS)


def test_a_parameter_bound_to_zero_takes_its_products_with_it() -> None:
    program = robot_program("inverse_dynamics")
    (pi,) = (port for port in program.inputs if port.name == "pi")
    nothing = optimise(bind_inputs(program, {"pi": [exact(0)] * pi.size}))[0]
    assert cost(nothing).total == cost(nothing).trigonometric == 0
