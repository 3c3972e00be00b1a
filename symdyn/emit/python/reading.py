"""Reading: kernels and laws of generated Python modules, read back for the proof that they are what they should be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from symdyn.interface.modules import load_module, load_twin
from symdyn.ir.op import ATAN2, COS, SIGN, SIN, SQRT
from symdyn.ir.program import Program
from symdyn.proof.laws import as_printed
from symdyn.proof.text import Assignment, LawText, Listing, Printed, Reading, UnreadableError, entries

EXACTLY: Mapping[str, partial[Fraction]] = {one: partial(as_printed, scalar=one) for one in ("double", "float")}
EXTREMES = ("max", "min", "tiny", "eps")
_SAMPLES_INDEX = re.compile(r"\[\.\.\., (\d+)\]")
_FUNCTION = re.compile(r"^def (\w+)\(([^)]*)\):\n(.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
_DOCSTRING = re.compile(r'^    """.*?"""\n', re.DOTALL)
_SKIPPED = re.compile(r'(\w+) = _array\(\1, \d+, "\1"\)|shape = .*|\w+ = np\.empty\(.*\)|')
_ENTRY = re.compile(r"\w+\[\d+\]")
_CALL = re.compile(r"return (\w+)\(([\w, ]*)\)")
_TABLE = re.compile(r"^PI = np\.array\(\n    \[\n(.*?)\n    \],", re.MULTILINE | re.DOTALL)


def read_python(printed: Printed, programs: Mapping[str, Program]) -> Reading:
    """Read the kernels of a module; what stands before them is run and tried."""
    text = printed.files[f"{printed.robot}.py"]
    table = _TABLE.search(text)
    return Reading(
        listings=_listings(text, printed.robot, programs),
        prefix="",
        functions={"np.sin": SIN, "np.cos": COS, "np.sign": SIGN, "np.sqrt": SQRT, "np.arctan2": ATAN2},
        scalar="double",  # whatever the kernels' type: a digit more changes nothing
        table=() if table is None else entries(table.group(1)),
    )


def _listings(text: str, robot: str, programs: Mapping[str, Program]) -> dict[str, Listing]:
    start = text.find("\n\ndef _array(")
    head, kernels = text[: text.find("\n\n\ndef ", start + 3)], text[text.find("\n\n\ndef ", start + 3) :]
    _try_head(head, robot)
    found: dict[str, Listing] = {}
    for name, parameters, body in _FUNCTION.findall(kernels):
        if name in found or name not in programs:
            raise UnreadableError(f"{name} is defined twice, or by nobody's wish")
        names = tuple(piece.strip().removesuffix("=PI") for piece in parameters.split(","))
        found[name] = _listing(programs, name, names, _DOCSTRING.sub("", body, count=1))
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


def _listing(programs: Mapping[str, Program], name: str, parameters: tuple[str, ...], body: str) -> Listing:
    program = programs[name]
    lines = [line.strip() for line in _SAMPLES_INDEX.sub(r"[\1]", body.rstrip()).splitlines()]
    first = next(i for i, line in enumerate(lines) if not _SKIPPED.fullmatch(line))
    *assignments, last = lines[first:]
    if call := _CALL.fullmatch(last):
        same_shapes = programs.get(call.group(1), program).outputs == program.outputs
        if assignments or tuple(call.group(2).split(", ")) != parameters or not same_shapes:
            raise UnreadableError(f"{name}: {last}")
        return Listing(parameters, (), call.group(1))
    if last != f"return {_returned(program)}":
        raise UnreadableError(f"{name}: {last}")
    return Listing(parameters, tuple(_assignment(name, line) for line in assignments))


def _returned(program: Program) -> str:
    """Write what a function must return: every output in its shape."""
    shaped = [
        f"{port.name}.reshape((*shape, {', '.join(map(str, port.shape))}))" for port in program.outputs if port.shape
    ]
    return ", ".join([*shaped, *(f"{port.name}[0]" for port in program.outputs if not port.shape)])


def _assignment(name: str, line: str) -> Assignment:
    target, _, expression = line.partition(" = ")
    if not expression or not (target.isidentifier() or _ENTRY.fullmatch(target)):
        raise UnreadableError(f"{name}: {line}")
    return Assignment(target, expression)


def _limits(kind: type[np.floating[Any]]) -> SimpleNamespace:
    """Return the extremes of a type as fractions, which stay fractions in what is made of them."""
    return SimpleNamespace(**{name: Fraction(float(getattr(np.finfo(kind), name))) for name in EXTREMES})


def read_python_law(law: LawText) -> Any:
    """Return a law's module, run on fractions, with a `Controller` that tells what it holds."""
    robot = ModuleType(law.robot)
    robot.__dict__.update(DTYPE=object, N=law.n)
    robot.__dict__.update({kernel: answer for kernel, (_, answer) in law.kernels.items()})
    name = f"{law.robot}_{law.law}"
    module = load_twin(law.files[f"{name}.py"], name, law.robot, robot, exact=EXACTLY[law.scalar])
    module.__dict__["LIMITS"] = _limits(np.float32 if law.scalar == "float" else np.float64)
    module.Controller.remember = lambda self, member, values: setattr(self, member, values)
    module.Controller.held = lambda self, member: getattr(self, member)
    for routine, instead in law.given.items():
        setattr(module.Controller, f"_{routine}", staticmethod(instead))
    return module
