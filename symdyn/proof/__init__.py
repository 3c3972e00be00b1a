"""Proof before print: programs against the exact witness, and printed code against its program.

In reading order: `prove` (what is proved, and the refusal), `point` (a random point of a field), `programs` (programs
evaluated there), `truth` (what the witness says there), `claims` (what must hold of each kernel); then `printed`
(functions against programs), `text` (code read back as assignments, which every language's `reading.py` does),
`expressions` (their values); and `laws` (controllers against their equations).
"""

from symdyn.proof.laws import PrintedLaw, prove_law
from symdyn.proof.prove import Derived, Question, prove_programs, prove_text
from symdyn.proof.text import Printed

__all__ = ["Derived", "Printed", "PrintedLaw", "Question", "prove_law", "prove_programs", "prove_text"]
