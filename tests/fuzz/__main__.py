"""`python -m fuzz`: many cases of every fuzzer, and what came of them."""

import argparse
import sys
import tempfile
import time
import warnings
from pathlib import Path

from fuzz.fuzzers import FUZZERS


def main() -> int:
    """Run cases and print counts; a failure is printed with the command that repeats it."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("fuzzers", nargs="*", metavar="FUZZER", help=f"of {', '.join(FUZZERS)} (default: all)")
    parser.add_argument("--count", type=int, default=2000, help="cases in all, shared by the fuzzers")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--seed", type=int, help="one case alone, with what it says")
    chosen = parser.parse_args()
    names = chosen.fuzzers or list(FUZZERS)
    warnings.simplefilter("error")
    with tempfile.TemporaryDirectory() as folder:
        if chosen.seed is not None:
            for name in names:
                print(FUZZERS[name](chosen.seed, Path(folder)))
            return 0
        each = -(-chosen.count // len(names))
        failures = sum(_run(name, range(chosen.first, chosen.first + each), Path(folder)) for name in names)
    print(f"{each * len(names)} tried, {failures} failures")
    return 1 if failures else 0


def _run(name: str, seeds: range, folder: Path) -> int:
    accepted, refused, slowest, failures = 0, 0, (0.0, 0), 0
    started = time.perf_counter()
    FUZZERS[name](0, folder)  # imports what is imported at the first use, which takes its own time
    for seed in seeds:
        outcome = FUZZERS[name](seed, folder)
        slowest = max(slowest, (outcome.seconds, seed))
        if outcome.failure:
            failures += 1
            print(f"  FAILURE {outcome.failure}\n    repeat it: python -m fuzz {name} --seed {seed}", flush=True)
        elif outcome.accepted:
            accepted += 1
        else:
            refused += 1
    took = time.perf_counter() - started
    slow = f"slowest {1e3 * slowest[0]:.0f} ms (seed {slowest[1]})"
    counts = f"{len(seeds)} tried, {accepted} accepted, {refused} refused, {failures} failures"
    print(f"{name}: {counts}, {slow}, {took:.1f} s", flush=True)
    return failures


if __name__ == "__main__":
    sys.exit(main())
