"""Controllers of a package. Laws and what writes them are loaded where one is asked for: most runs ask for none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from symdyn.closure.door import closure_of
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.emit import Facts, StagedKernel, backends
from symdyn.model import NumericRobot
from symdyn.options import Options
from symdyn.package.loop_closing import loop_closing
from symdyn.parameters.plausible import plausible_full

if TYPE_CHECKING:
    from symdyn.control import LawCode, Plan


def law_names(options: Options) -> Collection[str]:
    """Return the names of all laws; nothing where no law is asked for."""
    if not options.laws:
        return ()
    from symdyn.control import every_law

    return every_law()


def called_kernels(options: Options) -> frozenset[str]:
    """Return the names of the kernels that the laws asked for call."""
    if not options.laws:
        return frozenset()
    from symdyn.control import kernels_of

    return frozenset(kernels_of(options.laws))


def lawless_languages(options: Options) -> list[str]:
    """Return those of the languages in which no law is written."""
    return [name for name, backend in backends(options.languages).items() if backend.law is None]


def law_plans(robot: NumericRobot, options: Options) -> list[Plan]:
    """Plan every law that is asked for."""
    if not options.laws:
        return []
    from symdyn.control import Following, every_law, law_plan

    full, following = plausible_full(robot), None
    if isinstance(closure_of(robot), IterativeClosure):
        data = loop_closing(robot)
        following = Following(data.closed_at, data.largest_gap(options.scalar))
    return [law_plan(every_law()[law], robot, options, full, following) for law in options.laws]


def law_codes(plans: Sequence[Plan], facts: Facts, kernels: Sequence[StagedKernel]) -> tuple[LawCode, ...]:
    """Write every planned law."""
    if not plans:
        return ()
    from symdyn.control import law_code

    return tuple(law_code(plan, facts, kernels) for plan in plans)
