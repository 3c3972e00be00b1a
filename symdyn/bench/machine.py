"""What times were measured on, in words: nothing that names a user, a host or a folder."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

WIDTHS = (("avx512f", "AVX-512"), ("avx2", "AVX2"), ("avx", "AVX"), ("asimd", "NEON"), ("sse2", "SSE2"))


def machine() -> dict[str, Any]:
    """Describe the processor, the system and how busy it is."""
    name, flags = _processor()
    found: dict[str, Any] = {
        "processor": name or platform.processor() or platform.machine(),
        "architecture": platform.machine(),
        "vectors": next((label for flag, label in WIDTHS if flag in flags), "unknown"),
        "cores": os.cpu_count() or 1,
        "system": platform.system(),
        "libc": " ".join(platform.libc_ver()).strip() or "unknown",
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }
    return found


def machine_text(found: dict[str, Any]) -> str:
    """Return the description in one line."""
    cores = f"{found['cores']} core{'s' if found['cores'] > 1 else ''}"
    busy = "" if found["load"] is None else f", load {found['load']}"
    parts = (found["processor"], found["architecture"], found["vectors"], cores, found["system"], found["libc"])
    return ", ".join(str(part) for part in parts) + busy


def _processor() -> tuple[str, set[str]]:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "", set()
    rows = [line.partition(":") for line in text.splitlines()]
    fields = {key.strip(): value.strip() for key, _, value in reversed(rows) if value}
    return fields.get("model name", ""), set(fields.get("flags", fields.get("Features", "")).split())
