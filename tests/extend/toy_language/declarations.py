"""What a caller must know: the arguments of a kernel."""

from collections.abc import Mapping, Sequence

from symdyn.emit import Facts, StagedKernel
from symdyn.ir.program import Program


def first_line(program: Program) -> str:
    return f"function {program.name}({', '.join(port.name for port in program.inputs)})"


def declarations(facts: Facts, kernels: Sequence[StagedKernel]) -> str:
    return ""  # a file declares itself


def undeclared(facts: Facts, kernels: Sequence[StagedKernel], files: Mapping[str, str]) -> str:
    return ""  # arrays of other sizes are refused when they are used
