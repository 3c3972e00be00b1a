"""Papers' formulations beside a robot's kernels: traced, optimised, proved, and written as C like them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from symdyn.emit import code_files
from symdyn.errors import InputError
from symdyn.model import NumericRobot, Robot
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.package.programs import KNOWN_BEFORE, staged
from symdyn.package.proofs import proved_files
from symdyn.papers.programs import prove_formulation, trace_formulation
from symdyn.papers.table import FORMULATIONS, formulation
from symdyn.parameters.plausible import plausible_parameters
from symdyn.passes import optimise

Progress = Callable[[str], None]


def beside_usual(options: Options, robot: Robot, names: Sequence[str]) -> Options:
    """Return options with the kernels that compute what some formulations compute, unless others are named.

    An InputError where a paper does not treat such robots.
    """
    papers = [formulation(name) for name in names]
    if papers and options.fold:
        raise InputError("goes with kernels; formulations take their parameters at run time", field="--fold")
    for paper in papers:
        paper.require(robot)
    usual = dict.fromkeys(kernel for paper in papers for kernel in paper.usual)
    return options if options.only else replace(options, only=tuple(usual))


def with_formulations(package: Package, robot: NumericRobot, names: Sequence[str], progress: Progress) -> Package:
    """Return a package with the kernels of formulations too."""
    kernels = list(package.kernels)
    for name in names:
        progress(name)
        paper = FORMULATIONS[name]
        program, _ = optimise(trace_formulation(paper, robot), KNOWN_BEFORE)
        kernels.append(staged(paper.kernel(robot), prove_formulation(program, paper, robot)))
    facts, laws = package.facts, [law.text for law in package.laws]
    files = code_files(facts, kernels, plausible_parameters(robot), laws)
    proved_files(robot, facts, kernels, (), files, 0)
    return replace(package, files=files, kernels=tuple(kernels))
