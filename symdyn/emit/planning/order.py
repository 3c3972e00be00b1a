"""Order: statements and results so that few values wait at a time, for compilers have few registers to keep them in.

Compilers of straight-line code keep to the order in which it is written, and put what waits for long into memory. The
order of a recursion has a whole sweep's values wait for the next sweep, and results for the end where all their storing
is at work. Others are tried, and the one in which values wait least is written, if that is worth leaving the order that
people read best:

- every result as soon as its values are there;
- always what uses up most of the values that wait, and of equals what stands first;
- the same, and of equals what most is still to be computed from.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

REGISTERS = 14  # of 16 on most targets: some hold what is loaded
GAIN = 0.95  # measured: what saves less than a twentieth of the waiting can be slower
MANY_RESULTS = 200  # measured: of a regressor, compilers store several entries at once if all stand side by side
FEW_STATEMENTS = 2  # for each


def sparing_order(needs: Sequence[Sequence[int]], cycles: Sequence[int], *, several_at_once: bool = True) -> list[int]:
    """Return the order of statements, and of the results behind them, of which each ``needs`` some statements.

    Only statements have ``cycles``, the time from their operands to their values. Results may be stored
    ``several_at_once``, where they are no vectors themselves.
    """
    statements, results = len(cycles), len(needs) - len(cycles)
    written = list(range(len(needs)))
    if several_at_once and results > MANY_RESULTS and statements < FEW_STATEMENTS * results:
        return written
    others = (
        _results_early(needs, statements),
        _greedy(needs, statements, written),
        _greedy(needs, statements, _most_to_come_first(needs, cycles)),
    )
    best = min(others, key=lambda order: _waiting(order, needs, statements))
    return best if _waiting(best, needs, statements) < GAIN * _waiting(written, needs, statements) else written


def _waiting(order: Sequence[int], needs: Sequence[Sequence[int]], statements: int) -> int:
    """Add up, over all steps, the values that are there and will be used, beyond those that registers hold."""
    uses = [0] * len(needs)
    for needed in needs:
        for one in needed:
            uses[one] += 1
    alive = total = 0
    for step in order:
        alive += step < statements
        for one in needs[step]:
            uses[one] -= 1
            alive -= not uses[one]
        total += max(0, alive - REGISTERS)
    return total


def _results_early(needs: Sequence[Sequence[int]], statements: int) -> list[int]:
    """Order results right behind the last statement they need; those that need none come last."""
    behind: list[list[int]] = [[] for _ in range(statements)]
    last: list[int] = []
    for result in range(statements, len(needs)):
        (behind[max(needs[result])] if needs[result] else last).append(result)
    return [step for statement in range(statements) for step in (statement, *behind[statement])] + last


def _most_to_come_first(needs: Sequence[Sequence[int]], cycles: Sequence[int]) -> list[int]:
    """Return places in the order of how long it takes from a statement, or a result, to the end."""
    to_come = [*cycles, *([1] * (len(needs) - len(cycles)))]
    for step in reversed(range(len(needs))):
        for one in needs[step]:
            to_come[one] = max(to_come[one], to_come[step] + cycles[one])
    order = sorted(range(len(needs)), key=lambda step: -to_come[step])
    return [place for _, place in sorted(zip(order, range(len(needs)), strict=True))]


def _greedy(needs: Sequence[Sequence[int]], statements: int, places: Sequence[int]) -> list[int]:
    """Take of what can be computed what leaves the fewest values, of equals by place.

    Results that need no statement come last, side by side: compilers store several at once.
    """
    users: list[list[int]] = [[] for _ in range(statements)]
    for step, needed in enumerate(needs):
        for one in needed:
            users[one].append(step)
    left = [len(steps) for steps in users]
    remaining = [sum(steps) for steps in users]  # the one that is left, in the end
    missing = [len(needed) for needed in needs]
    adds = [(step < statements) - sum(left[one] == 1 for one in needed) for step, needed in enumerate(needs)]
    ready = [(adds[step], places[step], step) for step in range(len(needs)) if not missing[step] and step < statements]
    heapify(ready)
    order, done = list[int](), [False] * len(needs)
    while ready:
        _, _, step = heappop(ready)
        if done[step]:
            continue
        done[step] = True
        order.append(step)
        for one in needs[step]:
            left[one] -= 1
            remaining[one] -= step
            if left[one] == 1:
                last = remaining[one]
                adds[last] -= 1
                if not missing[last]:
                    heappush(ready, (adds[last], places[last], last))
        for user in users[step] if step < statements else ():
            missing[user] -= 1
            if not missing[user]:
                heappush(ready, (adds[user], places[user], user))
    return order + [step for step in range(statements, len(needs)) if not needs[step]]
