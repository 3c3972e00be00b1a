"""A bench as a table that a person reads."""

from __future__ import annotations

from symdyn.bench.machine import machine_text
from symdyn.bench.result import BenchedKernel, BenchedLaw, BenchResult
from symdyn.bench.timing import Timing
from symdyn.papers.table import FORMULATIONS

COUNTS = ("mul", "add", "div", "trig", "total", "code", "stack")
HEADING = ("kernel", *COUNTS, "ns/call", "+median", "by", "ns/sample", "+median", "in blocks", "by")
LEFT = {0, 10, 14}
LAW_HEADING = ("controller", "state", "code", "stack", "ns/step", "+median", "by")
LAW_LEFT = {0, 6}


def table(result: BenchResult) -> str:
    """Return the whole text."""
    lines = _lines([HEADING, *(_row(kernel) for kernel in result.kernels)], LEFT)
    if result.laws:
        lines += ["", *_lines([LAW_HEADING, *(_law_row(law) for law in result.laws)], LAW_LEFT)]
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
        f"{min(one.block.best for one in kernel.compiled.values()):.1f}",
        kernel.fastest_batch,
    )


def _time(timing: Timing) -> tuple[str, str]:
    return f"{timing.best:.1f}", f"{100 * timing.spread:.0f} %"


def _law_row(law: BenchedLaw) -> tuple[str, ...]:
    step = law.compiled[law.fastest]
    sizes = ("-" if size is None else str(size) for size in (law.state_bytes, step.code_bytes, step.stack_bytes))
    return (law.name, *sizes, *_time(step.call), law.fastest)


def _lines(rows: list[tuple[str, ...]], left: set[int]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [_line(row, widths, left) for row in rows]


def _line(row: tuple[str, ...], widths: list[int], left: set[int]) -> str:
    cells = [cell.ljust(widths[i]) if i in left else cell.rjust(widths[i]) for i, cell in enumerate(row)]
    return "  ".join(cells).rstrip()


def _explanation(result: BenchResult) -> list[str]:
    kernels = [kernel.name for kernel in result.kernels]
    papers = [f"{one.name}: {one.summary} ({one.paper})" for one in FORMULATIONS.values() if one.name in kernels]
    steps = ["state: bytes of a controller's struct; a step computes the torque and moves the estimates"]
    return [
        *papers,
        *(steps if result.laws else []),
        "total: all arithmetic of a call except sines and cosines (trig); parameters at run time, constants folded",
        "code, stack: bytes of the kernel and all that it calls in its file, from the object file and -fstack-usage",
        f"ns: best of {result.repetitions} repetitions over {result.states} random states on one core; sample: one row",
        f"of a batch of {result.states}; +median: how far the median lies above the best; by: the faster compiler",
        "in blocks: ns of a sample of the same batch that lies in blocks of columns, with the faster compiler",
    ]
