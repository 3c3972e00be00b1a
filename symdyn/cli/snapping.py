"""What numbers that are nearly special cost: minimal parameters and multiplications, as written and with --snap."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from symdyn.cli.robot_arguments import robot_from
from symdyn.errors import SymdynError

if TYPE_CHECKING:
    from symdyn.model import Robot
    from symdyn.model.notes import Note

COUNTED = "gravity"  # the kernel in which a special angle shows most


def told_notes(robot: Robot) -> tuple[list[Note], list[Note]]:
    """Return the notes on numbers that are nearly special, and the others."""
    from symdyn.model.notes import NEARLY_SPECIAL

    near = [note for note in robot.notes if note.kind in NEARLY_SPECIAL]
    return near, [note for note in robot.notes if note not in near]


def with_costs(near: Sequence[str], robot: Robot, arguments: argparse.Namespace, manifest: dict[str, Any]) -> str:
    """Return one line on numbers that are nearly special, and what `--snap` would save."""
    others = f"; and {len(near) - 1} more such notes, on axes or offsets" if len(near) > 1 else ""
    return f"{near[0]}{others}; {_costs(robot, arguments, manifest)}"


def _costs(robot: Robot, arguments: argparse.Namespace, manifest: dict[str, Any]) -> str:
    from symdyn.generate import generate
    from symdyn.model import bind_symbols
    from symdyn.options import Options
    from symdyn.parameters.minimal_parameters import minimal_parameters

    try:
        snapped = bind_symbols(robot_from(arguments.robot, arguments, snap=True))
        count, rounded = (len(minimal_parameters(one).names) for one in (bind_symbols(robot), snapped))
        costs = f"{count} parameters as written, {rounded} with --snap"
        if COUNTED not in manifest["kernels"]:
            return costs
        cheaper = json.loads(generate(snapped, Options(only=(COUNTED,), languages=("python",))).files["manifest.json"])
        written, fewer = (one["kernels"][COUNTED]["multiplications"] for one in (manifest, cheaper))
    except SymdynError:
        return "what --snap would save is not known"
    return f"{costs}; {written} instead of {fewer} multiplications in {COUNTED}"
