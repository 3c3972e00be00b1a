"""docs/performance.md: what was measured, on what, how, and how to measure it again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.contest import OURS, Outcome, Time
from bench.library import BATCH, INPUTS
from symdyn.bench import BenchResult
from symdyn.bench.table import table

PEERS = ("CasADi", "CasADi of Pinocchio", "Pinocchio")

TEXT = """# Performance

<!-- Written by `make bench`. Do not edit: run it again. -->

Generated kernels beside those of other tools, compiled with the same flags and timed in one run. The numbers are
those of one machine, described below; on another they differ, and on a busy one they are worth little. Ratios move
less than times.

```sh
make bench                # set up the peers, run everything, write this page
symdyn bench panda        # operations, code, stack and times of your own robot
```

`make bench` needs a C and a C++ compiler and a package index. The peers go into a virtual environment of their own,
`.venv-bench`; compiling Pinocchio's templates takes minutes the first time and is then kept in `out/bench`. What
cannot be had on a machine is left out, and said here.

## The machine

{machine}

{skipped}

## Ratios

How many times as long a peer's kernel takes as ours: the ratio of the best times, and in brackets the quartiles of
the ratio over the repetitions. Every contestant is compiled with gcc and with clang, as far as they are here, and its
faster one counts. `{batch}` is our time per sample of a batch of {states} against a peer's single call.

{ratios}

## Times

Nanoseconds per call, the best of {repetitions} repetitions, and the compiler.

{times}

## Operations

Counted is all arithmetic of a call, multiplications, additions and divisions, except sines and cosines. Products of
geometry constants are folded; parameters are taken at run time, so what depends on them alone is counted too.
CasADi's counts are those of its instructions with every parameter baked in, which lets it fold those products and
drop what a parameter's value makes 0.

{operations}

Fewer operations are not the whole of speed: half of a call's time can be its sines and cosines.

## Robots with loops

{loops}

## symdyn bench panda

```
{own}
```

## How it is measured

- Contestants. *symdyn*: the C of `symdyn gen`, minimal parameters at run time. *CasADi*: C that CasADi generates from
  the textbook recursions (Newton-Euler, composite bodies, L D Lᵀ), its own `cse` on, all numbers baked in as
  constants. *CasADi of Pinocchio*: the same from Pinocchio's algorithms run on CasADi's expressions; its forward
  dynamics are the articulated bodies'. *Pinocchio*: its C++ algorithms, templates compiled here with the flags above
  the table, `-DNDEBUG`, joints of type RZ. It has no regressor of minimal parameters.
- Agreement comes first: at every state all contestants give the same results, to 1e-9 of the largest entry; otherwise
  nothing is timed and the command fails.
- A loop in C calls a kernel on {states} random states again and again for at least 0.2 ms, and reads the clock before
  and after. Kernel and loop are separate objects, so no call can be dropped. Calls are independent, so what is
  measured is throughput. Contestants take turns, on one core, so that what disturbs the machine disturbs all.
- No `-std` is given: gcc then fuses `a*b + c` into one instruction where the processor has it. With `-std=c99` it does
  not, unless told `-ffp-contract=fast`; clang fuses within an expression either way.
- Nothing here is asserted by a test. Operation counts are: `tests/test_operation_counts.py`.
"""


@dataclass(frozen=True)
class Page:
    """Everything that the page shows."""

    machine: dict[str, Any]
    compilers: dict[str, str]
    peers: dict[str, str]
    skipped: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    operations: dict[str, dict[str, dict[str, int]]]
    own: BenchResult
    loops: str


def write_page(page: Page, path: Path) -> None:
    """Write the page."""
    text = TEXT.format(
        machine=_machine(page),
        skipped=_skipped(page),
        batch=BATCH,
        states=page.own.states,
        repetitions=page.own.repetitions,
        ratios=_by_outcome(page, _ratio_rows),
        times=_by_outcome(page, _time_rows),
        operations="\n\n".join(
            f"{robot}:\n\n{_markdown(_operation_rows(of))}" for robot, of in page.operations.items()
        ),
        own=table(page.own),
        loops=page.loops,
    )
    path.write_text(text, encoding="utf-8")


def text_tables(page: Page) -> str:
    """Return ratios and times for a terminal."""
    parts = [f"left out: {what}" for what in page.skipped]
    for outcome in page.outcomes:
        for title, rows in (("ratios", _ratio_rows(outcome)), ("ns", _time_rows(outcome))):
            widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
            lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
            parts.append("\n".join([f"{outcome.robot}, {outcome.flags}: {title}", *lines]))
    return "\n\n".join(parts)


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
    return _markdown([("", ""), *rows])


def _skipped(page: Page) -> str:
    if not page.skipped:
        return "Nothing was left out."
    return "Left out:\n\n" + "\n".join(f"- {what}" for what in page.skipped)


def _by_outcome(page: Page, rows: Any) -> str:
    parts = []
    for outcome in page.outcomes:
        parts.append(f"{outcome.robot}, `{outcome.flags}`:\n\n{_markdown(rows(outcome))}")
    return "\n\n".join(parts)


def _ratio_rows(outcome: Outcome) -> list[tuple[str, ...]]:
    present = _present(outcome)
    rows: list[tuple[str, ...]] = [("kernel", *present)]
    for kernel in (*INPUTS, BATCH):
        ratios = [outcome.ratio(kernel, who) for who in present]
        rows.append((kernel, *("-" if ratio is None else str(ratio) for ratio in ratios)))
    return rows


def _time_rows(outcome: Outcome) -> list[tuple[str, ...]]:
    present = (OURS, *_present(outcome))
    rows: list[tuple[str, ...]] = [("kernel", *present)]
    for kernel in (*INPUTS, BATCH):
        times = outcome.times[kernel]
        rows.append((kernel, *(_time(times.get(who)) for who in present)))
    return rows


def _time(time: Time | None) -> str:
    return "-" if time is None else f"{time.timing.best:.1f} {time.by}"


def _present(outcome: Outcome) -> tuple[str, ...]:
    return tuple(who for who in PEERS if any(who in times for times in outcome.times.values()))


def _operation_rows(of: dict[str, dict[str, int]]) -> list[tuple[str, ...]]:
    who = [one for one in (OURS, *PEERS) if any(one in counts for counts in of.values())]
    rows = [(kernel, *(str(counts.get(one, "-")) for one in who)) for kernel, counts in of.items()]
    return [("kernel", *who), *rows]


def _markdown(rows: list[tuple[str, ...]]) -> str:
    head, *rest = rows
    lines = [head, ("---",) * len(head), *rest]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
