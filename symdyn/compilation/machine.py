"""Which processor this is: code compiled for the machine at hand must not be loaded on another that shares its home."""

import os
import platform
import subprocess
import sys
from functools import cache
from pathlib import Path

_TELLING_FIELDS = frozenset(
    {"vendor_id", "model name", "flags", "CPU implementer", "CPU part", "Features", "isa", "cpu", "uarch"}
)
"""What /proc/cpuinfo says about instructions; clock rates and core numbers change from call to call."""


@cache
def processor_identity() -> str:
    """Return a text that differs between processors for which a compiler may choose different instructions."""
    if sys.platform == "linux":
        detail = _from_cpuinfo(Path("/proc/cpuinfo"))
    elif sys.platform == "darwin":
        detail = _from_sysctl()
    else:
        detail = os.environ.get("PROCESSOR_IDENTIFIER", "")
    return "\n".join((platform.system(), platform.machine(), detail or platform.processor()))


def _from_cpuinfo(cpuinfo: Path) -> str:
    """Return the telling lines about the first processor, which stand before the first empty line."""
    lines: list[str] = []
    try:
        with cpuinfo.open(encoding="utf-8", errors="replace") as file:
            for line in file:
                if not line.strip() and lines:
                    break
                if line.partition(":")[0].strip() in _TELLING_FIELDS:
                    lines.append(line.strip())
    except OSError:
        return ""
    return "\n".join(lines)


def _from_sysctl() -> str:
    try:
        answer = subprocess.run(
            ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=10,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return answer.stdout.strip()
