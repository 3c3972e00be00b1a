"""A law for one robot as generated code: its files, and what the robot's other files say of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from symdyn.control.c_law import c_law_files
from symdyn.control.law_selftest import law_selftest
from symdyn.control.plan import Plan
from symdyn.control.python_law import python_law_text
from symdyn.emit import Beside, BesideText, Facts, StagedKernel, backends
from symdyn.emit.backend import LawWriter

C_USE = """```c
#include "{name}.h"

static {name} controller;   /* {bytes} bytes, yours: as many controllers as you like */
{scalar} q[{n}], qd[{n}], q_d[{n}], qd_d[{n}], qdd_d[{n}], tau[{n}];
{name}_gains gains = {name}_default_gains;   /* then change what you tune */

if ({name}_init(&controller, &gains{theta}) != 0) {{ /* a gain cannot be used: the code says which */ }}
if ({name}_step(&controller, {dt}, q, qd, q_d, qd_d, qdd_d, tau) != 0) {{ /* tau is zero: brake */ }}
```"""
PYTHON_USE = """```python
import {name}

controller = {name}.Controller({start})
tau = controller.step(0.001, q, qd, q_d, qd_d, qdd_d)
```"""


@dataclass(frozen=True, slots=True)
class LawCode:
    """A planned law and its text."""

    plan: Plan
    text: Beside

    @property
    def name(self) -> str:
        """The law's name."""
        return self.plan.law.name


def law_code(plan: Plan, facts: Facts, kernels: Sequence[StagedKernel]) -> LawCode:
    """Write a law's files; ``kernels`` has those that the law calls."""
    texts = {name: write(plan, facts, kernels) for name, write in law_writers(facts.options.languages).items()}
    return LawCode(plan, Beside(name=f"law_{plan.law.name}", title=plan.law.summary, texts=texts))


def _in_c(plan: Plan, facts: Facts, kernels: Sequence[StagedKernel]) -> BesideText:
    name = plan.name
    return BesideText(
        files=c_law_files(plan, facts),
        about={f"{name}.h": f"{plan.law.summary}: gains, state, functions", f"{name}.c": "the law, C99"},
        usage=_c_use(plan),
        selftest=law_selftest(plan, facts, kernels),
    )


def _in_python(plan: Plan, facts: Facts, kernels: Sequence[StagedKernel]) -> BesideText:
    name = plan.name
    return BesideText(
        files={f"{name}.py": python_law_text(plan, facts)},
        about={f"{name}.py": "the same law in NumPy"},
        usage=PYTHON_USE.format(name=name, start="" if plan.theta.values is not None else "theta=theta"),
    )


WRITTEN_HERE: Mapping[str, LawWriter] = {"c": _in_c, "python": _in_python}


def law_writers(languages: Iterable[str]) -> dict[str, LawWriter]:
    """Return what writes laws in each of the languages, here or in its folder; not of those in which nothing does."""
    writers = {name: WRITTEN_HERE.get(name, backend.law) for name, backend in backends(languages).items()}
    return {name: writer for name, writer in writers.items() if writer is not None}


def _c_use(plan: Plan) -> str:
    theta = "" if not plan.u else (f", {plan.name}_theta" if plan.theta.values is not None else ", theta")
    scalar = plan.options.scalar
    dt = "0.001f" if scalar == "float" else "0.001"
    return C_USE.format(name=plan.name, bytes=plan.state_bytes, scalar=scalar, n=plan.n, theta=theta, dt=dt)
