"""Prove as many robots as one has time for, and say how many.

    python tests/prove_robots.py COUNT [FIRST]      # seeds FIRST to FIRST + COUNT - 1, of `any_robots`

Every robot is generated whole, programs and printed text proved on the way. A robot that is refused, fails or takes
longer than LIMIT seconds is printed with its seed; the exit code is then 1.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from statistics import median
from typing import Any

from any_robots import any_robot

LIMIT = 60  # seconds of computing for one robot; few take a tenth of it
FEW_KERNELS = 5
FALLBACK = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "regressor", "jacobian")
SHOWN = 1000  # robots between two lines of progress


@dataclass(frozen=True)
class Outcome:
    """What became of a robot."""

    seed: int
    joints: int
    kernels: int
    functions: int
    seconds: float
    wrong: str | None


def options_of(seed: int, joints: int) -> Any:
    """Draw options: a few of all kernels, so that each is proved for every fifth robot; all of them for few robots."""
    from symdyn.kernels.table import KERNELS
    from symdyn.options import Options

    source = random.Random(f"options {seed}")
    only = tuple(source.sample(list(KERNELS), FEW_KERNELS))
    languages = source.choice((("c", "python"), ("c",), ("python",)))
    others = {0: {"scalar": "float"}, 1: {"fold": True}, 2: {"trig": "libm"}}
    if joints == 1:
        others[3] = {"only": tuple(KERNELS)}
    return Options(**{"only": only, "languages": languages, **others.get(source.randrange(10), {})})


def prove(seed: int) -> Outcome:
    """Generate one robot."""
    import json

    import symdyn
    from symdyn.errors import MissingValueError, OptionError
    from symdyn.generate import generate
    from symdyn.options import Options

    mapping, start = any_robot(seed), time.process_time()
    joints = sum(joint["type"] != "fixed" for joint in mapping["joints"])
    signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    try:
        robot = symdyn.load(mapping)
        try:
            package = generate(robot, options_of(seed, joints))
        except (OptionError, MissingValueError):
            package = generate(robot, Options(only=FALLBACK))  # what is unknown cannot be baked in
        proof = json.loads(package.files["manifest.json"])["proof"]
        return Outcome(seed, joints, proof["kernels"], proof["functions_read_back"], time.process_time() - start, None)
    except Exception as error:
        return Outcome(seed, joints, 0, 0, time.process_time() - start, f"{type(error).__name__}: {error}")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_long(*_: Any) -> None:
    raise TimeoutError(f"longer than {LIMIT} s")


def main(count: int, first: int = 0) -> int:
    """Prove robots on all cores and print the counts."""
    outcomes: list[Outcome] = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for outcome in pool.map(prove, range(first, first + count), chunksize=10):
            outcomes.append(outcome)
            if outcome.wrong:
                print(f"seed {outcome.seed}: {outcome.wrong}", flush=True)
            if len(outcomes) % SHOWN == 0:
                print(f"{len(outcomes)} robots", flush=True)
    failed = [outcome for outcome in outcomes if outcome.wrong]
    counts = Counter(outcome.joints for outcome in outcomes)
    slowest = max(outcomes, key=lambda outcome: outcome.seconds)
    print(f"robots: {len(outcomes)}, seeds {first} to {first + count - 1}")
    print(f"joints: {', '.join(f'{n}: {counts[n]}' for n in sorted(counts))}; median {median(counts.elements()):g}")
    print(
        f"kernels proved: {sum(o.kernels for o in outcomes)}, functions read back: {sum(o.functions for o in outcomes)}"
    )
    print(f"slowest: seed {slowest.seed}, {slowest.seconds:.1f} s")
    print(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
