"""What others have added since it was registered: what is made with it is not kept.

The cache tells symdyn's own source from an older one, not theirs.
"""

ADDED: set[str] = set()
"""Modules that take part in generation, whatever the robot."""

WORDS: set[str] = set()
"""Words of robot files that others have given a meaning: they take part where a robot has one of them."""
