"""Why a parameter is felt only in combination, or not at all: one sentence for each, from the geometry.

Scalars: exact constants.

Nothing is decided here: which parameters combine is proved by `minimal_parameters`. These are the words for it; where
the geometry offers none of the known reasons, a sentence is given that is true of any such parameter.
"""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.algebra.atom import LET
from symdyn.algebra.exact import Exact
from symdyn.algebra.spatial import Vec3
from symdyn.model.robot import Robot
from symdyn.parameters.link_facts import NO_PARENT, LinkFacts, link_facts
from symdyn.parameters.minimal_parameters import MinimalSet
from symdyn.parameters.parallel_links import parallel_links

AXES = "xyz"
LONGEST_COMPONENT = 40  # characters
MOST_NAMES = 6  # longer lists end with their number


def reasons(robot: Robot, minimal: MinimalSet) -> dict[str, str]:
    """Return a sentence for every parameter that is not identifiable alone."""
    names = robot.parameter_names
    facts = {name: fact for fact in link_facts(robot) for name in _own_names(fact, robot)}
    felt_in = _rows_of_columns(minimal)
    parallel = parallel_links(robot)
    told = {}
    for column, name in enumerate(names):
        fact, rows = facts.get(name), felt_in[column]
        into = [minimal.names[row] for row in rows]
        beside = parallel.get(fact.name) if fact else None
        if name in minimal.unidentifiable:
            told[name] = _not_felt(name, fact) if fact else f"nothing moves {name.rpartition('.')[0]}"
        elif name not in minimal.combined:
            continue
        elif column not in minimal.pivots and any(one.rpartition(".")[0] == beside for one in into):
            told[name] = (
                f"{fact.name if fact else ''} moves parallel to {beside}: felt just as a part of {_listed(into)}"
            )
        elif fact is None and column not in minimal.pivots:
            told[name] = f"acts on a rate that {_listed(into)} {'act' if len(into) > 1 else 'acts'} on too"
        else:
            told[name] = _combined(name, column, fact, minimal, rows, names)
    return told


def _own_names(fact: LinkFacts, robot: Robot) -> list[str]:
    owners = {fact.name, fact.joint} if fact.joint != "load" else {fact.name}
    return [name for name in robot.parameter_names if name.rpartition(".")[0] in owners]


def _rows_of_columns(minimal: MinimalSet) -> list[list[int]]:
    columns = range(len(minimal.matrix[0])) if minimal.matrix else range(0)
    return [[i for i, row in enumerate(minimal.matrix) if row[j]] for j in columns]


def _direction(fact: LinkFacts) -> str:
    """Name the direction about which a link turns: z, its components, or, where these are long, the joint's axis."""
    spin = fact.geometry.spin
    assert spin is not None
    present = [axis for axis, component in zip(AXES, spin, strict=True) if component]
    if len(present) == 1:
        return present[0]
    hides_terms = any(atom.kind == LET for component in spin for atom in component.atoms())
    components = [str(component) for component in spin]
    if hides_terms or max(map(len, components)) > LONGEST_COMPONENT:
        return f"the axis of {fact.turning_joint}"
    return f"({', '.join(components)})"


def _only_turn(fact: LinkFacts) -> str:
    """Say about what a link turns, where that is one direction."""
    beside = ", parallel to gravity" if fact.spin_along_gravity else ""
    return f"{fact.name} turns only about {_direction(fact)}{beside}"


