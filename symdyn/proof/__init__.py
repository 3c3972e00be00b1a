"""Proof before print: programs against the exact witness, and printed code against its program.

In reading order: `prove` (what is proved, and the refusal), `point` (a random point of a field), `programs` (programs
evaluated there), `truth` (what the witness says there), `claims` (what must hold of each kernel); then `printed`
(functions against programs), `text` (code read back as assignments), `expressions` (their values); and `laws`
(controllers against their equations).
"""

from symdyn.proof.laws import PrintedLaw, prove_law
from symdyn.proof.printed import Printed
from symdyn.proof.prove import Derived, Question, prove_programs, prove_text

__all__ = ["Derived", "Printed", "PrintedLaw", "Question", "prove_law", "prove_programs", "prove_text"]
