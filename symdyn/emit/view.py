"""All that code templates may see. Every text is finished here; templates only lay it out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.emit.c_function import Target
from symdyn.emit.c_kernel import CKernel, c_kernel
from symdyn.emit.combination import parameter_rows
from symdyn.emit.facts import Facts
from symdyn.emit.kernel_text import StagedKernel, repetitions
from symdyn.emit.lanes_view import lanes_text
from symdyn.emit.language import c_language
from symdyn.emit.python_kernel import PythonKernel, python_kernel
from symdyn.emit.sincos_view import sincos_text
from symdyn.ir.op import Op


@dataclass(frozen=True, slots=True)
class CodeView:
    """What the C header, the C source and the Python module show."""

    banner: tuple[str, ...]
    title: str
    name: str
    macro: str
    version: str
    robot_hash: str
    scalar: str
    dtype: str
    n: int
    p: int
    k: int
    joints: tuple[str, ...]
    joint_names: str
    pi_names: tuple[str, ...]
    takes_pi: bool
    pi_remark: str
    parameter_table: tuple[str, ...]
    values: tuple[str, ...]
    uses_sign: bool
    lanes: str
    trigonometry: str
    sources: str
    kernels: tuple[CKernel, ...] | tuple[PythonKernel, ...]


def c_view(facts: Facts, kernels: Sequence[StagedKernel], more_sources: Sequence[str] = ()) -> CodeView:
    """Return the view of the C header, the source and the build file; ``more_sources`` are built too."""
    scalar = facts.options.scalar
    literal = c_language(scalar, facts.name).literal
    values = [value for value in facts.pi_values if value is not None] if facts.has_values and facts.takes_pi else []
    target = Target(facts.name, facts.macro, facts.options)
    same = repetitions(kernels)
    return replace(
        _code_view(facts, tuple(c_kernel(kernel, target, same.get(kernel.name)) for kernel in kernels)),
        values=tuple(_signed(literal, value) for value in values),
        pi_remark=f"The robot file's values are in {facts.name}_pi." if values else "",
        uses_sign=any(instruction.op is Op.SIGN for kernel in kernels for instruction in kernel.program.instructions),
        lanes=lanes_text(target, kernels),
        trigonometry=sincos_text(target, kernels),
        sources=" ".join((f"{facts.name}.c", *more_sources)),
    )


def python_view(facts: Facts, kernels: Sequence[StagedKernel]) -> CodeView:
    """Return the view of the Python module."""
    known = facts.has_values and facts.takes_pi
    values = [repr(to_float(value)) for value in facts.pi_values if value is not None] if known else []
    same = repetitions(kernels)
    written = tuple(python_kernel(kernel, known, same.get(kernel.name)) for kernel in kernels)
    return replace(_code_view(facts, written), values=tuple(values))


def _code_view(facts: Facts, kernels: tuple[CKernel, ...] | tuple[PythonKernel, ...]) -> CodeView:
    return CodeView(
        banner=facts.banner,
        title=title(facts),
        name=facts.name,
        macro=facts.macro,
        version=facts.version,
        robot_hash=facts.robot_hash,
        scalar=facts.options.scalar,
        dtype="float64" if facts.options.scalar == "double" else "float32",
        n=len(facts.joint_names),
        p=len(facts.parameter_names),
        k=len(facts.pi_names),
        joints=facts.joint_names,
        joint_names=", ".join(facts.joint_names),
        pi_names=facts.pi_names,
        takes_pi=facts.takes_pi,
        pi_remark="",
        parameter_table=parameter_rows(facts.pi_names, facts.pi_weights),
        values=(),
        uses_sign=False,
        lanes="",
        trigonometry="",
        sources="",
        kernels=kernels,
    )


def title(facts: Facts) -> str:
    """One sentence that says what the files are."""
    how = "with the robot file's parameters baked in" if facts.options.fold else "with parameters at run time"
    return f"Dynamics kernels of the robot '{facts.name}', {how}."


def _signed(literal: Callable[[Exact], str], value: Exact) -> str:
    return f"-{literal(-value)}" if to_float(value) < 0 else literal(value)
