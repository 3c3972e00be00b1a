"""Tree -> trajectory: the field `trajectory` of a scenario."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from symdyn.model.robot_file.fields import choice_of, entries_of, items_of, required, text_of
from symdyn.model.robot_file.quantities import Reading
from symdyn.model.text.tree import Node
from symdyn.simulate.motion.motion import Trajectory
from symdyn.simulate.motion.motion_file import read_motion_file
from symdyn.simulate.motion.trajectories import Sinusoids, Smooth, Stops, Wave
from symdyn.simulate.scenario.path import read_path
from symdyn.simulate.scenario.reals import SHORTEST, per_joint, real, seconds

WAVE_KEYS = ("amplitude", "omega", "phase")


@dataclass(frozen=True, slots=True)
class Place:
    """What a trajectory is read for: the moving joints, the file's folder, and how long the run takes."""

    joints: tuple[str, ...]
    folder: Path
    duration: float


def read_trajectory(node: Node, place: Place, reading: Reading) -> Trajectory:
    """Read a trajectory of any type."""
    if not isinstance(node.value, dict):
        raise node.error(f"expected a mapping with a type, found {node.kind}")
    kind = required(node, node.value, "type", f"write one of {', '.join(_READERS)}")
    return _READERS[choice_of(kind, "type of trajectory", _READERS)](node, place, reading)


def _sinusoids(node: Node, place: Place, reading: Reading) -> Sinusoids:
    entries = entries_of(node, ("type", "joints"))
    items = items_of(required(node, entries, "joints", "give every joint a centre and its waves"))
    if len(items) != len(place.joints):
        names = ", ".join(place.joints)
        raise entries["joints"].error(f"expected {len(place.joints)} entries, for {names}; found {len(items)}")
    centres, waves = [], []
    for item in items:
        found = entries_of(item, ("centre", "waves", *WAVE_KEYS))
        centres.append(real(found["centre"], reading) if "centre" in found else 0.0)
        several = [entries_of(wave, WAVE_KEYS) for wave in items_of(found["waves"])] if "waves" in found else []
        if any(key in found for key in WAVE_KEYS):
            several.append(found)
        waves.append(tuple(_wave(item, wave, reading) for wave in several))
    return Sinusoids(tuple(centres), tuple(waves))


def _wave(node: Node, entries: Mapping[str, Node], reading: Reading) -> Wave:
    found = dict(entries)
    hint = "a wave has amplitude, omega (rad/s) and phase (rad, default 0)"
    amplitude, omega = (real(required(node, found, key, hint), reading) for key in ("amplitude", "omega"))
    return Wave(amplitude, omega, real(found["phase"], reading) if "phase" in found else 0.0)


def _minimum_jerk(node: Node, place: Place, reading: Reading) -> Stops:
    entries = entries_of(node, ("type", "from", "to", "start", "duration"))
    ends = [per_joint(required(node, entries, key, "give both ends"), place.joints, reading) for key in ("from", "to")]
    start = real(entries["start"], reading) if "start" in entries else 0.0
    duration = seconds(entries["duration"], reading) if "duration" in entries else place.duration - start
    if duration < SHORTEST:
        raise entries["start"].error(f"the motion starts at {start:g} s, when the run is over")
    return Stops((start, start + duration), tuple(ends))


def _waypoints(node: Node, place: Place, reading: Reading) -> Stops | Smooth:
    entries = entries_of(node, ("type", "through", "points"))
    through = choice_of(entries["through"], "way", ("stop", "smooth")) if "through" in entries else "stop"
    listed = required(node, entries, "points", "list points with time and q")
    points = [entries_of(item, ("time", "q")) for item in items_of(listed)]
    if len(points) < 2:
        raise listed.error("way-points are two or more")
    hint = "a point has a time and a position q"
    nodes = [required(item, point, "time", hint) for item, point in zip(items_of(listed), points, strict=True)]
    times = [real(at, reading) for at in nodes]
    for at, (before, after) in zip(nodes[1:], pairwise(times), strict=True):
        if after == before:
            raise at.error(f"two points at {after:g} s: the trajectory would jump; give the second a later time")
        if after < before:
            raise at.error(f"{after:g} s is before the point above, {before:g} s; list points in order of time")
        if after - before < SHORTEST:
            raise at.error(f"{after - before:g} s after the point above: too soon; leave {SHORTEST:g} s at least")
    positions = [
        per_joint(required(item, point, "q", hint), place.joints, reading)
        for item, point in zip(items_of(listed), points, strict=True)
    ]
    return (Smooth if through == "smooth" else Stops)(tuple(times), tuple(positions))


def _file(node: Node, place: Place, reading: Reading) -> Trajectory:
    entries = entries_of(node, ("type", "file"))
    name = text_of(required(node, entries, "file", "name a CSV file"), "the name of a CSV file")
    if not (place.folder / name).exists():
        raise entries["file"].error(f"there is no such file: {place.folder / name}")
    return read_motion_file(place.folder / name, place.joints)


def _path(node: Node, place: Place, reading: Reading) -> Trajectory:
    return read_path(node, place.joints, place.duration, reading)


_READERS: Mapping[str, Callable[[Node, Place, Reading], Trajectory]] = {
    "sinusoids": _sinusoids,
    "minimum_jerk": _minimum_jerk,
    "waypoints": _waypoints,
    "file": _file,
    "path": _path,
}
