"""All mutants of generated C in one library: each constant may be changed when the program runs, one at a time."""

import re
import subprocess
from pathlib import Path

LITERAL = re.compile(r"(?<![\w.])\d+\.\d*(?:e[+-]?\d+)?f?(?!\w)")
HEAD = """
extern int mutant;
extern double mutant_part;
#define MUTANT(i, x) (mutant == (i) ? (x) + ((x) != 0 ? (x) : 1) * ({scalar})mutant_part : (x))
"""


def with_mutants(source: str, functions: list[str], scalar: str) -> tuple[str, list[str]]:
    """Return a source in which every constant of some functions can be changed, and these constants."""
    constants: list[str] = []

    def numbered(match: re.Match[str]) -> str:
        constants.append(match.group())
        return f"MUTANT({len(constants) - 1}, {match.group()})"

    for name in functions:
        start = source.index("{\n", source.index(f"\nvoid {name}("))
        end = source.index("\n}\n", start)
        source = source[:start] + LITERAL.sub(numbered, source[start:end]) + source[end:]
    head, include, rest = source.partition("#include <math.h>\n")
    return head + include + HEAD.format(scalar=scalar) + rest, constants


def run(folder: Path, files: dict[str, str], driver: str, compiler: str) -> list[list[float]]:
    """Compile the sources with a driver, and return the numbers in every line that it prints."""
    for name, text in {**files, "driver.c": driver}.items():
        (folder / name).write_text(text)
    sources = [name for name in files if name.endswith(".c") and not name.endswith("_selftest.c")]
    subprocess.run([compiler, "-std=c99", *sources, "driver.c", "-o", "driver", "-lm"], cwd=folder, check=True)
    said = subprocess.run([folder / "driver"], capture_output=True, text=True, check=True, timeout=60).stdout
    return [[float(word) for word in line.split()] for line in said.splitlines()]
