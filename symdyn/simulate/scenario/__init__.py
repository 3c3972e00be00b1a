"""Scenarios: the file and what it says."""
