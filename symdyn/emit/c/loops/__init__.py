"""Companion code of robots with loops.

| file | idea |
|---|---|
| close.py | `close`: the joints that follow, with a code |
"""
