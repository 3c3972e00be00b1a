"""Findings, written."""
