"""Asking Windows which Visual Studio C compiler is installed."""

import os
import subprocess
from pathlib import Path

_COMPILER_COMPONENT = "Microsoft.VisualStudio.Component.VC.Tools.x86.x64"


def visual_studio_version() -> str | None:
    """Return the version of the newest Visual Studio that has a C compiler, or None.

    Inside a developer prompt the environment says it; elsewhere Microsoft's `vswhere`, which every installer since
    2017 puts in the same place, does.
    """
    if version := os.environ.get("VCTOOLSVERSION", "").strip():
        return version
    program_files = os.environ.get("PROGRAMFILES(X86)") or os.environ.get("PROGRAMFILES")
    if not program_files:
        return None
    vswhere = Path(program_files) / "Microsoft Visual Studio" / "Installer" / "vswhere.exe"
    question = ["-latest", "-prerelease", "-products", "*", "-requires", _COMPILER_COMPONENT]
    try:
        answer = subprocess.run(
            [str(vswhere), *question, "-property", "installationVersion"],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=60,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout.strip() or None
