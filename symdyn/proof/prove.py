"""Prove a robot's kernels before they are printed, and their text after: or refuse.

Two steps lead from the independent derivation to the code. Every optimised program equals the derivation at a random
point of a finite field, with exact constants; and every printed function equals its program at another such point,
with constants as they are printed. A program that differs anywhere differs at the point, but for odds of about
degree / p: less than one in 10^15.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from symdyn.algebra.exact import Exact
from symdyn.errors import InputError, ProofError, of_others
from symdyn.ir.program import Program
from symdyn.proof.claims import CLAIMS, WHERE_LOOPS_ARE_OPEN
from symdyn.proof.compared import Kept, not_compared
from symdyn.proof.coupled_point import NotClosedError
from symdyn.proof.loop_point import LoopPoints
from symdyn.proof.point import Point, draw_point
from symdyn.proof.printed import TABLE, read_back
from symdyn.proof.programs import UnprovableError
from symdyn.proof.text import Printed, Reader, UnreadableError
from symdyn.proof.truth import Truth
from symdyn.reference.exact import ExactMechanism, Followed, followed, read_exactly
from symdyn.reference.joints import UnknownJointError

POINTS = 3  # tried where one happens to divide by zero
KEPT_BACK = "nothing was written; please report it with the robot file"


@dataclass(frozen=True, slots=True)
class Derived:
    """A kernel's program, and in words the formulation that it was derived in."""

    program: Program
    formulation: str
    kind: str = ""  # of the claims about it; its name if none is given
    tip: str = ""  # the link that it is of, where that is not the robot's tip


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be proved of a robot: its mapping, kernels, minimal set, and the file's values of `pi`."""

    source: Mapping[str, object]
    kernels: Mapping[str, Derived]
    matrix: Sequence[Sequence[Exact]]  # pi = matrix * full vector
    values: Sequence[Exact | None]  # of pi, by the file
    baked_in: bool = False  # whether programs hold the file's values instead of taking pi
    claimed: Followed | None = None  # where a robot with loops or motors closes, as the programs have it
    loops: LoopPoints | None = None  # finds where loops are closed that are not linear
    pivots: Sequence[int] = ()  # entries of the full vector that pi is named by; asked for with such loops


def prove_programs(robot: str, question: Question) -> int:
    """Return the prime of the field in which all programs equal the independent derivation, or raise a ProofError."""
    try:
        mechanism = read_exactly(question.source)
    except UnknownJointError as error:
        raise InputError(str(error), field=robot) from None
    of_numbers = {name: one for name, one in question.kernels.items() if not _is_regressor(name, one)}
    regressors = {name: one for name, one in question.kernels.items() if name not in of_numbers}
    # a regressor holds no parameters, so its columns are asked with drawn ones: the file's may be zero
    parts = [(of_numbers, True), (regressors, False)] if question.baked_in else [(question.kernels, False)]
    primes = [
        _prove_part(robot, replace(question, kernels=some, baked_in=baked_in), mechanism) for some, baked_in in parts
    ]
    return primes[0]


def _is_regressor(name: str, derived: Derived) -> bool:
    return (derived.kind or name).startswith("regressor")


def _prove_part(robot: str, question: Question, mechanism: ExactMechanism) -> int:
    for seed in range(POINTS):
        programs = [derived.program for derived in question.kernels.values()]
        try:
            at = draw_point(
                mechanism,
                question.matrix,
                programs,
                baked_in=question.baked_in,
                seed=seed,
                closing=followed(question.source, mechanism),
                claimed=question.claimed,
                loops=question.loops,
                pivots=question.pivots,
            )
            _prove_at(robot, question, at)
        except NotClosedError as error:
            raise ProofError(f"{robot}: {error}; {KEPT_BACK}") from error
        except (ZeroDivisionError, ValueError) as error:  # pow(0, -1, p) is a ValueError
            if seed + 1 < POINTS:
                continue
            claims = [CLAIMS[derived.kind or name] for name, derived in question.kernels.items()]
            with suppress(ZeroDivisionError, ValueError), of_others("what is claimed", *claims, inside=True):
                raise error
            raise ProofError(f"{robot}: no point was found to prove the kernels at: {error}; {KEPT_BACK}") from error
        except UnprovableError as error:
            raise ProofError(f"{robot}: {error}, which cannot be proved; {KEPT_BACK}") from error
        _prove_values(robot, question, mechanism, at)
        return at.prime
    raise AssertionError("a point is either proved or refused")


def _prove_at(robot: str, question: Question, at: Point) -> None:
    truth = Truth(at)
    for name, derived in question.kernels.items():
        kind = derived.kind or name
        if kind not in CLAIMS:
            what = f"nothing is claimed of the kernel {name}, so nothing can be proved"
            raise ProofError(f"{robot}: {what}; say what holds with symdyn.proof.claims.register_claims")
        here, known = (at.ajar, Truth(at.ajar)) if at.ajar and kind in WHERE_LOOPS_ARE_OPEN else (at, truth)
        outputs = here.values(derived.program)
        asked: Any = Kept(known.of_tip(derived.tip) if derived.tip else known)
        for what, found, expected in _claims(kind, here, asked, outputs):
            if np.size(found) != np.size(expected):
                sizes = f"{np.size(found)} numbers with {np.size(expected)}"
                raise ProofError(f"{robot}: kernel {name}: what is claimed of {what} compares {sizes}")
            if not at.equal(found, expected):
                where = f"{robot}: kernel {name}, in {derived.formulation}"
                raise ProofError(f"{where}: {what} differs from the independent derivation; {KEPT_BACK}")
        names = [port.name for port in derived.program.outputs]
        for output in not_compared(CLAIMS[kind], here, asked, outputs, names):
            what = f"nothing is claimed of all of its output {output}, so it cannot be proved"
            raise ProofError(f"{robot}: kernel {name}: {what}; say what holds of it in its claims")


def _claims(kind: str, at: Point, truth: Any, outputs: Any) -> Iterator[tuple[str, Any, Any]]:
    known = (ZeroDivisionError, ValueError)  # at this point
    with of_others(f"claims about {kind}", CLAIMS[kind], but=known):
        for claim in CLAIMS[kind](at, truth, outputs):
            if len(claim) != 3:
                raise TypeError("a claim is three: of what, what is found, what is expected")
            yield claim


def _prove_values(robot: str, question: Question, mechanism: ExactMechanism, at: Point) -> None:
    """Compare the file's values of pi with those that the witness reads."""
    for row, value in zip(question.matrix, question.values, strict=True):
        used = [(weight, mechanism.parameters[i]) for i, weight in enumerate(row) if weight]
        if value is None or any(parameter is None for _, parameter in used):
            continue
        image = at.ring.image
        total = sum(image(weight) * image(parameter) for weight, parameter in used if parameter is not None)
        if not at.equal(total, image(value)):
            raise ProofError(f"{robot}: a value of pi is not what the independent reading gives; {KEPT_BACK}")


def prove_text(programs: Mapping[str, Program], printed: Printed, readers: Sequence[Reader]) -> int:
    """Return how many printed functions were read back and equal their programs, or raise a ProofError."""
    count = 0
    try:
        for name, wrong in read_back(programs, printed, readers):
            if wrong is not None:
                raise ProofError(f"{printed.robot}: the printed {name} {wrong}; {KEPT_BACK}")
            count += name != TABLE
    except UnreadableError as error:
        raise ProofError(f"{printed.robot}: printed code cannot be read back: {error}; {KEPT_BACK}") from error
    return count
