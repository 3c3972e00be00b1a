"""The C loops that are timed: they call a kernel on state after state and read the clock before and after.

Kernel and loop are separate objects, so that no compiler can drop a call or hoist it. A single call writes every
result to the same place, as a controller would; a batch writes rows. The clock is read twice per loop, not per call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symdyn.ir.program import Port

HEAD = """#define _POSIX_C_SOURCE 199309L
#include <stddef.h>
#include <time.h>
{includes}
#if defined(__GNUC__)
#define EXPORTED __attribute__((visibility("default")))
#else
#define EXPORTED
#endif

static double elapsed(struct timespec begin, struct timespec end)
{{
    return 1e9 * (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec);
}}
"""

LOOP = """
{prototype}
double {name}(size_t rounds, size_t states, const {scalar} *const *in, {scalar} *const *out);
EXPORTED double {name}(size_t rounds, size_t states, const {scalar} *const *in, {scalar} *const *out)
{{
    struct timespec begin, end;
{setup}    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (size_t round = 0; round < rounds; ++round) {{
        {body}
    }}
    clock_gettime(CLOCK_MONOTONIC, &end);
    return elapsed(begin, end);
}}
"""
EACH_STATE = "for (size_t i = 0; i < states; ++i) {\n"


@dataclass(frozen=True, slots=True)
class Loop:
    """A timed loop: the C function's name, what it calls on each round, and what that needs declared."""

    name: str
    body: str
    prototype: str = ""
    setup: str = ""


def single_loop(function: str, inputs: Sequence[Port], outputs: Sequence[Port], name: str) -> Loop:
    """Call a kernel once per state; `pi` is one for all."""
    rows = [_row(f"in[{k}]", port) for k, port in enumerate(inputs)]
    arguments = ", ".join([*rows, *(f"out[{k}]" for k in range(len(outputs)))])
    return Loop(name, f"{EACH_STATE}            {function}({arguments});\n        }}")


def batch_loop(function: str, inputs: Sequence[Port], outputs: Sequence[Port], name: str) -> Loop:
    """Call a batched kernel once with all states."""
    pointers = [f"in[{k}]" for k in range(len(inputs))] + [f"out[{k}]" for k in range(len(outputs))]
    return Loop(name, f"{function}(states, {', '.join(pointers)});")


def block_loop(robot: str, kernel: str, inputs: Sequence[Port], outputs: Sequence[Port], name: str) -> Loop:
    """Call a kernel for blocks of columns once with all states; how these lie in memory does not matter to the time."""
    pointers = [f"in[{k}]" for k in range(len(inputs))] + [f"out[{k}]" for k in range(len(outputs))]
    return Loop(name, f"{robot}_{kernel}_block(states / {robot.upper()}_SAMPLES, {', '.join(pointers)});")


def step_loop(function: str, n: int, dt: str, name: str) -> Loop:
    """Take a controller's step once per state; the controller, already started, is where ``out[0]`` points."""
    rows = [f"in[{k}] + {n}u * i" for k in range(5)]
    call = f"{function}_step(({function} *)(void *)out[0], {dt}, {', '.join(rows)}, out[1]);"
    return Loop(name, f"{EACH_STATE}            {call}\n        }}")


def start_text(function: str, theta: int, scalar: str, name: str) -> str:
    """Return a C function that starts a controller with its default gains and given estimates."""
    arguments = ", theta" if theta else ""
    unused = "" if theta else "    (void)theta;\n"
    head = f"int {name}(void *controller, const {scalar} *theta)"
    call = f"{function}_init(({function} *)controller, &{function}_default_gains{arguments})"
    return f"\n{head};\nEXPORTED {head}\n{{\n{unused}    return {call};\n}}\n"


def harness_text(loops: Sequence[Loop], scalar: str, *headers: str) -> str:
    """Return a C file with loops; ``headers`` are included."""
    text = HEAD.format(includes="".join(f'#include "{header}"\n' for header in headers))
    for loop in loops:
        setup = f"{loop.setup}\n" if loop.setup else ""
        text += LOOP.format(name=loop.name, scalar=scalar, body=loop.body, prototype=loop.prototype, setup=setup)
    return text


def _row(pointer: str, port: Port) -> str:
    return pointer if port.name == "pi" else f"{pointer} + {port.size}u * i"
