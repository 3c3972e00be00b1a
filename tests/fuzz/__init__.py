"""Structure-aware fuzzers: valid inputs drawn at random, then broken in one to three places.

Whatever comes out is accepted, or refused with symdyn's own error: one line of at most 300 characters. Nothing else is
raised, nothing takes longer than a few seconds, nothing is executed and nothing is written. A case depends on its
number alone: `python -m fuzz robots --seed 1234` with `tests` on the path repeats it.
"""
