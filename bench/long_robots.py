"""Long robots: what generating and compiling them costs, step by step, and how that grows with the joints.

    python -m bench.long_robots [--page docs/performance.md]

Nothing is compared here, so no peers are needed. Processor time is counted, which says much the same on a machine that
others use too; every robot has a process of its own, so that no step finds what an earlier robot has left. With --page,
the section on long robots of that page is written anew.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from symdyn.bench.machine import machine
from symdyn.bench.toolchain import NamedCompiler, chosen_compilers
from symdyn.generate import generate
from symdyn.interface.c_files import kernel_files
from symdyn.ir.cost import cost
from symdyn.model import Robot, load
from symdyn.options import Options

FLAGS = ("-std=c99", "-O2")
FEWEST, MOST, HUMANOID = 7, 50, 31
CHAINS = ("right angles", "general")
ALONE = "inverse dynamics"
RECURSIVE = (
    *("inverse_dynamics", "inverse_dynamics_external", "gravity", "coriolis", "forward_kinematics"),
    *("kinetic_energy", "potential_energy"),
)
STEPS = {
    "minimal parameters": "rank and set",
    "": "programs",  # whatever kernel is named
    "proof": "proof",
    "values": "values",
    "files": "text",
    "proof of the files": "read back",
    "error bounds": "error bounds",
}
BEGIN, END = "<!-- long robots: begin -->", "<!-- long robots: end -->"
TEXT = """{begin}
Seconds of processor time of `symdyn gen`, step by step, and of {compiler} with `{flags}`; of robots with unequal links
without symmetries. {load}
*right angles*: chains whose neighbouring axes are; *general*: chains turned by decimals in all three directions, behind
constants that nest. *rank and set*: the exact rank over a finite field, the minimal set and its certificate.
*programs*: tracing, in the cheapest formulation, and all passes. *proof*: of the programs against the witness.
*values*: `pi` as numbers. *read back*: every printed function, proved to be its program. The kernels are inverse
dynamics alone, the {recursive} recursive ones, or all of them.

{table}

How inverse dynamics grow from {fewest} to {most} joints, as the power of their number: 1 is in proportion to it.

{growth}

