"""A bench as a table that a person reads."""

from __future__ import annotations

from symdyn.bench.machine import machine_text
from symdyn.bench.result import BenchedKernel, BenchResult
from symdyn.bench.timing import Timing

COUNTS = ("mul", "add", "div", "trig", "total", "code", "stack")
HEADING = ("kernel", *COUNTS, "ns/call", "+median", "by", "ns/sample", "+median", "by")
LEFT = {0, 10, 13}


def table(result: BenchResult) -> str:
    """Return the whole text."""
    rows = [HEADING, *(_row(kernel) for kernel in result.kernels)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADING))]
    lines = [_line(row, widths) for row in rows]
    return "\n".join([*_heading(result), "", *lines, "", *_explanation(result)])


def _heading(result: BenchResult) -> list[str]:
    fold = ", parameters baked in" if result.fold else ""
    lines = [f"{result.robot}: {result.scalar} kernels of symdyn {result.version}{fold}"]
    lines += [f"  {name}: {version}; {' '.join(result.flags[name])}" for name, version in result.compilers.items()]
    lines.append(f"  machine: {machine_text(dict(result.machine))}")
    seconds = {**result.seconds, **{f"compile with {name}": s for name, s in result.compile_seconds.items()}}
    lines.append("  seconds: " + ", ".join(f"{what} {taken:.2f}" for what, taken in seconds.items()))
    return lines + [f"  note: {note}" for note in result.notes]


def _row(kernel: BenchedKernel) -> tuple[str, ...]:
    cost, single, batch = kernel.cost, kernel.compiled[kernel.fastest], kernel.compiled[kernel.fastest_batch]
    counts = (cost.multiplications, cost.additions, cost.divisions, cost.trigonometric, cost.total)
    sizes = (single.code_bytes, single.stack_bytes)
    return (
        kernel.name,
        *map(str, counts),
        *("-" if size is None else str(size) for size in sizes),
        *_time(single.call),
        kernel.fastest,
        *_time(batch.sample),
        kernel.fastest_batch,
    )


def _time(timing: Timing) -> tuple[str, str]:
    return f"{timing.best:.1f}", f"{100 * timing.spread:.0f} %"


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    cells = [cell.ljust(widths[i]) if i in LEFT else cell.rjust(widths[i]) for i, cell in enumerate(row)]
    return "  ".join(cells).rstrip()


def _explanation(result: BenchResult) -> list[str]:
    return [
        "total: all arithmetic of a call except sines and cosines (trig); parameters at run time, constants folded",
        "code, stack: bytes of the kernel and all that it calls in its file, from the object file and -fstack-usage",
        f"ns: best of {result.repetitions} repetitions over {result.states} random states on one core; sample: one row",
        f"of a batch of {result.states}; +median: how far the median lies above the best; by: the faster compiler",
    ]
