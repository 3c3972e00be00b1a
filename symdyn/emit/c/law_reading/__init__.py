"""Control laws in C, read back and run on fractions: the text itself is executed, as the language says.

| file | idea |
|---|---|
| words.py | C text as words: comments, numbers, what the preprocessor may do |
| values.py | what memory holds: arrays, structs, and how C converts numbers |
| expressions.py | expressions |
| statements.py | statements, declarations and functions |
| controller.py | a law's files as a controller that can be started |

Nothing here knows what prints. A form that is not known is refused: what cannot be read is not proved. So are reads of
what was never written, entries outside of an array, and divisions of whole numbers, which C would round.
"""

from symdyn.emit.c.law_reading.controller import read_c_law

__all__ = ["read_c_law"]
