"""Files: header, source, self-test and build file of a robot in C, and all that their templates may see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from symdyn.emit.backend import Content, Written
from symdyn.emit.c.function import target_of
from symdyn.emit.c.kernel import CKernel
from symdyn.emit.c.language import NAME
from symdyn.emit.c.selftest import selftest_view
from symdyn.emit.c.sources import CSource, c_kernels, c_sources, pi_table
from symdyn.emit.templates import fill
from symdyn.emit.view import RobotView, robot_view
from symdyn.interface.layouts import BLOCK
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
OF_BATCHES = " A batch keeps a block of samples on the stack, a few kilobytes; of large matrices up to eighty."

OF_ROOTS = "| `-fno-math-errno` | a square root in one instruction, also of a vector of samples; no result changes |\n"
OF_SAMPLES = ", and the samples of a batch,"
BEFORE_ROOTS = "| `-fno-trapping-math` |"


@dataclass(frozen=True, slots=True)
class CView:
    """What the header and the build file show."""

    robot: RobotView
    macro: str
    scalar: str
    pi_remark: str
    values: tuple[str, ...]
    uses_roots: bool
    sources: str
    headers: str
    selftest_default: str
    batch: bool
    samples: str
    kernels: tuple[CKernel, ...]


def c_files(content: Content) -> Written:
    """Write the kernels as C."""
    name, kernels = content.facts.name, c_kernels(content)
    sources = c_sources(content, kernels)
    texts = {file: fill("c/source.c.jinja", source) for file, source in sources.items()}
    longest_first = sorted(texts, key=lambda file: -len(texts[file]))  # none is left for the end that takes long
    view = _view(content, kernels, longest_first)
    return Written(
        files={
            f"{name}.h": fill("c/header.h.jinja", view),
            **texts,
            f"{name}_selftest.c": fill("c/selftest.c.jinja", selftest_view(content)),
            "CMakeLists.txt": fill("c/CMakeLists.txt.jinja", view),
        },
        about={
            f"{name}.h": "declarations, sizes, the table of parameters",
            **{file: _about(source, len(sources)) for file, source in sources.items()},
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


def _about(source: CSource, sources: int) -> str:
    """Say what is in a source."""
    prefix = f"{source.robot.name}_"
    return "the kernels, C99" + (
        "" if sources == 1 else ": " + ", ".join(kernel.name.removeprefix(prefix) for kernel in source.kernels)
    )


def _view(content: Content, kernels: tuple[CKernel, ...], sources: Iterable[str]) -> CView:
    facts, target, values = content.facts, target_of(content.facts), pi_table(content.facts)
    used = {instruction.op for kernel in content.kernels for instruction in kernel.program.instructions}
    beside = [name for one in content.beside for name in one.texts[NAME].files if name.endswith(".c")]
    return CView(
        robot=robot_view(facts),
        macro=target.macro,
        scalar=target.scalar,
        pi_remark=f"The robot file's values are in {facts.name}_pi." if values else "",
        values=values,
        uses_roots=Op.SQRT in used,
        sources=" ".join((*sources, *beside)),
        headers=" ".join(name.removesuffix(".c") + ".h" for name in (f"{facts.name}.c", *beside)),
        selftest_default=f"${{{facts.name}_selftest_default}}",
        batch=target.options.batch,
        samples=f"{BLOCK[target.scalar]}",
        kernels=kernels,
    )
