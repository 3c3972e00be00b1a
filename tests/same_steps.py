"""Compare the controllers of two generated folders, bit for bit and by their time: a change that should change nothing.

    python tests/same_steps.py BEFORE AFTER [--steps 10000] [--rounds 15] [--same-kernels]

BEFORE and AFTER hold what `symdyn gen ROBOT --law LAW… -o FOLDER` wrote with two versions of symdyn, at any depth. Each
controller is compiled from both without contraction, is given the same random motion (`same_steps.c`), and must return
the same bits: codes, torques, and all that it holds after every step; once with its default gains, once with every
safeguard at work and its last choice. With --same-kernels both call the kernels of AFTER, so that a difference is the
law's own. Times are minima of runs that take turns; --rounds 0 leaves them out. The exit code is 1 where a bit differs.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

COMPILER = ("gcc", "-std=c99", "-O3", "-ffp-contract=off")
DRIVER = Path(__file__).with_suffix(".c")
MEMBER = re.compile(r"^    (?:double|float|int) (\w+)(?:\[(\d+)\])?; +/\* (.*) \*/$", re.MULTILINE)
SMALL, LARGE = "0.0043f", "4.1f"  # where a safeguard acts now and then; the second in N m
WIDTH = "0.061f"  # of the interval in which estimates may move, to either side of their start


@dataclass(frozen=True)
class Controller:
    """A controller of a generated folder."""

    folder: Path
    name: str  # <robot>_<law>

    def definitions(self) -> list[str]:
        """Return what the driver must know, from the header."""
        header = (self.folder / f"{self.name}.h").read_text(encoding="utf-8")
        step = re.search(rf"int {self.name}_step\(.*?(double|float) tau\[(\d+)\]", header, re.DOTALL)
        theta = f"{self.name}_theta" if re.search(r"_THETA (\d+)", header) else ""
        if step is None or (theta and f"{theta}[" not in header):
            raise SystemExit(f"{self.folder}: {self.name}.h declares no step, or its robot file gives no parameters")
        gains = header[: header.index(f"}} {self.name}_gains;")]
        lines = [_acting(*found, theta) for found in MEMBER.findall(gains)]
        values = {"NAME": self.name, "SCALAR": step[1], "N": step[2], "THETA": f", {theta}" if theta else ""}
        return [f"-D{name}={text}" for name, text in {**values, "SAFEGUARDS": " ".join(lines)}.items()]

    def compiled(self, kernels: Path, program: Path) -> Path:
        """Compile it with the driver and compiled kernels."""
        program.parent.mkdir(parents=True, exist_ok=True)
        header = ("-include", f"{self.name}.h", f"-I{self.folder}")
        sources = (DRIVER, self.folder / f"{self.name}.c", kernels)
        subprocess.run([*COMPILER, *header, *self.definitions(), *sources, "-lm", "-o", program], check=True)
        return program


def _acting(gain: str, size: str, meaning: str, theta: str) -> str:
    """Return C that sets a gain so that what it controls happens; nothing for a gain that always matters.

    Limits are met in every step, and estimates would not move: they wait with the defaults alone.
    """
    entries = f"for (int i = 0; i < {size}; ++i) gains.{gain}[i] =" if size else f"gains.{gain} ="
    if gain == "settle":
        return f"{entries} 0;"
    if gain in ("theta_min", "theta_max"):
        return f"{entries} {theta}[i] {'-' if gain == 'theta_min' else '+'} {WIDTH};"
    if meaning.endswith("; 0: off"):
        return f"{entries} {LARGE if gain == 'tau_max' else SMALL};"
    choices = re.findall(r"(\d+): ", meaning)
    return f"{entries} {choices[-1]};" if choices else ""


def controllers(root: Path) -> Iterator[tuple[Path, Controller]]:
    """Yield all controllers below a folder, each with its place there."""
    for header in sorted(root.rglob("*.h")):
        if f" {header.stem}_step(" in header.read_text(encoding="utf-8"):
            yield header.parent.relative_to(root) / header.stem, Controller(header.parent, header.stem)


@cache
def kernels_of(folder: Path, work: Path) -> Path:
    """Compile the kernels of a folder."""
    compiled = work / f"{len(list(work.iterdir()))}.o"
    subprocess.run([*COMPILER, "-c", folder / f"{folder.name}.c", "-o", compiled], check=True)
    return compiled


def first_difference(one: bytes, other: bytes, steps: int) -> str:
    """Say in which step two records begin to differ; nothing if they do not."""
    if len(one) != len(other):
        return "hold numbers of other sizes"
    size = len(one) // steps
    wrong = (i for i in range(steps) if one[i * size : (i + 1) * size] != other[i * size : (i + 1) * size])
    return next((f"differ from step {i} on" for i in wrong), "")


def given_up(record: bytes, steps: int) -> int:
    """Count steps that returned a code."""
    size = len(record) // steps
    return sum(record[i * size : i * size + 4] != bytes(4) for i in range(steps))


def run(program: Path, steps: int, what: str) -> bytes:
    """Run a driver."""
    return subprocess.run([program, str(steps), what], capture_output=True, check=True).stdout


def main() -> int:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--same-kernels", action="store_true")
    options = parser.parse_args()
    steps: int = options.steps
    before, after = dict(controllers(options.before)), dict(controllers(options.after))
    if not before or before.keys() != after.keys():
        raise SystemExit(f"no controllers, or not the same: {sorted(map(str, before.keys() ^ after.keys()))}")
    slowest, differing = 0.0, 0
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        for place, old in before.items():
            new = after[place]
            kernels = [kernels_of((new if options.same_kernels else old).folder, work), kernels_of(new.folder, work)]
            there = [work / side / place for side in ("before", "after")]
            programs = [one.compiled(*made) for one, *made in zip((old, new), kernels, there, strict=True)]
            line = [str(place)]
            for what in ("defaults", "safeguards"):
                records = [run(program, steps, what) for program in programs]
                difference = first_difference(records[0], records[1], steps)
                differing += bool(difference)
                line.append(f"{what} {difference or 'same bits'} ({given_up(records[1], steps)} codes)")
            if options.rounds:
                times = [[float(run(program, steps, "time")) for program in programs] for _ in range(options.rounds)]
                was, now = (min(one) for one in zip(*times, strict=True))
                slowest = max(slowest, now / was)
                line.append(f"{1e9 * was:.0f} -> {1e9 * now:.0f} ns, {now / was:.3f} times")
            print(": ".join(line), flush=True)
    timed = f", at most {slowest:.3f} times as long" if options.rounds else ""
    print(f"{len(before)} controllers, {steps} steps each: {differing} records differ{timed}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
