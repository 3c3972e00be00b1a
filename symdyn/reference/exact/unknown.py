"""How the full vector changes with each parameter that the file calls unknown: the witness's own reading.

A word stands for entries of the vector. A body's mass carries its first moments and inertia with it, the centre of mass
being held: (x, y, z) and |c|² 1 - c cᵀ for each unit; but not those entries that are called unknown themselves, and
nothing where the centre is not given or is called unknown too.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from symdyn.algebra.exact import Exact, exact
from symdyn.reference.exact.numbers import Numbers
from symdyn.reference.mechanism import TEN

Weights = dict[int, Exact]
"""Entries of the full vector, and how much of each goes with one unit of an unknown."""

OF_BODIES = {
    "mass": ("m",),
    "com": ("mx", "my", "mz"),
    "inertia": TEN[4:],
    **{f"com.{axis}": (f"m{axis}",) for axis in "xyz"},
    **{f"inertia.{name[1:]}": (name,) for name in TEN[4:]},
}
OF_JOINTS = {
    "rotor_inertia": ("Ia",),
    "friction": ("fv", "fc", "fo"),
    "spring": ("ks", "kr"),
    **{f"friction.{word}": (name,) for word, name in (("viscous", "fv"), ("coulomb", "fc"), ("offset", "fo"))},
    **{f"spring.{word}": (name,) for word, name in (("stiffness", "ks"), ("rest", "kr"))},
}


def unknown_directions(
    mapping: Mapping[str, Any], names: Sequence[str], present: Sequence[bool], numbers: Numbers
) -> list[Weights] | None:
    """Return a direction for each unknown, in the order written; None where the file names none."""
    if mapping.get("unknown") is None:
        return None
    index = {name: i for i, name in enumerate(names)}
    chosen: dict[str, str] = {}
    for word in mapping["unknown"]:
        owner, _, what = word.partition(".")
        letters = OF_BODIES.get(what) or OF_JOINTS.get(what) or (what,)
        for name in (f"{owner}.{letter}" for letter in letters):
            if name in index and present[index[name]]:
                chosen[name] = word
    bodies = _bodies(mapping)
    return [
        _with_mass(bodies[word.partition(".")[0]], word.partition(".")[0], index, present, chosen, numbers)
        if word.endswith(".mass")
        else {index[name]: exact(1)}
        for name, word in chosen.items()
    ]


def _bodies(mapping: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    links = [(entry.get("link") or {}) for entry in mapping["joints"]]
    named = {link.get("name") or f"link{i}": link for i, link in enumerate(links, start=1)}
    return {**named, "load": mapping.get("load") or {}}


def _with_mass(
    body: Mapping[str, Any],
    owner: str,
    index: Mapping[str, int],
    present: Sequence[bool],
    chosen: Mapping[str, str],
    numbers: Numbers,
) -> Weights:
    weights = {index[f"{owner}.m"]: exact(1)}
    com = [numbers.known(part) for part in body.get("com") or (None,) * 3]
    if any(part is None for part in com) or any(f"{owner}.m{axis}" in chosen for axis in "xyz"):
        return weights
    x, y, z = (part for part in com if part is not None)
    per_mass = (x, y, z, y * y + z * z, -x * y, x * x + z * z, -x * z, -y * z, x * x + y * y)
    for letter, weight in zip(TEN[1:], per_mass, strict=True):
        at = index[f"{owner}.{letter}"]
        if weight and present[at] and f"{owner}.{letter}" not in chosen:
            weights[at] = weight
    return weights
