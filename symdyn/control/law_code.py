"""A law for one robot as generated code: its files, and what the robot's other files say of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from symdyn.control.c_law import c_law_files
from symdyn.control.law_selftest import law_selftest
from symdyn.control.plan import Plan
from symdyn.control.python_law import python_law_text
from symdyn.emit import Beside, Facts, StagedKernel
from symdyn.interface.rules import MEANINGS

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
    name, files, about, usage = plan.name, dict[str, str](), dict[str, str](), []
    in_c = "c" in facts.options.languages
    if in_c:
        files |= c_law_files(plan, facts)
        about |= {f"{name}.h": f"{plan.law.summary}: gains, state, functions", f"{name}.c": "the law, C99"}
        usage.append(_c_use(plan))
    if "python" in facts.options.languages:
        files[f"{name}.py"] = python_law_text(plan, facts)
        about[f"{name}.py"] = "the same law in NumPy"
        usage.append(PYTHON_USE.format(name=name, start="" if plan.theta.values is not None else "theta=theta"))
    text = Beside(
        name=f"law_{plan.law.name}",
        title=plan.law.summary,
        files=files,
        about_files=about,
        usage="\n\n".join(usage),
        selftest=law_selftest(plan, facts, kernels) if in_c else "",
        headers=(f"{name}.h",) if in_c else (),
        sources=(f"{name}.c",) if in_c else (),
    )
    return LawCode(plan, text)


def _c_use(plan: Plan) -> str:
    theta = "" if not plan.u else (f", {plan.name}_theta" if plan.theta.values is not None else ", theta")
    scalar = plan.options.scalar
    dt = "0.001f" if scalar == "float" else "0.001"
    return C_USE.format(name=plan.name, bytes=plan.state_bytes, scalar=scalar, n=plan.n, theta=theta, dt=dt)


def law_entry(plan: Plan) -> dict[str, Any]:
    """Return what the manifest says of a law; a bound that is not there is null."""
    return {
        "kernels": list(plan.law.kernels),
        "adapts": plan.law.adapts,
        "theta": list(plan.theta.names),
        "state_bytes": plan.state_bytes,
        "gains": {
            gain.name: {
                "shape": list(gain.shape),
                "unit": gain.gain.unit,
                "range": MEANINGS[gain.gain.rule].range,
                "default": [None if abs(value) == float("inf") else value for value in gain.default],
                "default_rule": gain.gain.default_rule,
            }
            for gain in plan.gains
        },
    }
