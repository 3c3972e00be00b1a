"""Robot dynamics written once, over any commutative ring; EQUATIONS.md says which paper says what."""
