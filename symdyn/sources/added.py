"""Modules of others that take part in generation since they were registered: what is made with them is not kept.

The cache tells symdyn's own source from an older one, not theirs.
"""

ADDED: set[str] = set()
