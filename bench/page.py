"""docs/performance.md: what was measured, on what, how, and how to measure it again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.contest import Outcome, Time
from bench.earlier import Compared
from bench.library import INPUTS, PLACES, WITH_BATCHES, form_of
from bench.memory import SAMPLES, Large
from bench.names import ALL_OF_CASADI, BEST, BLOCKS, FOLDED, OURS, PEERS, ROWS, SINGLE
from bench.python_calls import Call
from bench.short import Row, in_short, markdown, ratio_or_dash
from symdyn.bench import BenchResult
from symdyn.bench.table import table

TEMPLATE = Path(__file__).with_name("page.md")
Rows = Callable[[Outcome], list[Row]]


@dataclass(frozen=True)
class Page:
    """Everything that the page shows; empty where it was not asked for."""

    machine: dict[str, Any]
    compilers: dict[str, str]
    peers: dict[str, str]
    skipped: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    operations: dict[str, dict[str, dict[str, int]]]
    calls: tuple[Call, ...]
    large: tuple[Large, ...]
    earlier: tuple[Compared, ...]
    commit: str
    own: BenchResult
    loops: str
    long_robots: str
    minutes: float


def write_page(page: Page, path: Path) -> None:
    """Write the page."""
    text = TEMPLATE.read_text(encoding="utf-8").format(
        short=_short(page),
        machine=_machine(page),
        skipped=_skipped(page),
        states=page.own.states,
        repetitions=page.own.repetitions,
        places=", ".join(map(str, PLACES)),
        ratios=_by_outcome(page, _ratio_rows),
        times=_by_outcome(page, _time_rows),
        calls=markdown(_call_rows(page)) if page.calls else "Left out.",
        commit=page.commit or "an earlier commit",
        batches=_earlier(page, [one for one in page.earlier if one.form != SINGLE]),
        singles=_earlier(page, [one for one in page.earlier if one.form == SINGLE]),
        samples=f"{SAMPLES:,}".replace(",", " "),
        large=markdown(_large_rows(page)) if page.large else "Left out.",
        operations="\n\n".join(f"{robot}:\n\n{markdown(_operation_rows(of))}" for robot, of in page.operations.items()),
        own=table(page.own),
        loops=page.loops,
        long_robots=page.long_robots,
        minutes=f"{page.minutes:.0f}",
    )
    path.write_text(text, encoding="utf-8")


def text_tables(page: Page) -> str:
    """Return what is left out, and the first table, for a terminal."""
    return "\n".join([*(f"left out: {what}" for what in page.skipped), _short(page)])


def _short(page: Page) -> str:
    return in_short(page.outcomes, page.calls, page.large, page.earlier, page.commit)


def _machine(page: Page) -> str:
    found = page.machine
    busy = found["load"] is not None and found["load"] > 0.5 * found["cores"]
    rows = [
        ("processor", f"{found['processor']}, {found['architecture']}, {found['vectors']}, {found['cores']} cores"),
        ("system", f"{found['system']}, {found['libc']}, Python {found['python']}"),
        *((name, version) for name, version in page.compilers.items()),
        *((name, version) for name, version in page.peers.items()),
        ("load", "busy with other work during the run: expect wide spreads" if busy else "little else was running"),
    ]
    return markdown([("", ""), *rows])


def _skipped(page: Page) -> str:
    if not page.skipped:
        return "Nothing was left out."
    return "Left out:\n\n" + "\n".join(f"- {what}" for what in page.skipped)


def _by_outcome(page: Page, rows: Rows) -> str:
    return "\n\n".join(f"{one.robot}, `{one.flags}`:\n\n{markdown(rows(one))}" for one in page.outcomes)


def _forms() -> list[str]:
    return [
        form
        for kernel in INPUTS
        for form in (kernel, *((form_of(kernel, ROWS), form_of(kernel, BLOCKS)) if kernel in WITH_BATCHES else ()))
    ]


def _ratio_rows(outcome: Outcome) -> list[Row]:
    columns = _present(outcome)
    folded = any(FOLDED in times for times in outcome.times.values())
    rows: list[Row] = [("kernel", *columns, *([f"{BEST}, {FOLDED}"] if folded else []))]
    for form in _forms():
        cells = [ratio_or_dash(outcome.ratio(form, PEERS[column])) for column in columns]
        beside = [ratio_or_dash(outcome.ratio(form, ALL_OF_CASADI, FOLDED))] if folded else []
        rows.append((form, *cells, *beside))
    return rows


def _time_rows(outcome: Outcome) -> list[Row]:
    columns = {OURS: (OURS,), FOLDED: (FOLDED,)} | {column: PEERS[column] for column in _present(outcome)}
    rows: list[Row] = [("kernel", *columns)]
    for form in _forms():
        times = {column: outcome.best(form, who) for column, who in columns.items()}
        rows.append((form, *(_time(time, column) for column, time in times.items())))
    return rows


def _time(time: Time | None, column: str) -> str:
    if time is None:
        return "-"
    how = f", {time.who.removeprefix('CasADi').strip(' ,') or 'as it is'}" if column == BEST else ""
    return f"{time.timing.best:.1f} {time.by}{how}"


def _present(outcome: Outcome) -> list[str]:
    there = {who for times in outcome.times.values() for who in times}
    return [
        column for column, who in PEERS.items() if there & set(who) and (column != BEST or len(there & set(who)) > 2)
    ]


def _call_rows(page: Page) -> list[Row]:
    rows: list[Row] = [("kernel", "who, how", "µs", "times Pinocchio's")]
    order = list(dict.fromkeys(call.kernel for call in page.calls))
    for call in sorted(page.calls, key=lambda call: order.index(call.kernel)):
        who = call.how if call.peer else f"{OURS}, {call.how}"
        rows.append((call.kernel, who, f"{call.timing.best / 1e3:.2f}", ratio_or_dash(call.ratio)))
    return rows


def _earlier(page: Page, found: list[Compared]) -> str:
    if not found:
        return "Left out."
    parts = []
    for flags in dict.fromkeys(one.flags for one in found):
        of = [one for one in found if one.flags == flags]
        compilers = list(of[0].each)
        rows: list[Row] = [("kernel", "ns", "then, better compiler of each", *compilers, "identical code")]
        for one in of:
            name = one.kernel if one.form == SINGLE else form_of(one.kernel, one.form)
            each = [str(one.each[by]) for by in compilers]
            rows.append((name, f"{one.now:.1f} {one.by}", str(one.better), *each, str(one.again)))
        parts.append(f"`{flags}`:\n\n{markdown(rows)}")
    return "\n\n".join(parts)


def _large_rows(page: Page) -> list[Row]:
    rows: list[Row] = [("layout", "threads", "ns a sample", "median above it", "in cache, one thread")]
    for one in page.large:
        rows.append((one.form, str(one.threads), f"{one.best:.1f}", f"{one.spread:.0%}", f"{one.small:.1f}"))
    return rows


def _operation_rows(of: dict[str, dict[str, int]]) -> list[Row]:
    who = list(dict.fromkeys(one for counts in of.values() for one in counts))
    return [("kernel", *who), *((kernel, *(str(counts.get(one, "-")) for one in who)) for kernel, counts in of.items())]
