"""Inertia tensors turned into the axes of their link: I_link = R I R^T.

Right angles keep the decimals exact; after any other turn the entries are the doubles nearest to the exact ones.
"""

from __future__ import annotations

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.model.written.pose import written_number

TENSOR = ("xx", "xy", "xz", "yy", "yz", "zz")


def turned_tensor(tensor: dict[str, str], R: Mat3[Exact]) -> dict[str, str]:
    """Return the entries of a tensor in other axes."""
    xx, xy, xz, yy, yz, zz = (exact(tensor[key]) for key in TENSOR)
    about_own_axes = Mat3(Vec3(xx, xy, xz), Vec3(xy, yy, yz), Vec3(xz, yz, zz))
    return written_tensor(R @ about_own_axes @ R.T)


def written_tensor(tensor: Mat3[Exact]) -> dict[str, str]:
    """Return the entries of a symmetric matrix as texts."""
    x, y, z = tensor.rows
    return dict(zip(TENSOR, map(written_number, (x.x, x.y, x.z, y.y, y.z, z.z)), strict=True))
