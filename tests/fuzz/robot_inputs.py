"""Robots drawn at random, then broken: as mappings of Python, as YAML files, as URDF files."""

import copy
import random
from functools import lru_cache
from typing import Any
from xml.sax.saxutils import quoteattr

import yaml
from random_robots import FRAMES, random_body, random_robot

from fuzz.broken_text import XML_LINES, YAML_LINES, broken_text
from fuzz.closing_inputs import close_somehow
from fuzz.hostile_values import OF_PYTHON, PLAIN
from fuzz.mutations import broken

NAMES = (
    *("symdyn", "name", "gravity", "frames", "symbols", "zeros", "joints", "load", "unknown", "type", "parent", "dh"),
    *(
        "origin",
        "axis",
        "link",
        "mass",
        "com",
        "inertia",
        "inertia_at",
        "friction",
        "rotor_inertia",
        "spring",
        "limits",
    ),
    *(
        "a",
        "alpha",
        "d",
        "theta",
        "xyz",
        "rpy",
        "xx",
        "xy",
        "viscous",
        "coulomb",
        "offset",
        "stiffness",
        "rest",
        "lower",
    ),
    *("upper", "velocity", "effort", "loops", "actuated", "transmission", "couplings", "motors", "closed_at", "tip"),
    *("child", "parent_origin", "child_origin", "joint", "equals", "plus"),
)
DIFFERENT = 60  # valid robots, and bodies, that are broken
DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def robot_mapping(source: random.Random) -> dict[str, Any]:
    """Draw a valid robot of one to three joints, with now and then everything that a file may say."""
    drawn = copy.deepcopy(_valid_robot(source.randrange(DIFFERENT)))
    if source.random() < 0.3:
        drawn["symbols"] = {"l1": 0.5, "l2": "2*l1", "phi": "pi/3", "free": None}
        drawn["joints"][0]["link"] = {"mass": "l1", "com": ["l2", 0, "sqrt(l1)"]}
    if source.random() < 0.2:
        drawn["zeros"] = "structural"
    if source.random() < 0.2:
        drawn["unknown"] = ["link1.mass", "link1.inertia"]
    if source.random() < 0.2:
        drawn["joints"][0]["limits"] = {"lower": -3, "upper": 3, "velocity": 2, "effort": 100}
    if source.random() < 0.2:
        drawn["load"] = copy.deepcopy(_valid_body(source.randrange(DIFFERENT)))
    if source.random() < 0.25:
        close_somehow(source, drawn)
    return drawn


@lru_cache(maxsize=DIFFERENT)
def _valid_robot(seed: int) -> dict[str, Any]:
    entries, frames = (1, 1, 1, 2, 3)[seed % 5], FRAMES[seed % 3]
    return random_robot(seed, entries=entries, tree=seed % 2 == 0, frames=frames, rational=seed % 4 > 0)


def broken_mapping(source: random.Random) -> dict[str, Any]:
    """Return a robot as a caller of the library might hand it over."""
    data = broken(source, robot_mapping(source), (*PLAIN, *OF_PYTHON), NAMES)
    return data if isinstance(data, dict) else {"joints": data}


def broken_yaml(source: random.Random) -> str:
    """Return the text of a robot file."""
    data = robot_mapping(source)
    if source.random() < 0.7:
        data = broken(source, data, PLAIN, NAMES)
        _links_at_random(source, data)
    text = written(source, data)
    return broken_text(source, text, YAML_LINES) if source.random() < 0.5 else text


def written(source: random.Random, data: Any) -> str:
    """Write YAML in one of its styles; what occurs twice becomes an anchor and aliases."""
    style = source.choice((None, None, False, True))
    text: str = yaml.dump(data, Dumper=DUMPER, default_flow_style=style, sort_keys=False, allow_unicode=True)
    return text


def _links_at_random(source: random.Random, data: Any) -> None:
    """Let some joint stand on any link, itself and later ones too."""
    joints = data.get("joints") if isinstance(data, dict) else None
    entries = [joint for joint in joints if isinstance(joint, dict)] if isinstance(joints, list) else []
    if entries and source.random() < 0.3:
        source.choice(entries)["parent"] = f"link{source.randint(0, 4)}"


Tag = dict[str, Any]  # tag, attributes, children


