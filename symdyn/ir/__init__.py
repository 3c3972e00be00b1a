"""Straight-line programs, ignorant of robots."""
