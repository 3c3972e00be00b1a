"""Arms of six joints with general twists, offsets and inertias: nothing about them is special."""

import random
from typing import Any


def general_arm(seed: int, joints: int = 6) -> dict[str, Any]:
    """A robot in modified DH frames, drawn from a seed."""
    source = random.Random(f"general {seed}")

    def drawn(low: float, high: float) -> str:
        return f"{source.uniform(low, high):.4f}"

    entries = []
    for _ in range(joints):
        a, b, c = (source.uniform(0.02, 0.1) for _ in range(3))
        inertia = {"xx": f"{b + c:.4f}", "yy": f"{a + c:.4f}", "zz": f"{a + b:.4f}"}
        inertia |= {entry: drawn(-0.01, 0.01) for entry in ("xy", "xz", "yz")}
        link = {"mass": drawn(1, 6), "com": [drawn(-0.15, 0.15) for _ in range(3)], "inertia": inertia}
        dh = {"a": drawn(-0.4, 0.4), "alpha": drawn(-1.5, 1.5), "d": drawn(-0.3, 0.3), "theta": drawn(-1, 1)}
        entries.append({"type": "revolute", "dh": dh, "link": link})
    frame = {"frames": "modified_dh", "gravity": [0, 0, "-9.81"]}
    return {"symdyn": 1, "name": f"general{seed}", **frame, "joints": entries}
