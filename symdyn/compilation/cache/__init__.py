"""Compiled libraries, kept."""
