"""Texts: bundled robots and scenarios, and reading files of users safely."""
