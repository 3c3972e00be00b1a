"""Desired motions."""
