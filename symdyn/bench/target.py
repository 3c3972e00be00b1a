"""Instructions of generated functions on a Cortex-M4F, counted under QEMU, and their stack.

Counts belong to a compiler and its flags, and are no cycles: a Cortex-M4F without wait states takes about one for most
instructions, one to three more for a load or a branch, and 14 for a division or a root. They are the same in every
run, and their largest value over many states is nearly the worst case: the code has no loops with data-dependent
bounds, and few branches. So they are measured where a user asks, and no part of what is generated.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from shutil import which

from symdyn.bench.footprint import footprint
from symdyn.errors import InputError
from symdyn.interface import Interface, KernelInterface, LawInterface

BOARD = ("board.h", "board.c", "memory.ld")
FLAGS = "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -O2"
COMPILER, EMULATOR = "arm-none-eabi-gcc", "qemu-system-arm"
QEMU = (EMULATOR, "-machine", "mps2-an386", "-nographic", "-icount", "shift=6", "-semihosting-config")
INSTRUCTIONS_A_TICK = 5 / 8  # 40 ns of 64
STATES = 64
LONGEST = 300  # s
TARGETS = ("cortex-m4f",)


@dataclass(frozen=True, slots=True)
class Counted:
    """A function on the target: instructions of a call, the most of STATES, and bytes of code and stack."""

    name: str
    instructions: int
    code_bytes: int
    stack_bytes: int


def counted(interface: Interface, flags: str | None = None) -> tuple[str, tuple[Counted, ...]]:
    """Return what compiled them, and what functions of a package take; its C must be in float, without batches."""
    for tool in (COMPILER, EMULATOR):
        if which(tool) is None:
            raise InputError(f"needs {tool}, which is not here", field="--target")
    texts = {name: text for name, text in interface.files.items() if name.endswith((".c", ".h"))}
    texts = {name: text for name, text in texts.items() if "_selftest" not in name}
    chosen = FLAGS if flags is None else flags
    sizes = footprint(texts, f"{COMPILER} {chosen}")
    ticks = _run(texts, calls(interface), chosen.split())
    rows = (
        Counted(name, round(ticks[name] * INSTRUCTIONS_A_TICK), size["code_bytes"], size["stack_bytes"])
        for name, size in sizes["functions"].items()
        if name in ticks
    )
    return f"{sizes['compiler']}, {chosen}", tuple(rows)


def _run(texts: Mapping[str, str], program: str, flags: list[str]) -> dict[str, int]:
    with tempfile.TemporaryDirectory(prefix="symdyn-target-") as folder:
        place = Path(folder)
        board = {name: files("symdyn.bench").joinpath("board", name).read_text(encoding="utf-8") for name in BOARD}
        for name, text in {**texts, **board, "calls.c": program}.items():
            (place / name).write_text(text, encoding="utf-8")
        sources = sorted(name for name in (*texts, *board, "calls.c") if name.endswith(".c"))
        build = [COMPILER, *flags, "-std=gnu99", "-fno-math-errno", "-nostartfiles", "-T", "memory.ld", *sources]
        _done([*build, "-lm", "-o", "image"], place, "does not compile the code")
        said = _done([*QEMU, "enable=on,target=native", "-kernel", "image"], place, "did not run it to its end")
    return {name: int(count) for name, count in (line.split() for line in said.splitlines() if line.strip())}


def _done(command: list[str], place: Path, fault: str) -> str:
    try:
        ran = subprocess.run(
            command,
            cwd=place,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,  # QEMU writes there what the board says
            text=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise InputError(f"{command[0]} {fault} in {LONGEST} s", field="--target") from None
    if ran.returncode:
        first = next(iter(ran.stdout.strip().splitlines()), f"exit {ran.returncode}")
        raise InputError(f"{command[0]} {fault}: {first}", field="--target")
    return ran.stdout


def calls(interface: Interface) -> str:
    """Return the program that calls every kernel and every step on STATES states, and reports the most ticks."""
    headers = dict.fromkeys([f"{interface.name}.h", *(f"{law.name}.h" for law in interface.laws)])
    parts = [f'#include "{name}"' for name in headers]
    parts += ['#include "board.h"', "static uint32_t nothing;"]
    parts += [_kernel(interface, kernel) for kernel in interface.kernels]
    parts += [_law(law) for law in interface.laws if not law.watches]
    names = [kernel.name for kernel in interface.kernels] + [law.law for law in interface.laws if not law.watches]
    body = [f"    measure_{name}();" for name in names]
    empty = ["    const uint32_t begin = ticks();", "    nothing = ticks() - begin;"]
    return "\n".join([*parts, "void measure(void);", "void measure(void)", "{", *empty, *body, "}", ""])


def _kernel(interface: Interface, kernel: KernelInterface) -> str:
    function = f"{interface.name}_{kernel.name}"
    arrays = [f"    static float {one.name}[{one.size}];" for one in (*kernel.inputs, *kernel.outputs)]
    fills = [_filled(one.name, one.size, interface.name) for one in kernel.inputs]
    given = ", ".join(one.name for one in (*kernel.inputs, *kernel.outputs))
    return _measured(kernel.name, function, arrays, [], fills, f"{function}({given});")


def _filled(name: str, size: int, robot: str) -> str:
    if name == "pi":
        return f"for (int i = 0; i < {size}; ++i) {{ pi[i] = {robot}_pi[i]; }}"
    return f"fill({name}, {size}, 0.0f, {'3.0f' if name == 'q' else '1.0f'});"


def _law(law: LawInterface) -> str:
    n, u = law.n, len(law.theta_names)
    seen = ("q", "qd", "q_d", "qd_d", "qdd_d")
    arrays = [f"    static float {one}[{n}];" for one in (*seen, "tau")] + [f"    static {law.name} self;"]
    theta = [f"{law.name}_theta"] if u else []
    start = [f"{law.name}_init({', '.join(['&self', f'&{law.name}_default_gains', *theta])});"]
    fills = [f"fill({one}, {n}, 0.0f, {'3.0f' if one == 'q' else '1.0f'});" for one in seen]
    fills += [f"for (int i = 0; i < {n}; ++i) {{ q_d[i] = q[i] + 0.01f * q_d[i]; }}"]
    return _measured(
        law.law,
        f"{law.name}_step",
        arrays,
        start,
        fills,
        f"(void){law.name}_step(&self, 0.001f, {', '.join(seen)}, tau);",
    )


def _measured(name: str, function: str, arrays: list[str], start: list[str], fills: list[str], call: str) -> str:
    def lines() -> Iterator[str]:
        yield from (f"static void measure_{name}(void)", "{", *arrays, "    uint32_t most = 0u;")
        yield from (f"    {line}" for line in start)
        yield f"    for (int state = 0; state < {STATES}; ++state) {{"
        yield from (f"        {line}" for line in fills)
        yield from ("        const uint32_t begin = ticks();", f"        {call}")
        yield "        const uint32_t took = ((ticks() - begin) & 0xFFFFFFu) - nothing;"
        yield from ("        most = took > most ? took : most;", "    }", f'    report("{function}", most);', "}")

    return "\n".join(lines())
