"""Expressions of robot files."""