def urdf(source: random.Random) -> Tag:
    """Draw a valid URDF: a tree of links."""
    count = source.choice((2, 2, 2, 3))
    tags: list[Tag] = [_link(source, i) for i in range(count)]
    for i in range(1, count):
        kind = source.choice(("revolute", "continuous", "prismatic", "fixed") if i > 1 else ("revolute",))
        tags.append(_joint(source, i, kind))
    source.shuffle(tags)
    return {"tag": "robot", "attributes": {"name": "arm"}, "children": tags}


def _link(source: random.Random, number: int) -> Tag:
    body = _valid_body(source.randrange(DIFFERENT))
    inertial = [
        _tag("origin", xyz=_three(source), rpy=source.choice(("0 0 0", "1.5707963267948966 0 0", "0 0.1 0"))),
        _tag("mass", value=str(body["mass"])),
        _tag("inertia", **{f"i{key}": str(value) for key, value in body["inertia"].items()}),
    ]
    children = [{"tag": "inertial", "attributes": {}, "children": inertial}] if source.random() < 0.8 else []
    return {"tag": "link", "attributes": {"name": f"l{number}"}, "children": children}


@lru_cache(maxsize=DIFFERENT)
def _valid_body(seed: int) -> dict[str, Any]:
    return random_body(random.Random(f"body {seed}"))


def _joint(source: random.Random, number: int, kind: str) -> Tag:
    children = [
        _tag("parent", link=f"l{source.randrange(number)}"),
        _tag("child", link=f"l{number}"),
        _tag(
            "origin",
            xyz=_three(source),
            rpy=source.choice(("0 0 0", "0 0 0", "0 1.5707963267948966 0", _three(source))),
        ),
        _tag("axis", xyz=source.choice(("0 0 1", "1 0 0", "0.6 0 0.8"))),
        _tag("limit", lower="-1", upper="inf", velocity="2", effort="inf"),
        _tag("dynamics", damping="0.1", friction="0.2"),
    ]
    if number > 1 and source.random() < 0.3:
        children.append(_tag("mimic", joint=f"j{source.randrange(1, number)}", multiplier="-1.5", offset="0.1"))
    return {"tag": "joint", "attributes": {"name": f"j{number}", "type": kind}, "children": children}


def _tag(name: str, **attributes: str) -> Tag:
    return {"tag": name, "attributes": attributes, "children": []}


def _three(source: random.Random) -> str:
    return " ".join(str(source.randint(-30, 30) / 10) for _ in range(3))


URDF_NAMES = (
    *("robot", "link", "joint", "inertial", "mass", "inertia", "origin", "axis", "limit", "dynamics", "mimic", "name"),
    *("type", "xyz", "rpy", "value", "ixx", "parent", "child", "damping", "friction", "lower", "upper", "children"),
    *("multiplier", "offset", "joint"),
)
URDF_VALUES = (
    *("", "0", "-1", "nan", "inf", "-inf", "1e330", "1e400", "1e-400", "1e60", "1e61", "1e-320", "1 2", "1 2 3 4", "x"),
    *("0 0 0", "0 0 1e-9", "1e55 0 1", "90 0 0", "l0", "l1", "l9", "world", "base", "while", "é", "x" * 5000, "0x10"),
    *(
        "revolute",
        "floating",
        "planar",
        "fixed",
        "${x}",
        "1,5",
        "٣",
        "1_0",
        "+1",
        "1.",
        ".5",
        "00.5",
        "1e+3",
        "--1",
        "1d3",
    ),
)


def broken_urdf(source: random.Random) -> str:
    """Return the text of a URDF file."""
    data = urdf(source)
    if source.random() < 0.75:
        data = broken(source, data, URDF_VALUES, URDF_NAMES)
    text = _xml(data)
    return broken_text(source, text, XML_LINES) if source.random() < 0.4 else text


def _xml(node: Any, depth: int = 0) -> str:
    if not isinstance(node, dict) or depth > 120:
        return str(node)[:200]
    attributes = node.get("attributes")
    pairs = attributes.items() if isinstance(attributes, dict) else ()
    head = f"<{node.get('tag')}" + "".join(f" {key}={quoteattr(str(value)[:9000])}" for key, value in pairs)
    children = node.get("children")
    inside = "".join(_xml(child, depth + 1) for child in children) if isinstance(children, list) else ""
    return f"{head}>\n{inside}</{node.get('tag')}>\n"
