"""Kernels of a generated Python module, read back."""

from __future__ import annotations

import re
from collections.abc import Collection

import numpy as np

from symdyn.interface.modules import load_module
from symdyn.proof.text import Assignment, Listing, UnreadableError

_SAMPLES_INDEX = re.compile(r"\[\.\.\., (\d+)\]")
_FUNCTION = re.compile(r"^def (\w+)\(([^)]*)\):\n(.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
_DOCSTRING = re.compile(r'^    """.*?"""\n', re.DOTALL)
_SKIPPED = re.compile(r'(\w+) = _array\(\1, \d+, "\1"\)|shape = .*|\w+ = np\.empty\(.*\)|')
_ENTRY = re.compile(r"\w+\[\d+\]")
_CALL = re.compile(r"return (\w+)\(([\w, ]*)\)")


def read_python(text: str, robot: str, wanted: Collection[str]) -> dict[str, Listing]:
    """Return the kernels of a module by name; what stands before them is run and tried."""
    start = text.find("\n\ndef _array(")
    head, kernels = text[: text.find("\n\n\ndef ", start + 3)], text[text.find("\n\n\ndef ", start + 3) :]
    _try_head(head, robot)
    found: dict[str, Listing] = {}
    for name, parameters, body in _FUNCTION.findall(kernels):
        if name in found or name not in wanted:
            raise UnreadableError(f"{name} is defined twice, or by nobody's wish")
        names = tuple(piece.strip().removesuffix("=PI") for piece in parameters.split(","))
        found[name] = _listing(name, names, _DOCSTRING.sub("", body, count=1))
    others = [line for line in kernels.splitlines() if line[:1].strip() and not line.startswith("def ")]
    if others:
        raise UnreadableError(others[0])
    return found


def _try_head(head: str, robot: str) -> None:
    """See that the function which makes arrays leaves numbers as they are."""
    tried = np.arange(6.0).reshape(2, 3)
    module = load_module(head, robot)
    if not np.array_equal(module.__dict__["_array"](tried, 3, "an input"), tried):
        raise UnreadableError("_array changes what it is given")


def _listing(name: str, parameters: tuple[str, ...], body: str) -> Listing:
    lines = [line.strip() for line in _SAMPLES_INDEX.sub(r"[\1]", body.rstrip()).splitlines()]
    first = next(i for i, line in enumerate(lines) if not _SKIPPED.fullmatch(line))
    *assignments, last = lines[first:]
    if call := _CALL.fullmatch(last):
        if assignments or tuple(call.group(2).split(", ")) != parameters:
            raise UnreadableError(f"{name}: {last}")
        return Listing(parameters, (), call.group(1))
    if not last.startswith("return "):
        raise UnreadableError(f"{name} returns nothing")
    steps = [*(_assignment(name, line) for line in assignments), Assignment(RETURNED, last.removeprefix("return "))]
    return Listing(parameters, tuple(steps))


RETURNED = "return"  # the target of what a function returns, which is compared as it stands


def _assignment(name: str, line: str) -> Assignment:
    target, _, expression = line.partition(" = ")
    if not expression or not (target.isidentifier() or _ENTRY.fullmatch(target)):
        raise UnreadableError(f"{name}: {line}")
    return Assignment(target, expression)
