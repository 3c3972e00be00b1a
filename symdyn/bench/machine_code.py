"""Bytes of machine code and of stack, from what the compiler made.

Code: the sizes of the kernel and of every function of the same file that it calls, from the object file's symbols;
calls are read off the disassembly. Stack: the frames that the compiler states with `-fstack-usage`, added along the
deepest chain of calls. Not counted are the C library's functions, constants in read-only data, and the red zone below
the stack pointer that some platforms grant to functions without calls (128 bytes on x86-64).
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from symdyn.errors import BuildError

TOOLS = ("objdump", "llvm-objdump")
_SYMBOL = re.compile(r"^([0-9a-f]+) (.).{4}\S*\s*F (\S+)\s+([0-9a-f]+)\s+(?:\.hidden )?(\S+)$", re.MULTILINE)
_HEAD = re.compile(r"^[0-9a-f]+ <([^>]+)>:$")
_NAMED = re.compile(r"<([A-Za-z_][\w.]*)(?:\+0x[0-9a-f]+)?>|R_\w+\s+([A-Za-z_][\w.]*)")


@dataclass(frozen=True, slots=True)
class Function:
    """A function of an object file: its bytes, its frame (None: not stated) and the functions it calls."""

    size: int
    frame: int | None
    calls: frozenset[str]
    public: bool = False


@dataclass(frozen=True, slots=True)
class MachineCode:
    """The functions of one object file."""

    functions: Mapping[str, Function]

    def code_bytes(self, name: str) -> int | None:
        """Return the bytes of a function and of all that it calls, None if it is unknown."""
        reached = self._reached(name)
        return sum(self.functions[one].size for one in reached) if reached else None

    def stack_bytes(self, name: str) -> int | None:
        """Return the bytes of stack of a function and of its deepest chain of calls, None if one is not stated."""
        if name not in self.functions or any(self.functions[one].frame is None for one in self._reached(name)):
            return None
        return self._depth(name, frozenset())

    def _reached(self, name: str) -> set[str]:
        waiting, seen = [name] if name in self.functions else [], set[str]()
        while waiting:
            one = waiting.pop()
            if one not in seen:
                seen.add(one)
                waiting.extend(self._called(one))
        return seen

    def _depth(self, name: str, above: frozenset[str]) -> int:
        function = self.functions[name]
        below = [self._depth(one, above | {name}) for one in self._called(name) if one not in above | {name}]
        return (function.frame or 0) + max(below, default=0)

    def _called(self, name: str) -> set[str]:
        return {one for one in self.functions[name].calls if one in self.functions}


def read_machine_code(objectfile: Path, stack_usage: Path, tools: Sequence[str] = TOOLS) -> MachineCode | None:
    """Read an object file and the stack usage beside it; None if there is no tool that can read it."""
    tool = next((found for name in tools if (found := shutil.which(name))), None)
    if tool is None:
        return None
    symbols = _SYMBOL.findall(_said(tool, "-t", objectfile))
    if not symbols:  # not ELF, or a tool that writes another table
        return None
    names, at = {}, dict[tuple[str, str], str]()
    for address, _, section, _, name in symbols:  # several names of one function are one function
        names[name] = at.setdefault((section, address), name)
    calls = _calls(_said(tool, "-dr", objectfile), names)
    frames = _frames(stack_usage)
    functions = {}
    for _, scope, _, size, name in symbols:
        called = frozenset(calls.get(names[name], ()))
        functions[name] = Function(int(size, 16), frames.get(_plain(name)), called, public=scope == "g")
    return MachineCode(functions)


def _said(tool: str, what: str, objectfile: Path) -> str:
    finished = subprocess.run(
        [tool, what, "--no-show-raw-insn", str(objectfile)],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if finished.returncode != 0:
        raise BuildError(f"{Path(tool).name} cannot read what the compiler made: {finished.stderr.strip()}")
    return finished.stdout


def _calls(disassembly: str, names: Mapping[str, str]) -> dict[str, set[str]]:
    """Return which functions each one names, of this file or another, itself left out."""
    calls: dict[str, set[str]] = {}
    inside: str | None = None
    for line in disassembly.splitlines():
        if head := _HEAD.match(line):
            inside = names.get(head[1])
        elif inside is not None:
            named = {names.get(a or b, a or b) for a, b in _NAMED.findall(line)} - {inside}
            calls.setdefault(inside, set()).update(named)
    return calls


def _frames(stack_usage: Path) -> dict[str, int]:
    """Return the frame of every function from lines `file:line:column:name<tab>bytes<tab>kind`."""
    frames: dict[str, int] = {}
    if stack_usage.is_file():
        for line in stack_usage.read_text(encoding="utf-8").splitlines():
            place, size, *_ = (*line.split("\t"), "0")
            name = _plain(place.rpartition(":")[2])
            frames[name] = max(frames.get(name, 0), int(size))
    return frames


def _plain(name: str) -> str:
    """Return a function's name without what the compiler adds to that of a copy: `.isra.0`, `.part.0`."""
    return name.partition(".")[0]
