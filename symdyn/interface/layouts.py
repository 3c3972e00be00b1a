"""Layouts: how the samples of a batch lie in memory, and the shapes that arrays have by it.

| layout | an array of n entries | |
|---|---|---|
| rows | (N, n) | a sample after the other |
| columns | (n, N) | an entry of all samples after the other |
| block | (B, n, L) | columns of L samples each, as compiled code works on them |
"""

BLOCK = {"double": 8, "float": 16}
"""Samples in a block: 64 bytes of each entry, the widest vector register there is."""

COLUMNS, BLOCKS = "columns", "block"
LAYOUTS = (COLUMNS, BLOCKS)
"""Those that code may have a function for, beside rows."""


def shape_in(layout: str, entries: tuple[int, ...], count: int, scalar: str) -> tuple[int, ...]:
    """Return the shape of an array whose samples have these entries; blocks are counted as such."""
    if layout == COLUMNS:
        return (*entries, count)
    return (count, *entries, BLOCK[scalar]) if layout == BLOCKS else (count, *entries)
