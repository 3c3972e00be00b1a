"""Run as a script, apart from everything else: import a module of robot_descriptions, which fetches its files."""

import importlib
import json
import os
import sys


def main() -> int:
    """Print where the files are, or what is wrong, as JSON in the last line; git and the package may print above it."""
    try:
        module = vars(importlib.import_module(sys.argv[1]))
    except BaseException as error:  # whatever git, the network or the package say
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        told = next((line for line in lines if "fatal:" in line), " ".join(lines))
        print(json.dumps({"wrong": f"{type(error).__name__}: {told}"}))
        return 1
    path = next((module[name] for name in ("URDF_PATH", "MJCF_PATH", "XACRO_PATH") if module.get(name)), None)
    packages = {"": module["REPOSITORY_PATH"]} if "REPOSITORY_PATH" in module else {}
    packages |= module.get("XACRO_PACKAGE_PATHS") or {}
    print(json.dumps({"path": path, "arguments": module.get("XACRO_ARGS") or {}, "packages": packages}))
    return 0


if __name__ == "__main__":
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder or ".") != os.path.dirname(__file__)]
    sys.exit(main())