def _not_felt(name: str, fact: LinkFacts) -> str:
    letters = name.rpartition(".")[2]
    if not fact.moves:
        return f"{fact.name} never moves"
    spin = fact.geometry.spin
    if letters == "m":
        if not fact.origin_moves:
            return f"the origin of {fact.name} never moves, so a mass there is never felt"
        return _as_part_of_parent("a mass", fact, felt=False)
    if not fact.geometry.turns:
        return f"{fact.name} never turns, so nothing of it is felt but its mass"
    if spin is not None:
        turn = _only_turn(fact)
        if letters.startswith("I"):
            return f"{turn}: only its moment of inertia about {_direction(fact)} is felt"
        if _is_along(letters, spin):
            return f"{turn}: moving its mass along {_direction(fact)} changes no torque"
        return f"{turn}, and its axis stays where it is: the place of its mass is felt only in the moment of inertia"
    if letters.startswith("m") and fact.kind.keeps_its_axis and _is_along(letters, fact.geometry.axis):
        return _as_part_of_parent("a mass", fact, felt=False)
    return "no motion of the robot makes it felt in any torque"


def _combined(
    name: str, column: int, fact: LinkFacts | None, minimal: MinimalSet, rows: list[int], names: tuple[str, ...]
) -> str:
    letters = name.rpartition(".")[2]
    if column in minimal.pivots or fact is None:
        others = [names[j] for j, value in enumerate(minimal.matrix[rows[0]]) if value and j != column]
        return f"felt only together with {_listed(others)}"
    into = _listed([minimal.names[row] for row in rows])
    if letters in ("fo", "kr"):
        return f"a constant torque at {fact.joint} like that of {into}: only their sum is felt"
    if letters == "Ia":
        return f"the rotor of {fact.joint} is felt just as {into} is: only their sum is felt"
    if not fact.kind.moves:
        return f"{fact.name} is fixed to {fact.parent}, and the two move as one body"
    if not fact.kind.turns:
        return _behind_slide(letters, fact, into)
    return _behind_turn(letters, fact, into)


def _behind_slide(letters: str, fact: LinkFacts, into: str) -> str:
    sliding = f"{fact.name} slides on {fact.parent} without turning"
    if letters.startswith("I"):
        return f"{sliding}: its inertia is felt just as if it were part of {fact.parent}"
    if letters == "m":
        return f"a mass at the origin of {fact.name} is felt just as a part of {into}"
    return f"{sliding}: its first moment is felt just as a part of {into}"


def _behind_turn(letters: str, fact: LinkFacts, into: str) -> str:
    axis = fact.geometry.axis
    on_axis = letters.startswith("m") and (letters == "m" or _is_along(letters, axis))
    if on_axis and fact.kind.keeps_its_axis:
        if fact.parent == NO_PARENT:
            return f"a mass on the axis of {fact.joint} does not move: only what lies beside it is felt, in {into}"
        return _as_part_of_parent("a mass", fact, felt=True)
    if letters == "m" and fact.kind.slides:
        return f"a mass on the axis of {fact.joint} travels as the joint turns, and is felt just as a part of {into}"
    if letters.startswith("I") and fact.geometry.spin is None and len(set(letters[1:])) == 1:
        even = f"inertia that is the same all around the axis of {fact.joint}"
        same = f"{even} is felt just as if it were part of {fact.parent}"
        across = [f"I{a}{a}" for a, component in zip(AXES, axis, strict=True) if not component]
        return f"{same}: of {' and '.join(across)} only the difference is felt alone" if len(across) == 2 else same
    return f"on every torque it acts just as a part of {into}"


def _as_part_of_parent(what: str, fact: LinkFacts, felt: bool) -> str:
    moved = f"{what} on the axis of {fact.joint} moves just as if it were part of {fact.parent}"
    if not fact.kind.keeps_its_axis:
        moved = f"{what} at the origin of {fact.name} moves just as if it were part of {fact.parent}"
    return moved if felt else f"{moved}, where it is not felt either"


def _is_along(letters: str, vector: Vec3[Exact]) -> bool:
    """Whether a first moment mx, my or mz lies along a direction."""
    if len(letters) != 2:
        return False
    return not any(component for axis, component in zip(AXES, vector, strict=True) if axis != letters[1])


def _listed(names: Sequence[str]) -> str:
    shown = list(names[:MOST_NAMES]) + ([f"{len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else [])
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " and " + shown[-1]
