"""A law for one robot as generated code: what its languages write it from, and its files in each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from symdyn.control.law_golden import law_golden
from symdyn.control.plan import Plan
from symdyn.control.printable import printable
from symdyn.emit import Beside, Facts, StagedKernel, backends
from symdyn.emit.control_law import ControlLaw
from symdyn.errors import of_others

if TYPE_CHECKING:
    from symdyn.emit.backend import LawWriter


@dataclass(frozen=True, slots=True)
class LawCode:
    """A planned law, the data that it was written from, and its text."""

    plan: Plan
    law: ControlLaw
    text: Beside

    @property
    def name(self) -> str:
        """The law's name."""
        return self.plan.law.name


def law_code(plan: Plan, facts: Facts, kernels: Sequence[StagedKernel]) -> LawCode:
    """Write a law's files; ``kernels`` has those that the law calls."""
    with of_others(f"law {plan.law.name}", *plan.law.routines):
        law = printable(plan)
        golden = partial(law_golden, plan, facts, kernels, law)
        texts = {name: write(law, facts, golden) for name, write in law_writers(facts.options.languages).items()}
    return LawCode(plan, law, Beside(name=f"law_{law.law}", title=law.summary, texts=texts))


def law_writers(languages: Iterable[str]) -> dict[str, LawWriter]:
    """Return what writes laws in each of the languages; not of those in which nothing does."""
    return {name: backend.law for name, backend in backends(languages).items() if backend.law is not None}
