"""Findings, written down.

| file | idea |
|---|---|
| table.py | for a person |
| machine.py | as JSON and as JUnit |
"""
