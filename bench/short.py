"""The page's first tables: what users ask of speed, in a few lines each, as it was measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.contest import Outcome, Ratio
from bench.earlier import Compared
from bench.library import form_of
from bench.memory import MOVE, Large
from bench.names import ALL_OF_CASADI, BEST, BLOCKS, FOLDED, OURS, ROWS, SINGLE
from bench.python_calls import CALL, OUT, PREPARED, Call

Row = tuple[str, ...]
ALL_IN_ONE, ITS_PARTS = "dynamics_all", ("inverse_dynamics", "mass_matrix", "gravity", "jacobian")
ASKED = (
    ("inverse dynamics", "inverse_dynamics", OURS),
    ("inverse dynamics, our numbers baked in too", "inverse_dynamics", FOLDED),
    ("inverse dynamics, a sample of ours in rows", form_of("inverse_dynamics", ROWS), OURS),
    ("inverse dynamics, a sample of ours in blocks", form_of("inverse_dynamics", BLOCKS), OURS),
    ("regressor", "regressor", OURS),
    ("derivatives of the torque", "torque_derivatives", OURS),
    ("derivatives, our numbers baked in too", "torque_derivatives", FOLDED),
    ("derivatives, a sample of ours in rows", form_of("torque_derivatives", ROWS), OURS),
    ("Slotine and Li's regressor", "regressor_slotine_li", OURS),
    ("Slotine and Li's adaptive step", "adaptive_slotine_li", OURS),
    ("τ, M, g and J at once", "dynamics_all", OURS),
)
SINGLES = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "coriolis_matrix")


def markdown(rows: Sequence[Row]) -> str:
    """Lay out a table."""
    head, *rest = rows
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ("---",) * len(head), *rest))


def ratio_or_dash(ratio: Ratio | None) -> str:
    """Write a ratio where there is one."""
    return "-" if ratio is None else str(ratio)


def in_short(
    outcomes: Sequence[Outcome], calls: Sequence[Call], large: Sequence[Large], earlier: Sequence[Compared], commit: str
) -> str:
    """Return the tables, each below its line."""
    parts = [
        ("Inverse dynamics from Python, Panda:", [("", "µs", "times `pin.rnea`"), *_from_python(calls)]),
        (f"{BEST}, times ours:", [("", *(one.robot for one in _fastest(outcomes))), *_beside_casadi(outcomes)]),
        ("The four calls that `dynamics_all` is, times that one:", _together(outcomes)),
        (f"Batches, Panda: rows at {commit}, times ours now:", _batches(earlier)),
        (f"Single calls, Panda: those of {commit}, times ours now:", _single(earlier)),
        ("Batches that no cache holds, times the longer of what memory and what arithmetic takes:", _large(large)),
    ]
    return "\n\n".join(f"{said}\n\n{markdown(rows)}" for said, rows in parts if len(rows) > 1)


def _fastest(outcomes: Sequence[Outcome]) -> list[Outcome]:
    return [one for one in outcomes if "-O3" in one.flags]


def _from_python(calls: Sequence[Call]) -> Iterator[Row]:
    of = {call.how: call for call in calls if call.kernel == "inverse_dynamics"}
    for how in (CALL, OUT, PREPARED):
        if how in of:
            yield how, f"{of[how].timing.best / 1e3:.2f}", ratio_or_dash(of[how].ratio)


def _beside_casadi(outcomes: Sequence[Outcome]) -> Iterator[Row]:
    for said, kernel, ours in ASKED:
        ratios = [one.ratio(kernel, ALL_OF_CASADI, ours) for one in _fastest(outcomes)]
        if any(ratios):
            yield said, *map(ratio_or_dash, ratios)


def _together(outcomes: Sequence[Outcome]) -> list[Row]:
    robots, cells = [], []
    for one in _fastest(outcomes):
        times = [one.best(kernel, (OURS,)) for kernel in (ALL_IN_ONE, *ITS_PARTS)]
        whole, *parts = (time.timing.best for time in times if time)
        if len(parts) == len(ITS_PARTS):
            robots.append(one.robot)
            cells.append(f"{sum(parts) / whole:.2f}")
    return [tuple(robots), tuple(cells)] if cells else []


def _batches(earlier: Sequence[Compared]) -> list[Row]:
    rows: list[Row] = [("kernel", ROWS, BLOCKS, "ns a sample in rows, in blocks")]
    of = {(one.kernel, one.form): one for one in earlier}
    for kernel in dict.fromkeys(kernel for kernel, form in of if form == BLOCKS):
        both = [of[kernel, form] for form in (ROWS, BLOCKS)]
        times = ", ".join(f"{one.now:.1f} {one.by}" for one in both)
        rows.append((kernel, *(str(one.better) for one in both), times))
    return rows


def _single(earlier: Sequence[Compared]) -> list[Row]:
    single = [one for one in earlier if one.form == SINGLE]
    by_flags = {
        flags: [one for one in single if one.flags == flags] for flags in dict.fromkeys(o.flags for o in single)
    }
    rows: list[Row] = [("kernel", *(f"`{flags}`" for flags in by_flags))]
    if by_flags:
        for kernel in SINGLES:
            rows.append((kernel, *(str(one.better) for of in by_flags.values() for one in of if one.kernel == kernel)))
        least = [min(of, key=lambda one: one.better.best) for of in by_flags.values()]
        rows.append(("the least of all kernels", *(f"{one.kernel} {one.better}" for one in least)))
        again = [sorted(one.again.best for one in of) for of in by_flags.values()]
        rows.append(("identical code, all kernels", *(f"{ratios[0]:.2f} to {ratios[-1]:.2f}" for ratios in again)))
    return rows


def _large(large: Sequence[Large]) -> list[Row]:
    memory = {one.threads: one.best for one in large if one.form == MOVE}
    forms = list(dict.fromkeys(one.form for one in large if one.form != MOVE))
    rows: list[Row] = [("threads", *forms)]
    for threads, moved in memory.items():
        of = {one.form: one for one in large if one.threads == threads}
        cells = (f"{of[form].best / max(moved, of[form].small / threads):.2f}" for form in forms)
        rows.append((str(threads), *cells))
    return rows
