"""Sweep over folders: `python -m sweep FOLDER… [--most-joints N] [--limit SECONDS]`."""

import argparse
import hashlib
import signal
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from sweep.peers import NotComparedError, all_joints, mujoco_torque, pinocchio_torque
from symdyn import InputError, Options, build
from symdyn.model import Robot, load
from symdyn.model.notes import NoteKind
from symdyn.model.robot_tree import Opening
from symdyn.model.xml.elements import read_xml
from symdyn.model.xml_formats import read_xml_robot
from symdyn.sources.text_file import read_text_file

TOLERANCE = 1e-9  # of the largest torque: both sides are doubles, and far frames and light links lose some digits
KERNELS = ("inverse_dynamics", "jacobian")


def main() -> int:
    """Print one line for each robot that is not fine, and counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--most-joints", type=int, default=12)
    parser.add_argument("--limit", type=int, default=120, help="seconds for one robot")
    parser.add_argument("--quiet", action="store_true", help="no line for objects and refused files")
    arguments = parser.parse_args()
    counts: Counter[str] = Counter()
    worst, wrong = 0.0, []
    signal.signal(signal.SIGALRM, _too_long)
    for file in _files(arguments.folders):
        signal.alarm(arguments.limit)
        try:
            outcome, text, error = _tried(file, arguments.most_joints)
        except TimeoutError:
            outcome, text, error = "WRONG", f"takes longer than {arguments.limit} s", 0.0
        except Exception as failure:  # a fault of symdyn's own: it must not end the sweep
            outcome, text, error = "WRONG", f"{type(failure).__name__}: {failure}", 0.0
        signal.alarm(0)
        counts[outcome] += 1
        worst = max(worst, error)
        if outcome == "WRONG":
            wrong.append(file)
        if not (arguments.quiet and outcome in ("object", "refused")):
            print(f"{outcome:12} {file}: {text}", flush=True)
    print(f"\n{sum(counts.values())} files: " + ", ".join(f"{number} {what}" for what, number in counts.most_common()))
    print(f"largest difference of a compared torque: {worst:.2g} of the largest torque")
    for file in wrong:
        print(f"WRONG {file}")
    return 1 if wrong else 0


def _files(folders: list[Path]) -> list[Path]:
    """Return URDF and MJCF below folders, each content once."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.urdf")) + sorted(folder.rglob("*.xml")):
            try:
                text = read_text_file(path)
                root = read_xml(text, str(path)).tag
            except InputError:
                root = "robot" if path.suffix == ".urdf" else ""
                text = path.read_text(errors="replace")
            if root in ("robot", "mujoco"):
                found.setdefault(hashlib.sha256(text.encode()).hexdigest() + str(path.parent), path)
    return list(found.values())


def _tried(file: Path, most_joints: int) -> tuple[str, str, float]:
    try:
        robot = load(file)
    except InputError as error:
        text = str(error).removeprefix(f"{file}:")
        return ("object" if "not a robot" in text else "refused"), text, 0.0
    masses = [p for p in robot.full_parameters if p.name.endswith(".m") and p.known and p.value]
    if not masses:
        return "weightless", f"{robot.n} joints, no masses", 0.0
    if len(robot.tree_joint_names) > most_joints:
        return "large", f"{len(robot.tree_joint_names)} joints", 0.0
    return _compared(file, robot)


def _compared(file: Path, robot: Robot) -> tuple[str, str, float]:
    kernels = build(robot, Options(only=KERNELS, languages=("python",)), backend="numpy")  # proved on the way
    random = np.random.default_rng(1)
    worst, peer = 0.0, ""
    is_urdf = read_xml(read_text_file(file), str(file)).tag == "robot"
    aliases = dict(read_xml_robot(read_text_file(file), str(file), Opening()).aliases)
    for _ in range(5):
        q, qd, qdd = random.uniform(-1, 1, (3, robot.n))
        J = kernels.jacobian(q)
        if not np.any(J) and not any(note.kind is NoteKind.TIP for note in robot.notes):
            return "WRONG", "the Jacobian is zero, and no note says of which link", 0.0
        state, A = all_joints(robot, q, qd, qdd)
        try:
            if is_urdf:
                tau, J_peer = pinocchio_torque(file, robot, aliases, state)
            else:
                tau, J_peer = mujoco_torque(file, robot, state)
        except (NotComparedError, ImportError) as reason:
            return "proved only", f"{robot.n} joints; not compared: {' '.join(str(reason).split())}", 0.0
        expected = A.T @ tau
        size = max(float(np.max(np.abs(tau))), 1e-12)
        worst = max(worst, float(np.max(np.abs(kernels.inverse_dynamics(q, qd, qdd) - expected))) / size)
        if J_peer is not None:
            worst = max(worst, float(np.max(np.abs(J - J_peer @ A))))
    peer = "Pinocchio" if is_urdf else "MuJoCo"
    verdict = "compared" if worst < TOLERANCE else "WRONG"
    return verdict, f"{robot.n} joints, {worst:.2g} from {peer}, {len(robot.notes)} notes", worst


def _too_long(*_: object) -> None:
    raise TimeoutError


if __name__ == "__main__":
    sys.exit(main())