The minimal set grows with the square of the joints, since the mass of the last link is felt in the parameters of every
link before it; and all kernels together do, for matrices and regressors have as many entries. Megabytes are the most
that one process held at once, the compiler's those of its largest file, and at least those of what started it.
By the clock, two files at a time and the longest first, as `symdyn.build` does it, compiling takes: {wall}.
`python -m bench.long_robots --page docs/performance.md` measures these alone.
{end}"""


@dataclass(frozen=True)
class Generated:
    """What generating one robot took: seconds by step, sizes, and the most megabytes at once."""

    robot: str
    joints: int
    kernels: str
    operations: int
    kilobytes: float
    seconds: dict[str, float]
    megabytes: float


@dataclass(frozen=True)
class Compiled:
    """What compiling it took: seconds in sum, by the clock those of the longest file and of all, and megabytes."""

    seconds: float
    longest: float
    wall: float
    megabytes: float


@dataclass(frozen=True)
class Outcome:
    """What one robot cost."""

    made: Generated
    compiled: Compiled


def chain(joints: int, kind: str) -> Robot:
    """Return a chain of revolute joints."""
    source = random.Random(joints)
    entries = []
    for i in range(joints):
        place = [f"0.{101 + i}", f"0.{151 + 2 * i}", f"0.{301 + 7 * i}"]
        turn = ["pi/2" if i % 2 else "-pi/2", "0", "0"]
        if kind == "general":
            turn = [f"0.{201 + i}", f"0.{401 + 3 * i}", f"0.{701 + 2 * i}"]
        entries.append({"type": "revolute", "origin": {"xyz": place, "rpy": turn}, "link": _link(source)})
    return load({"symdyn": 1, "name": "chain", "joints": entries})


def humanoid() -> Robot:
    """Return a tree as humanoids are: a torso, from it a head and two arms, and from the base two legs."""
    source = random.Random(HUMANOID)
    x, y, z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    limbs = [("base", (z, x, y)), ("link3", (z, y))] + [("link3", (y, x, z, y, z, y, x))] * 2
    limbs += [("base", (z, x, y, y, y, x))] * 2
    entries: list[dict[str, Any]] = []
    for parent, axes in limbs:
        for i, axis in enumerate(axes):
            place = [f"{source.uniform(-0.2, 0.2):.3f}" for _ in range(3)]
            entry = {"type": "revolute", "origin": {"xyz": place}, "axis": list(axis), "link": _link(source)}
            entries.append(entry | ({} if i else {"parent": parent}))
    return load({"symdyn": 1, "name": "humanoid", "joints": entries})


def _link(source: random.Random) -> dict[str, Any]:
    """Return a body without symmetries."""
    inertia = {f"{a}{a}": f"{source.uniform(0.07, 0.12):.4f}" for a in "xyz"}
    inertia |= {pair: f"{source.uniform(-0.005, 0.005):.4f}" for pair in ("xy", "xz", "yz")}
    com = [f"{source.uniform(-0.2, 0.2):.3f}" for _ in range(3)]
    return {"mass": f"{source.uniform(0.5, 3):.3f}", "com": com, "inertia": inertia}


def generate_there(kind: str, joints: int, kernels: str, folder: Path) -> Generated:
    """Generate one robot, here, and leave what is compiled in a folder."""
    robot = humanoid() if kind == "humanoid" else chain(joints, kind)
    only = {ALONE: ("inverse_dynamics",), "recursive": RECURSIVE}.get(kernels, ())
    generate(load("two_link"), Options(languages=("c",), only=only))  # what is done once whatever the robot
    marks: list[tuple[str, float]] = []
    package = generate(
        robot, Options(languages=("c",), only=only), lambda step: marks.append((step, time.process_time()))
    )
    marks.append(("", time.process_time()))
    seconds = dict.fromkeys(STEPS.values(), 0.0)
    for (step, began), (_, ended) in pairwise(marks):
        known = next((name for name in STEPS if name and step.partition(",")[0] == name), "")
        seconds[STEPS[known]] += ended - began
    names = kernel_files(package.name, (kernel.name for kernel in package.kernels), package.files)
    for name in (f"{package.name}.h", *names):
        (folder / name).write_text(package.files[name], encoding="utf-8")
    return Generated(
        robot=kind,
        joints=robot.n,
        kernels=kernels,
        operations=sum(cost(kernel.program).total for kernel in package.kernels),
        kilobytes=sum(len(package.files[name]) for name in names) / 1e3,
        seconds=seconds,
        megabytes=_megabytes(resource.RUSAGE_SELF),
    )


def compile_there(folder: Path, by: NamedCompiler) -> Compiled:
    """Compile all files of a folder, two at a time, the longest first."""
    longest_first = sorted(folder.glob("*.c"), key=lambda file: -file.stat().st_size)
    before, began = _children(), time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        compiled = [pool.submit(by.run, [*FLAGS, "-c", file.name], folder) for file in longest_first]
        longest = max(one.result() for one in compiled)
    wall = time.perf_counter() - began
    return Compiled(_children() - before, longest, wall, _megabytes(resource.RUSAGE_CHILDREN))


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _megabytes(of: int) -> float:
    most = resource.getrusage(of).ru_maxrss
    return most / (1e6 if sys.platform == "darwin" else 1e3)


def in_own_process(kind: str, joints: int, kernels: str) -> Outcome:
    """Measure one robot in processes of its own: one generates, another one has the compiler run."""
    with tempfile.TemporaryDirectory() as folder:
        generated = _told("--one", kind, str(joints), kernels, folder)
        return Outcome(Generated(**generated), Compiled(**_told("--compile", folder)))


def _told(*arguments: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.long_robots", *arguments]
    finished = subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8")
    found: dict[str, Any] = json.loads(finished.stdout)
    return found


def table(outcomes: list[Outcome]) -> str:
    """Return a line for every robot."""
    steps = list(STEPS.values())
    head = ("robot, joints", "kernels", "operations", "C, kB", *steps, "all", "MB", "compiled", "MB")
    rows = [
        (
            f"{one.made.robot}, {one.made.joints}",
            one.made.kernels,
            str(one.made.operations),
            f"{one.made.kilobytes:.0f}",
            *(_seconds(one.made.seconds[step]) for step in steps),
            _seconds(sum(one.made.seconds.values())),
            f"{one.made.megabytes:.0f}",
            _seconds(one.compiled.seconds),
            f"{one.compiled.megabytes:.0f}",
        )
        for one in outcomes
    ]
    return _markdown([head, *rows])


def growth(outcomes: list[Outcome]) -> str:
    """Return the powers with which a chain's cost grows from the fewest joints to the most."""
    rows = [
        (
            "",
            "operations",
            "bytes of C",
            "programs",
            "proof",
            "text",
            "error bounds",
            "compiled",
            "rank and set",
            "values",
        )
    ]
    for kind in CHAINS:
        of_kind = {one.made.joints: one for one in outcomes if (one.made.robot, one.made.kernels) == (kind, ALONE)}
        numbers = [
            (
                *(one.made.operations, one.made.kilobytes),
                *(one.made.seconds[step] for step in ("programs", "proof", "text", "error bounds")),
                *(one.compiled.seconds, one.made.seconds["rank and set"], one.made.seconds["values"]),
            )
            for one in (of_kind[FEWEST], of_kind[MOST])
        ]
        powers = [math.log(b / a) / math.log(MOST / FEWEST) for a, b in zip(*numbers, strict=True)]
        rows.append((kind, *(f"{power:.2f}" for power in powers)))
    return _markdown(rows)


