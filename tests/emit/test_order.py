"""The order of statements in C: nothing stands before what it needs, and fewer values wait than before."""

import random

import pytest

from symdyn.emit.planning import order
from symdyn.emit.planning.order import sparing_order

Needs = list[list[int]]


def drawn(seed: int) -> tuple[Needs, list[int]]:
    source = random.Random(seed)
    statements, results = source.randrange(1, 80), source.randrange(1, 30)
    needs = [sorted(source.sample(range(i), min(i, source.randrange(4)))) for i in range(statements)]
    needs += [sorted(source.sample(range(statements), min(statements, source.randrange(3)))) for _ in range(results)]
    return needs, [source.randrange(1, 15) for _ in range(statements)]


def two_sweeps(joints: int) -> tuple[Needs, list[int]]:
    """A chain outwards, in which each value is used twice, and its results inwards."""
    needs: Needs = [[], *([i] for i in range(joints - 1))]
    return needs + [[i] for i in range(joints)], [4] * joints


def waiting(steps: list[int], needs: Needs, statements: int) -> int:
    """Count anew, by looking at who is still to come."""
    place = {step: i for i, step in enumerate(steps)}
    last = [max((place[i] for i, needed in enumerate(needs) if one in needed), default=-1) for one in range(statements)]
    alive = [sum(place[one] <= now < last[one] for one in range(statements)) for now in range(len(steps))]
    return sum(max(0, count - order.REGISTERS) for count in alive)


@pytest.mark.parametrize("seed", range(40))
def test_nothing_stands_before_what_it_needs_and_no_more_waits_than_before(seed: int) -> None:
    needs, cycles = drawn(seed)
    steps = sparing_order(needs, cycles)
    assert sorted(steps) == list(range(len(needs)))
    place = {step: i for i, step in enumerate(steps)}
    assert all(place[one] < place[step] for step, needed in enumerate(needs) for one in needed)
    assert waiting(steps, needs, len(cycles)) <= waiting(list(range(len(needs))), needs, len(cycles))


def test_results_do_not_wait_for_the_end() -> None:
    needs, cycles = two_sweeps(40)
    assert waiting(list(range(len(needs))), needs, 40) > 0
    assert waiting(sparing_order(needs, cycles), needs, 40) == 0


def test_what_saves_little_stays_as_people_read_it() -> None:
    needs, cycles = two_sweeps(order.REGISTERS)
    assert sparing_order(needs, cycles) == list(range(len(needs)))


def test_many_results_of_little_work_stay_side_by_side() -> None:
    needs, cycles = two_sweeps(order.MANY_RESULTS + 1)
    assert sparing_order(needs, cycles) == list(range(len(needs)))


def test_results_that_need_nothing_stand_side_by_side() -> None:
    needs, cycles = two_sweeps(60)
    steps = sparing_order([*needs, [], []], cycles)
    assert steps[-2:] == [len(needs), len(needs) + 1]
