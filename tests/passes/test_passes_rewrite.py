"""What each rewriting pass finds, what it leaves alone, and that names stay on what is still computed."""

from collections.abc import Callable

import pytest
from random_programs import random_program, random_sums, raw_program

from symdyn.ir.cost import cost
from symdyn.ir.fusion import fused
from symdyn.ir.program import Program
from symdyn.ir.text import parse_program
from symdyn.passes.distribute_constants import distribute_constants
from symdyn.passes.factor_sums import factor_sums
from symdyn.passes.fold_constants import fold_constants
from symdyn.passes.fuse_products import fuse_products
from symdyn.passes.gather_known import gather_known
from symdyn.passes.pipeline import optimise, pipeline
from symdyn.passes.reduce_strength import reduce_strength
from symdyn.passes.rewriting.cheaper import price
from symdyn.passes.rewriting.rebuild import rebuild
from symdyn.passes.share_partial_sums import share_partial_sums

INPUTS = "".join(f" %{i} = input x[{i}]\n" for i in range(5))
Pass = Callable[[Program], Program]


def parsed(body: str, results: int = 1, known: str = "") -> Program:
    return parse_program(f"program f(x[5]{known}) -> y[{results}]\n{INPUTS}{body}")


def total(program: Program) -> int:
    return cost(program).total


def test_a_factor_of_three_terms_is_taken_out_once() -> None:
    text = " %5 = mul %0 %1\n %6 = mul %0 %2\n %7 = add %5 %6\n %8 = mul %0 %3\n %9 = sub %7 %8\n return %9"
    factored = factor_sums(parsed(text))
    assert (cost(factored).multiplications, cost(factored).additions) == (1, 2)


def test_two_common_factors_save_two_products() -> None:
    text = (
        " %5 = mul %0 %1\n %6 = mul %2 %5\n %7 = mul %0 %3\n %8 = mul %1 %7\n %9 = add %6 %8\n return %9"  # abc + abd
    )
    assert total(factor_sums(parsed(text))) == 3


def test_a_product_that_is_used_elsewhere_too_is_not_factored() -> None:
    program = parsed(" %5 = mul %0 %1\n %6 = mul %0 %2\n %7 = add %5 %6\n return %7 %5 %6", 3)
    assert factor_sums(program) is program


def test_the_pair_that_saves_most_goes_first() -> None:
    # a*b + a*c + d*c in one sum, e*b + e*c in another: b + c twice saves more than a + d once
    first = " %5 = mul %0 %1\n %6 = mul %0 %2\n %7 = add %5 %6\n %8 = mul %2 %3\n %9 = add %7 %8\n"
    second = " %10 = mul %1 %4\n %11 = mul %2 %4\n %12 = add %10 %11\n return %9 %12"
    assert total(factor_sums(parsed(first + second, 2))) == total(parsed(first + second, 2)) - 3


def test_a_pair_is_shared_whatever_its_sign() -> None:
    text = " %5 = add %0 %1\n %6 = sub %5 %2\n %7 = sub %2 %0\n %8 = add %3 %7\n return %6 %8"  # x0 - x2 and x2 - x0
    assert total(share_partial_sums(parsed(text, 2))) == 3


def test_a_pair_that_occurs_twice_in_one_sum_is_shared() -> None:
    text = " %5 = add %0 %1\n %6 = add %2 %5\n %7 = add %0 %6\n %8 = add %1 %7\n return %8"  # x0 + x1 + x2 + x0 + x1
    shared = share_partial_sums(parsed(text))
    assert total(shared) == 3


def test_sums_with_one_term_in_common_are_left_alone() -> None:
    program = parsed(" %5 = add %0 %1\n %6 = add %0 %2\n %7 = mul %5 %6\n return %7")
    assert share_partial_sums(program) is program


def test_what_cancels_across_a_sum_vanishes() -> None:
    program = parsed(" %5 = add %0 %1\n %6 = add %2 %5\n %7 = sub %0 %6\n %8 = add %1 %7\n return %8")  # x0-x0-x1-x2+x1
    reduced = reduce_strength(program)
    assert total(reduced) == 0 and reduced.results[0].negative


def test_a_division_by_a_known_divisor_is_a_product() -> None:
    program = parsed(" %5 = const 1\n %6 = div %5 %0\n %7 = div %1 %0\n %8 = mul %6 %7\n return %8")
    assert cost(reduce_strength(program)).divisions == 1


def test_a_reciprocal_that_comes_too_late_is_not_used() -> None:
    program = parsed(" %5 = div %1 %0\n %6 = const 1\n %7 = div %6 %0\n %8 = mul %5 %7\n return %8")
    assert reduce_strength(program) is program


def test_a_constant_is_not_distributed_over_what_is_used_elsewhere() -> None:
    program = parsed(" %5 = const 2\n %6 = add %0 %5\n %7 = const 3\n %8 = mul %7 %6\n %9 = mul %6 %8\n return %9")
    assert distribute_constants(program) is program


def test_constants_meet_through_a_product_and_a_sum() -> None:
    text = " %5 = const 2\n %6 = add %0 %5\n %7 = const 3\n %8 = mul %7 %6\n %9 = add %5 %8\n return %9"  # 2 + 3(x + 2)
    program = distribute_constants(parsed(text))
    assert total(program) == 2 and fused(program) == 1


def test_known_inputs_meet_and_others_stay() -> None:
    text = " %5 = input p[0]\n %6 = input p[1]\n %7 = mul %0 %5\n %8 = mul %6 %7\n return %8"
    program = parsed(text, known=", p[2]")
    assert gather_known(program, ()) is program
    assert price(gather_known(program, ("p",)), ("p",))[2] == 1  # one product is left in the call


def test_a_sum_that_would_be_ready_later_is_not_fused() -> None:
    late = " %5 = mul %0 %1\n %6 = mul %2 %3\n %7 = add %5 %6\n %8 = cos %4\n %9 = add %7 %8\n return %9"
    program = parsed(late)
    assert fuse_products(program) is program
    early = " %5 = cos %4\n %6 = mul %0 %1\n %7 = mul %2 %5\n %8 = add %6 %7\n %9 = add %3 %8\n return %9"
    assert (fused(parsed(early)), fused(fuse_products(parsed(early)))) == (1, 2)


@pytest.mark.parametrize("make", [random_program, random_sums, raw_program])
@pytest.mark.parametrize("seed", range(10))
def test_a_program_is_left_unfolded_only_if_a_builder_would_not_change_it(
    seed: int, make: Callable[[int], Program]
) -> None:
    program = make(seed)
    if fold_constants(program) is program:
        assert rebuild(program).instructions == program.instructions


@pytest.mark.parametrize("seed", range(10))
def test_names_stay_on_the_values_that_are_still_computed(seed: int) -> None:
    program = random_sums(seed)
    for name, transform in pipeline(("pi",)).items():
        after = transform(program)
        before = {label.removeprefix("neg_") for label in program.labels if label}
        assert {label.removeprefix("neg_") for label in after.labels if label} <= before, name
        named_results = [program.labels[ref.index] for ref in program.results]
        for label, ref in zip(named_results, after.results, strict=True):
            if label and after.instructions[ref.index].operands:
                assert after.labels[ref.index] is not None, name


@pytest.mark.parametrize("seed", range(6))
def test_every_later_record_is_a_gain(seed: int) -> None:
    _, records = optimise(random_sums(seed, 30), ("pi",))
    totals = [record.cost.total for record in records]
    assert totals == sorted(totals, reverse=True)
