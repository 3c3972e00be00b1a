"""`from: FILE` in a robot file: another robot, of any format, and what differs from it.

A path is taken from the folder of the file that names it. Edits among the keys (`fix`, `root`, `chain`) happen after
the rest was laid over, so that a user of URDF never has to edit XML.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from symdyn.model.edits.apply import edited, own_edits
from symdyn.model.edits.trees import changed, entries_in, made
from symdyn.model.robot_file.fields import text_of
from symdyn.model.robot_tree import RobotTree
from symdyn.model.text.tree import Node

FROM = "from"
MOST_STEPS = 10  # files that inherit from each other: more are a mistake, and a ring has no end

Open = Callable[[str | Path, int], RobotTree]
"""Opens a robot by its name or path, that many steps from the first."""


def inherited(root: Node, open_robot: Open, steps: int = 0) -> RobotTree:
    """Return the robot of a file: itself, or another with what differs laid over; its own edits made."""
    root, edits = own_edits(root)
    entries = entries_in(root)
    if FROM not in entries:
        return edited(RobotTree(root), edits)
    source = entries[FROM]
    name = text_of(source, "the path of a robot file, or the name of a bundled robot")
    if steps >= MOST_STEPS:
        raise source.error(f"more than {MOST_STEPS} files inherit from each other; is this a ring?")
    folder = Path(source.file).parent if source.file else Path()
    path = folder / name
    base = open_robot(path if path.suffix else name, steps + 1)
    over = changed(root, {FROM: None})
    if not entries_in(over):
        over = made({"symdyn": 1}, root)
    return edited(base, {"overlay": over, **edits})
