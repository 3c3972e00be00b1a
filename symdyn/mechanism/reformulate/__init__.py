"""Mechanism -> Mechanism: the same motion with less work."""