def _seconds(value: float) -> str:
    return f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def _markdown(rows: list[tuple[str, ...]]) -> str:
    head, *rest = rows
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ("---",) * len(head), *rest])


def section(outcomes: list[Outcome], by: NamedCompiler) -> str:
    """Return the section on long robots of the page."""
    found = machine()
    busy = found["load"] is not None and found["load"] > 0.5 * found["cores"] + 2  # ours is one of them, gcc two
    largest = [one for one in outcomes if one.made.kernels != ALONE]
    return TEXT.format(
        begin=BEGIN,
        end=END,
        compiler=by.name,
        flags=" ".join(FLAGS),
        load="The machine was busy with other work." if busy else "Little else was running.",
        recursive=len(RECURSIVE),
        fewest=FEWEST,
        most=MOST,
        table=table(outcomes),
        growth=growth(outcomes),
        wall=", ".join(
            f"{one.made.robot} {_seconds(one.compiled.wall)} s (longest file {_seconds(one.compiled.longest)} s)"
            for one in largest
        ),
    )


def measured() -> str:
    """Measure all robots, and return the section."""
    chosen = [(kind, n, ALONE) for kind in CHAINS for n in (FEWEST, 14, 28, MOST)]
    chosen += [("general", MOST, "recursive"), ("humanoid", HUMANOID, "all")]
    return section([in_own_process(*one) for one in chosen], chosen_compilers()[0])


def main() -> int:
    """Print the section, and write it into a page."""
    parser = argparse.ArgumentParser(prog="python -m bench.long_robots", description=__doc__)
    parser.add_argument("--page", help="the page whose section on long robots to write")
    parser.add_argument("--one", nargs=4, metavar=("KIND", "JOINTS", "KERNELS", "FOLDER"), help="generate one, here")
    parser.add_argument("--compile", metavar="FOLDER", help="compile what is there")
    arguments = parser.parse_args()
    if arguments.one:
        kind, joints, kernels, folder = arguments.one
        print(json.dumps(asdict(generate_there(kind, int(joints), kernels, Path(folder)))))
        return 0
    if arguments.compile:
        print(json.dumps(asdict(compile_there(Path(arguments.compile), chosen_compilers()[0]))))
        return 0
    text = measured()
    print(text)
    if arguments.page:
        page = Path(arguments.page)
        before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
        page.write_text(before + text + rest.partition(END)[2], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
