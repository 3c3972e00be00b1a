"""Texts and mappings as trees."""
