"""Proof before print: programs against the exact witness, and printed code against its program.

In reading order: `prove` (what is proved, and the refusal), `point` (a random point of a field), `coupled_point` (one
of a closed robot), `loop_point` (one where loops are closed with roots), `programs` (programs evaluated there),
`angles` (sums of coordinates as rotations) and `directions` (arctangents), `truth` (what the witness says there),
`claims` (what must hold of each kernel), `compared` (and of all of it); then `printed` (functions
against programs), `text` (code read back as assignments, which every language's `reading.py` does), `expressions`
(their values); and `laws` (controllers against their equations, with kernels as `black_boxes`).
"""

from symdyn.proof.laws import PrintedLaw, prove_law, prove_steps
from symdyn.proof.loop_point import LoopPoint, LoopPoints
from symdyn.proof.prove import Derived, Question, prove_programs, prove_text
from symdyn.proof.text import LawReader, Printed
from symdyn.reference.exact import Followed

__all__ = [
    "Derived",
    "Followed",
    "LawReader",
    "LoopPoint",
    "LoopPoints",
    "Printed",
    "PrintedLaw",
    "Question",
    "prove_law",
    "prove_programs",
    "prove_steps",
    "prove_text",
]
