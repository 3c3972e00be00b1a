"""<compiler> and <option>: what the numbers of a file mean, and what MuJoCo makes of them before it computes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symdyn.algebra.exact import EXACT_PI, Exact, exact
from symdyn.model.text.tree import quoted
from symdyn.model.xml.elements import Element
from symdyn.model.xml.numbers import scalar, several

SWITCHED = {  # what flags switch: attributes of joints, and couplings
    "spring": {"stiffness"},
    "damper": {"damping"},
    "passive": {"stiffness", "damping"},
    "frictionloss": {"frictionloss"},
    "equality": {"equality"},
    "constraint": {"frictionloss", "equality"},
}
DEGREE = EXACT_PI * Fraction(1, 180)
GRAVITY = ["0", "0", "-9.81"]  # MuJoCo's
YES_NO = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Compiler:
    """Settings that the reading of bodies depends on.

    Attributes:
        degrees: whether angles are in degrees, which they are unless the file says otherwise.
        sequence: the axes about which the three angles of `euler` turn, in their order; capitals stay fixed.
        autolimits: whether a range alone makes a limit.
        from_shapes: whether inertias come from shapes: always, never, or where none is given (None).
        groups: those of the shapes that have mass.
        bounds: smallest mass and principal moment, to which MuJoCo raises what is smaller.
        balances: whether MuJoCo changes inertias that no body has.
        disabled: attributes of joints, and `equality`, that flags switch off.
    """

    degrees: bool = True
    sequence: str = "xyz"
    autolimits: bool = True
    from_shapes: bool | None = None
    groups: tuple[int, int] = (0, 5)
    bounds: tuple[float, float] = (0.0, 0.0)
    balances: bool = False
    disabled: frozenset[str] = frozenset()

    def angle(self, written: str) -> Exact:
        """Return a written angle in radians."""
        return exact(written) * DEGREE if self.degrees else exact(written)

    def angle_text(self, written: str) -> str:
        """Return a written angle as a robot file has it."""
        return f"({written})*pi/180" if self.degrees and Fraction(written) else written


def read_compiler(root: Element) -> Compiler:
    """Return the settings of a document: those of later <compiler>s replace those of earlier ones."""
    found: dict[str, Element] = {}
    for element in root.all("compiler"):
        found |= dict.fromkeys(element.attributes, element)
    _refuse_unread(found)
    sequence = _word(found, "eulerseq", "xyz")
    if len(sequence) != 3 or not set(sequence.lower()) <= set("xyz"):
        raise found["eulerseq"].error(f"<compiler> eulerseq: {quoted(sequence)} is not three of x, y, z, X, Y, Z")
    shapes = _word(found, "inertiafromgeom", "auto")
    lowest, highest = (
        several(found["inertiagrouprange"], "inertiagrouprange", "0 5", (2,))
        if ("inertiagrouprange" in found)
        else ("0", "5")
    )
    return Compiler(
        degrees=_choice(found, "angle", "degree", {"degree": True, "radian": False}),
        sequence=sequence,
        autolimits=_choice(found, "autolimits", "true", YES_NO),
        from_shapes=None if shapes == "auto" else _choice(found, "inertiafromgeom", "auto", YES_NO),
        groups=(int(float(lowest)), int(float(highest))),
        bounds=(_number(found, "boundmass"), _number(found, "boundinertia")),
        balances=_choice(found, "balanceinertia", "false", YES_NO),
        disabled=frozenset(what for flag, whats in SWITCHED.items() if _is_disabled(root, flag) for what in whats),
    )


def read_gravity(root: Element) -> list[str]:
    """Return the three numbers of gravity."""
    gravity = GRAVITY
    for option in root.all("option"):
        gravity = several(option, "gravity", " ".join(gravity), (3,))
    return ["0", "0", "0"] if _is_disabled(root, "gravity") else gravity


def _is_disabled(root: Element, flag: str) -> bool:
    """Return whether a flag is off: the last one that names it counts."""
    flags = [one for option in root.all("option") for one in option.all("flag") if flag in one.attributes]
    return bool(flags) and flags[-1].attributes[flag] == "disable"


def _refuse_unread(found: dict[str, Element]) -> None:
    if _word(found, "coordinate", "local") != "local":
        raise found["coordinate"].error("<compiler> coordinate: global frames are not read; save the file with MuJoCo")
    if "settotalmass" in found and float(scalar(found["settotalmass"], "settotalmass")) > 0:
        raise found["settotalmass"].error("<compiler> settotalmass: masses that are scaled are not read; scale them")


def _word(found: dict[str, Element], attribute: str, default: str) -> str:
    return found[attribute].attributes[attribute] if attribute in found else default


def _choice(found: dict[str, Element], attribute: str, default: str, valid: dict[str, bool]) -> bool:
    word = _word(found, attribute, default)
    if word not in valid:
        raise found[attribute].error(f"<compiler> {attribute}: {quoted(word)}; expected {' or '.join(valid)}")
    return valid[word]


def _number(found: dict[str, Element], attribute: str) -> float:
    return float(scalar(found[attribute], attribute)) if attribute in found else 0.0
