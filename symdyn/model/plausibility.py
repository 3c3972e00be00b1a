"""Is there a body with this inertia? A note, never an error: published tables and identified values often have none.

With the inertia I about the centre of mass, the second moments of the mass are Sigma = trace(I)/2 - I. A body, a set
of positive masses, has Sigma >= 0; that is the triangle inequality between the principal moments, and implies I >= 0.
"""

from __future__ import annotations

import numpy as np

from symdyn.algebra.exact import Exact
from symdyn.algebra.spatial import Mat3
from symdyn.model.notes import NoteKind
from symdyn.model.robot_file.quantities import Reading
from symdyn.model.text.tree import Node

# Rods and plates lie on the boundary, where rounding in the eigenvalues (1e-16) must not decide; decimals in files
# are coarser than this by far.
RELATIVE_TOLERANCE = 1e-9


def note_implausible(node: Node, mass: Exact, about_com: Mat3[Exact], reading: Reading) -> None:
    """Note a tensor about the centre of mass that no body has; where numbers are unknown, say nothing."""
    entries = [reading.decimal(entry) for row in about_com.rows for entry in row]
    kilograms = reading.decimal(mass)
    if kilograms is None or any(entry is None for entry in entries):
        return
    reason = implausible(np.array(entries, dtype=float).reshape(3, 3), kilograms)
    if reason:
        reading.notes.append(node.note(f"no body has this inertia: {reason}", NoteKind.IMPLAUSIBLE))


def implausible(about_com: np.ndarray, mass: float) -> str | None:
    """Say why no body has this inertia about its centre of mass, or None."""
    size = float(np.abs(about_com).max())
    if size == 0:
        return None
    if mass == 0:
        return "the mass is 0 and the inertia is not"
    moments = np.linalg.eigvalsh(about_com)
    if moments[0] < -RELATIVE_TOLERANCE * size:
        return f"a principal moment about the centre of mass is negative ({moments[0]:.6g})"
    if moments[0] + moments[1] - moments[2] < -RELATIVE_TOLERANCE * size:
        small, middle, large = (f"{moment:.6g}" for moment in moments)
        return f"principal moments about the centre of mass break the triangle inequality: {large} > {middle} + {small}"
    return None
