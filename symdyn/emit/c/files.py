"""Files: header, source, self-test and build file of a robot in C, and all that their templates may see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.emit.backend import Content, Written
from symdyn.emit.c.function import target_of
from symdyn.emit.c.kernel import CKernel, c_kernel
from symdyn.emit.c.lanes import lanes_text
from symdyn.emit.c.language import NAME, c_notation
from symdyn.emit.c.selftest import selftest_view
from symdyn.emit.c.sincos import sincos_text
from symdyn.emit.kernel_text import repetitions
from symdyn.emit.templates import fill
from symdyn.emit.view import RobotView, robot_view
from symdyn.ir.op import Op

BUILD = """```sh
cmake -S . -B build && cmake --build build && ctest --test-dir build   # builds the library, runs the self-test
cc -std=c99 -O3 -ffp-contract=fast -c {name}*.c                        # or compile the files yourself
```

| flag | what it does here |
|---|---|
| `-O3` | sines and cosines, and the samples of a batch, in vector registers; `-O2` does it with gcc 12 and clang too |
| `-ffp-contract=fast` | `a*b + c` in one instruction where there is one; `gcc -std=c99` never does it by itself |
| `-march=native` | vectors as wide as this machine's; for another target, its own `-march`, `-mcpu` or `-mfpu` |
| `-fno-trapping-math` | selections without branches; no result changes |

No flag is needed for right results, and `-ffast-math` keeps the sines and cosines right too. No allocation, no
recursion, no writable globals: safe in an interrupt."""
OF_BATCHES = " A batch keeps a block of samples on the stack, a few kilobytes."

OF_ROOTS = "| `-fno-math-errno` | a square root in one instruction, also of a vector of samples; no result changes |\n"
OF_SAMPLES = ", and the samples of a batch,"
BEFORE_ROOTS = "| `-fno-trapping-math` |"


@dataclass(frozen=True, slots=True)
class CView:
    """What the header, the source and the build file show."""

    robot: RobotView
    macro: str
    scalar: str
    pi_remark: str
    values: tuple[str, ...]
    uses_sign: bool
    uses_roots: bool
    lanes: str
    trigonometry: str
    sources: str
    headers: str
    selftest_default: str
    batch: bool
    kernels: tuple[CKernel, ...]


def c_files(content: Content) -> Written:
    """Write the kernels as C."""
    name, view = content.facts.name, _view(content)
    return Written(
        files={
            f"{name}.h": fill("c/header.h.jinja", view),
            f"{name}.c": fill("c/source.c.jinja", view),
            f"{name}_selftest.c": fill("c/selftest.c.jinja", selftest_view(content)),
            "CMakeLists.txt": fill("c/CMakeLists.txt.jinja", view),
        },
        about={
            f"{name}.h": "declarations, sizes, the table of parameters",
            f"{name}.c": "the kernels, C99",
            f"{name}_selftest.c": "golden vectors; runs on a target without an operating system",
            "CMakeLists.txt": "a library target and the self-test",
        },
        sections={"Build the C": _build(view)},
    )


def _build(view: CView) -> str:
    """Say how to build the code, and what flags do for it."""
    text = BUILD.format(name=view.robot.name) + (OF_BATCHES if view.batch else "")
    text = text if view.batch else text.replace(OF_SAMPLES, "")
    return text.replace(BEFORE_ROOTS, OF_ROOTS + BEFORE_ROOTS) if view.uses_roots else text


def _view(content: Content) -> CView:
    facts, kernels = content.facts, content.kernels
    target, same = target_of(facts), repetitions(kernels)
    used = {instruction.op for kernel in kernels for instruction in kernel.program.instructions}
    literal = c_notation(target.scalar, facts.name).literal
    values = tuple(_signed(literal, value) for value in facts.printed_pi or ())
    beside = [name for one in content.beside for name in one.texts[NAME].files if name.endswith(".c")]
    return CView(
        robot=robot_view(facts),
        macro=target.macro,
        scalar=target.scalar,
        pi_remark=f"The robot file's values are in {facts.name}_pi." if values else "",
        values=values,
        uses_sign=Op.SIGN in used,
        uses_roots=Op.SQRT in used,
        lanes=lanes_text(target, kernels),
        trigonometry=sincos_text(target, kernels),
        sources=" ".join((f"{facts.name}.c", *beside)),
        headers=" ".join(name.removesuffix(".c") + ".h" for name in (f"{facts.name}.c", *beside)),
        selftest_default=f"${{{facts.name}_selftest_default}}",
        batch=target.options.batch,
        kernels=tuple(c_kernel(kernel, target, same.get(kernel.name)) for kernel in kernels),
    )


def _signed(literal: Callable[[Exact], str], value: Exact) -> str:
    return f"-{literal(-value)}" if to_float(value) < 0 else literal(value)
