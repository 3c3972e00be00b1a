"""Run as a script, apart from everything else: expand the xacro file that standard input asks for."""

import builtins
import json
import os
import re
import sys
from pathlib import Path


def _package_name(folder: Path) -> str | None:
    """Return what ROS calls the package of a folder, None where it is none."""
    try:
        named = re.search(r"<name>\s*([^<\s]+)\s*</name>", (folder / "package.xml").read_text(errors="replace"))
    except OSError:
        return None
    return named[1] if named else None


def main() -> int:
    """Print the URDF; what is wrong goes to standard error, in its last line."""
    asked = json.load(sys.stdin)
    file = Path(asked["file"]).resolve()
    allowed = [file.parent, *(Path(folder).resolve() for folder in asked["folders"])]
    import xacro
    from xacro import substitution_args

    def guarded(name, *arguments, **named):  # type: ignore[no-untyped-def]
        path = Path(name).resolve()
        if not any(path.is_relative_to(folder) for folder in allowed):
            raise xacro.XacroException(f"{name} leads out of the robot's folder; --package-path DIR allows another")
        return builtins.open(name, *arguments, **named)

    def found(package: str) -> str:
        if package in asked["packages"]:
            return str(asked["packages"][package])
        for start in allowed:
            for folder in (start, *start.parents):
                if folder.name == package or _package_name(folder) == package:
                    return str(folder)
            if (start / package).is_dir():
                return str(start / package)
        raise xacro.XacroException(f"package {package} is not found; --package-path DIR names the folder that holds it")

    xacro.open = guarded
    substitution_args._eval_find = found
    for table in vars(substitution_args).values():
        if isinstance(table, dict) and "find" in table and table is not vars(substitution_args):
            table["find"] = found
    try:
        sys.stdout.write(xacro.process_file(str(file), mappings=asked["values"]).toxml())
    except RecursionError:
        print("files include each other, or macros call themselves, without end", file=sys.stderr)
        return 1
    except Exception as error:
        print(f"{type(error).__name__}: {' '.join(str(error).split())}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder or ".") != os.path.dirname(__file__)]
    sys.exit(main())
