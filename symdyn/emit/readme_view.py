"""All that the template of the generated README may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symdyn.algebra.decimals import to_float
from symdyn.emit.combination import combination_text
from symdyn.emit.facts import Facts
from symdyn.emit.kernel_text import StagedKernel, counts_text
from symdyn.emit.view import title
from symdyn.ir.cost import cost
from symdyn.ir.program import Port


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: whatever cells its template names."""

    cells: Mapping[str, str]

    def __getattr__(self, name: str) -> str:
        """Return a cell by its name."""
        try:
            return self.cells[name]
        except KeyError:
            raise AttributeError(name) from None


@dataclass(frozen=True, slots=True)
class ReadmeView:
    """What the README beside the generated code shows."""

    banner: tuple[str, ...]
    title: str
    name: str
    n: int
    joint_names: str
    files: tuple[Row, ...]
    sections: tuple[Row, ...]
    kernels: tuple[Row, ...]
    parameter_table: tuple[Row, ...]


def readme_view(
    facts: Facts, kernels: Sequence[StagedKernel], files: Mapping[str, str], sections: Mapping[str, str]
) -> ReadmeView:
    """Return the view of the README; ``files`` and ``sections`` map names and titles to texts."""
    rows = [
        Row(
            {
                "name": kernel.name,
                "inputs": _ports_text(kernel.program.inputs),
                "outputs": _ports_text(kernel.program.outputs),
                "counts": counts_text(cost(kernel.program)),
            }
        )
        for kernel in kernels
    ]
    table = [
        Row(
            {
                "index": str(i),
                "name": name,
                "combination": combination_text(name, weights),
                "value": "unknown" if value is None else repr(to_float(value)),
            }
        )
        for i, (name, weights, value) in enumerate(
            zip(facts.pi_names, facts.pi_weights, facts.pi_values, strict=True),
        )
    ]
    return ReadmeView(
        banner=facts.banner,
        title=title(facts),
        name=facts.name,
        n=len(facts.joint_names),
        joint_names=", ".join(facts.joint_names),
        files=tuple(Row({"name": name, "what": what}) for name, what in files.items()),
        sections=tuple(Row({"title": heading, "text": text}) for heading, text in sections.items()),
        kernels=tuple(rows),
        parameter_table=tuple(table),
    )


def _ports_text(ports: tuple[Port, ...]) -> str:
    return ", ".join(
        f"`{port.name}`" + (f" ({' x '.join(map(str, port.shape))})" if port.shape else "") for port in ports
    )
