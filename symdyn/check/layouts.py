"""The rows of a batch given to a kernel in columns and in blocks, where its code has functions for these."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from symdyn.check.setting import Values, flat
from symdyn.interface.layouts import BLOCKS
from symdyn.runtime.compiled_kernel import CompiledKernel


def other_layouts(kernel: CompiledKernel, rows: Mapping[str, Values], pi: Values) -> dict[str, Values]:
    """Call a kernel with samples in other layouts; return rows of what it gives, of whole blocks, by what was called.

    Joints that are found by the caller are found for rows alone: then nothing is called.
    """
    ports = [port for port in kernel.inputs if port != "pi"]
    if not rows.keys() >= set(ports):
        return {}
    named = {"pi": pi} if "pi" in kernel.inputs else {}
    count, found = len(rows[ports[0]]), {}
    for layout in kernel.layouts:
        size = kernel.block_size if layout == BLOCKS else count
        blocks = {port: rows[port][: count - count % size].reshape(-1, size, rows[port].shape[-1]) for port in ports}
        turned = {port: np.moveaxis(block, 1, -1) for port, block in blocks.items()}
        given = turned if layout == BLOCKS else {port: block[0] for port, block in turned.items()}
        results = getattr(kernel, layout)(**given, **named)
        several = results if isinstance(results, tuple) else (results,)
        by_blocks = [np.moveaxis(one if layout == BLOCKS else one[None], -1, 1) for one in several]
        found[f"{kernel.__name__} ({layout})"] = np.concatenate(
            [flat(one, one.shape[:2]).reshape(one.shape[0] * one.shape[1], -1) for one in by_blocks], axis=-1
        )
    return found
