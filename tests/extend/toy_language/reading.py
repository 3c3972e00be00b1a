"""Kernels read back: entries counted from 0, as the proof counts them. Knows nothing of what prints."""

import re
from collections.abc import Iterator, Mapping

from symdyn.ir.op import COS, SIGN, SIN
from symdyn.ir.program import Program
from symdyn.proof.text import Assignment, Listing, Printed, Reading, UnreadableError, entries

FUNCTION = re.compile(r"^function (\w+)\(([^)]*)\)\n(.*?)^end$", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"^pi = \{\n(.*?)^\}$", re.MULTILINE | re.DOTALL)
ASSIGNMENT = re.compile(r"(?:local (\w+)|(\w+\[\d+\])) = (.+)")
ENTRY = re.compile(r"\[(\d+)\]")


def read_toy(printed: Printed, programs: Mapping[str, Program]) -> Reading:
    text = printed.files[f"{printed.robot}.toy"]
    table, found = TABLE.search(text), FUNCTION.findall(text)
    if sorted(name for name, _, _ in found) != sorted(programs):
        raise UnreadableError("a function is missing, or one too many")
    return Reading(
        listings={
            name: Listing(tuple(parameters.split(", ")), tuple(_steps(programs[name], body)))
            for name, parameters, body in found
        },
        prefix="",
        functions={"math.sin": SIN, "math.cos": COS, "sign": SIGN},
        scalar="double",
        table=() if table is None else entries(table.group(1)),
    )


def _steps(program: Program, body: str) -> Iterator[Assignment]:
    *lines, last = (line.strip() for line in ENTRY.sub(lambda match: f"[{int(match[1]) - 1}]", body).splitlines())
    if last != f"return {', '.join(port.name for port in program.outputs)}":
        raise UnreadableError(f"{program.name}: {last}")
    for line in lines:
        match = ASSIGNMENT.fullmatch(line)
        if match is None:
            raise UnreadableError(f"{program.name}: {line}")
        yield Assignment(match[1] or match[2], match[3])
