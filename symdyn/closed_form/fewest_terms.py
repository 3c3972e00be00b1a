"""How many terms a closed form has at least, found without deriving it.

Some letters keep the random values that they have in a finite field. Terms that differ in those letters only fall
together, and none comes into being: what is left has at most as many terms as the closed form, and is derived in a
moment. Joints regain their letters from the base outwards as long as the work is little; so a form of millions of terms
is known to be too long before its first thousands are made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symdyn.algebra.scalar import Ring
from symdyn.closed_form.derivation import Derivation
from symdyn.closed_form.letters import PI, letter_ring
from symdyn.closed_form.polynomial import TooMuchWorkError
from symdyn.ir.evaluate import evaluate
from symdyn.ir.program import Program

MOST_WORK = 2_000_000  # products of two terms: about a second


def known_to_exceed(limit: int, derivation: Derivation, wanted: Sequence[int]) -> bool:
    """Whether some entries of a kernel's output are known to have more terms than a limit, all together."""
    return any(count > limit for with_pi in (False, True) for count in fewest_terms(derivation, wanted, with_pi))


def fewest_terms(derivation: Derivation, wanted: Sequence[int], with_pi: bool) -> Iterator[int]:
    """Yield how many terms entries have at least: with letters for more and more joints, and perhaps for parameters."""
    program = derivation.of(wanted)
    for joints in range(1, derivation.robot.n + 1):
        try:
            yield _terms(derivation, program, joints, with_pi)
        except TooMuchWorkError:
            return


def _terms(derivation: Derivation, program: Program, joints: int, with_pi: bool) -> int:
    """Count terms over the field, with letters for the first joints and perhaps the parameters."""
    field, modulus = derivation.field, derivation.field.modulus
    ring = letter_ring(derivation.robot, lambda x: x % modulus, most_work=MOST_WORK)
    inputs = {
        port: [
            ring.letter(f"{port}{i + 1}") if (with_pi if port == PI else i < joints) else ring.constant(value.value)
            for i, value in enumerate(values)
        ]
        for port, values in derivation.point.items()
    }
    entries = evaluate(program, inputs, Ring(lambda constant: ring.constant(field(constant).value)))
    return sum(len(entry.terms) for entry in entries)
