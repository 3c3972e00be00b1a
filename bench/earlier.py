"""Our kernels beside those that an earlier commit generates, compiled alike and timed in one run: did they get faster?

The commit's files are taken from the repository's history into a folder of their own, and generate there. Identical
code that is compiled and loaded twice is timed beside them: by how far its ratio misses 1, all others may.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bench.contest import Disagreement, Ratio, ratio_of
from bench.library import aligned, compile_or_find, placed
from bench.names import BLOCKS, COLUMNS, ROWS, SINGLE
from bench.pinocchio_peer import Absent
from symdyn.bench.harness import batch_loop, block_loop, harness_text, single_loop
from symdyn.bench.inputs import STATES, random_states
from symdyn.bench.timing import Contender, Timing, loop_of, measure
from symdyn.bench.toolchain import NamedCompiler
from symdyn.emit import StagedKernel
from symdyn.errors import BuildError
from symdyn.generate import generate
from symdyn.interface.c_files import kernel_files
from symdyn.model import bind_symbols, load
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.parameters.plausible import plausible_parameters

ROOT = Path(__file__).parents[1]
THEN, NOW, AGAIN = "then", "now", "again"
BATCHES = ("inverse_dynamics", "torque_derivatives", "regressor", "regressor_slotine_li", "forward_kinematics")
AGREEMENT = 1e-9
SHOWN = ("-s", "--date=format:%d %B %Y", "--format=%h (%ad)")
GENERATE = """import sys
sys.path.insert(0, {source!r})
import symdyn
assert symdyn.__file__.startswith({source!r}), symdyn.__file__
from symdyn.cli.main import main
sys.exit(main(["gen", {robot!r}, "--lang", "c", "-o", {to!r}, "--force"]))
"""


@dataclass(frozen=True)
class Compared:
    """One form of a kernel: its best times then and now, their ratios, and what identical code says of the grain."""

    kernel: str
    form: str
    flags: str
    now: float
    by: str
    better: Ratio
    each: Mapping[str, Ratio]
    again: Ratio


def commit_name(commit: str) -> str:
    """Return a commit's short name and day.

    Raises:
        Absent: the repository's history does not have it.
    """
    asked = ["git", "-C", str(ROOT), "show", *SHOWN, f"{commit}^{{commit}}"]
    try:
        finished = subprocess.run(asked, capture_output=True, text=True, check=False)
    except OSError:
        raise Absent(f"the commit {commit}: there is no git") from None
    if finished.returncode != 0:
        raise Absent(f"the commit {commit}: it is not in this repository's history")
    return finished.stdout.strip()


def compared(
    robot: str, commit: str, compilers: Sequence[NamedCompiler], flags: Sequence[str], work: Path, repetitions: int
) -> list[Compared]:
    """Compare all kernels of a robot that both have: single calls with all flags, batches with the first."""
    files = _files_then(robot, commit, work)
    package = generate(load(robot), Options(languages=("c",)))
    kernels = [one for one in package.kernels if f" {robot}_{one.name}(" in files[f"{robot}.h"]]
    pi = np.array(plausible_parameters(bind_symbols(load(robot))))
    found = []
    for which in flags:
        forms = (SINGLE, ROWS, BLOCKS, COLUMNS) if which == flags[0] else (SINGLE,)
        place = work / "earlier" / robot / which.replace(" ", "")
        compiled = partial(_compiled, package, kernels, files, forms, which.split(), place, work / "kept")
        with ThreadPoolExecutor(max_workers=2) as pool:  # compilers are programs of their own
            made = {key: libraries for part in pool.map(compiled, compilers) for key, libraries in part.items()}
        for kernel in kernels:
            found += _timed(kernel, forms, which, made, pi, repetitions)
    return found


def _files_then(robot: str, commit: str, work: Path) -> dict[str, str]:
    """Return the C that a commit generates."""
    name = commit_name(commit).split()[0]
    source, to = work / "commits" / name, work / "commits" / f"{name}-generated"
    if not (to / robot / f"{robot}.c").is_file():
        archive = subprocess.run(["git", "-C", str(ROOT), "archive", name], capture_output=True, check=True).stdout
        source.mkdir(parents=True, exist_ok=True)
        with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
            packed.extractall(source, filter="data")
        script = GENERATE.format(source=str(source), robot=robot, to=str(to))
        finished = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=False)
        if finished.returncode != 0:
            why = finished.stderr.strip().splitlines()[-1:]
            raise Absent(f"the commit {name}: it does not generate {robot} here ({' '.join(why)})")
    folder = to / robot
    return {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.[ch]")}


def _compiled(
    package: Package,
    kernels: Sequence[StagedKernel],
    then: Mapping[str, str],
    forms: Sequence[str],
    flags: Sequence[str],
    place: Path,
    kept: Path,
    by: NamedCompiler,
) -> dict[tuple[str, str], Any]:
    """Compile what was generated then and now; what is now is loaded twice."""
    place, accepted = place / by.name, by.flags(flags)
    libraries = {}
    for who, text in ((THEN, then), (NOW, package.files)):
        objects = _objects(package, kernels, text, forms, by, accepted, place / who, kept)
        libraries[who, by.name] = placed(by, objects, place / who)
    libraries[AGAIN, by.name] = placed(by, objects, place / NOW, AGAIN)
    return libraries


def _objects(
    package: Package,
    kernels: Sequence[StagedKernel],
    files: Mapping[str, str],
    forms: Sequence[str],
    by: NamedCompiler,
    flags: tuple[str, ...],
    workshop: Path,
    kept: Path,
) -> list[str]:
    """Compile what was generated, with loops for the forms that it has."""
    name = package.name
    workshop.mkdir(parents=True, exist_ok=True)
    loops = []
    for kernel in kernels:
        function, ports = f"{name}_{kernel.name}", (kernel.program.inputs, kernel.program.outputs)
        loops.append(single_loop(function, *ports, f"time_{kernel.name}_{SINGLE}"))
        if ROWS in forms and kernel.name in BATCHES:
            loops.append(batch_loop(f"{function}_batch", *ports, f"time_{kernel.name}_{ROWS}"))
            if f"{function}_block(" in files[f"{name}.h"]:
                loops.append(batch_loop(f"{function}_columns", *ports, f"time_{kernel.name}_{COLUMNS}"))
                loops.append(block_loop(name, kernel.name, *ports, f"time_{kernel.name}_{BLOCKS}"))
    sources = [file.removesuffix(".c") for file in kernel_files(name, [one.name for one in package.kernels], files)]
    for file in (f"{name}.h", *(f"{source}.c" for source in sources)):
        (workshop / file).write_text(files[file], encoding="utf-8")
    (workshop / "harness.c").write_text(harness_text(loops, "double", f"{name}.h"), encoding="utf-8")
    try:
        for source in (*sources, "harness"):
            compile_or_find(source, by, flags, workshop, kept, f"{name}.h")
    except BuildError as error:
        raise Absent(f"the earlier commit: {error}") from None
    return [*(f"{source}.o" for source in sources), "harness.o"]


def _timed(
    kernel: StagedKernel,
    forms: Sequence[str],
    flags: str,
    made: Mapping[tuple[str, str], Any],
    pi: Any,
    repetitions: int,
) -> list[Compared]:
    """Time a kernel then and now in turn, in all of its forms."""
    states = random_states({port.name: port.size for port in kernel.program.inputs if port.name != "pi"})
    inputs = [pi if port.name == "pi" else aligned(states[port.name]) for port in kernel.program.inputs]
    contenders, results = {}, {}
    for (who, by), libraries in made.items():
        for form in forms:
            loop = f"time_{kernel.name}_{form}"
            if not hasattr(libraries[0], loop):
                continue
            outputs = [aligned(np.zeros((STATES, *port.shape))) for port in kernel.program.outputs]
            for place, library in enumerate(libraries):
                run = loop_of(library, loop, inputs, outputs, STATES)
                contenders[who, by, form, place] = Contender(run, STATES)
            contenders[who, by, form, 0].run(1)
            if form in (SINGLE, ROWS):
                results[who, by, form] = np.concatenate([np.ravel(out) for out in outputs])
    for (who, by, form), values in results.items():
        expected = results[NOW, by, form]
        if not np.max(np.abs(values - expected)) < AGREEMENT * np.max(np.abs(expected)):
            raise Disagreement(f"{kernel.name} of the earlier commit gives other numbers ({who}, {by}, {form})")
    timings = measure(contenders, repetitions)
    found = []
    for form in forms:
        best = {
            (who, by): min(
                (timing for key, timing in timings.items() if key[:3] == (who, by, form)), key=lambda one: one.best
            )
            for who, by, one in {key[:3] for key in timings}
            if one == form
        }
        if best:
            found.append(_compared(kernel.name, form, flags, best, timings))
    return found


def _compared(
    kernel: str, form: str, flags: str, best: dict[tuple[str, str], Timing], timings: Mapping[Any, Timing]
) -> Compared:
    compilers = sorted({by for _, by in best})
    then = {  # it had rows only
        by: best.get((THEN, by)) or min(_of(timings, THEN, by, ROWS), key=lambda one: one.best) for by in compilers
    }
    fastest = min(compilers, key=lambda by: best[NOW, by].best)
    earlier = min(then.values(), key=lambda one: one.best)
    again = min((best[AGAIN, by] for by in compilers), key=lambda one: one.best)
    now = best[NOW, fastest]
    each = {by: ratio_of(then[by], best[NOW, by]) for by in compilers}
    return Compared(kernel, form, flags, now.best, fastest, ratio_of(earlier, now), each, ratio_of(again, now))


def _of(timings: Mapping[Any, Timing], *key: str) -> list[Timing]:
    return [timing for known, timing in timings.items() if known[:3] == key]
