"""Torques as matrices times parameters."""
