"""What becomes of joints that follow others when those are held or left out.

q = f1 a + f2 b + plus, a held at x     ->   q = f2 b + (plus + f1 x)
q = f1 a + plus, a held at x            ->   q is held at plus + f1 x, and so are those that follow it
q held or left out                      ->   it follows nobody any more
a left out                              ->   an error: nobody says where q is
"""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.errors import few_of
from symdyn.model.edits.trees import Entries, changed, entries_in, joint_names, made
from symdyn.model.notes import Note
from symdyn.model.text.tree import Node

Held = dict[str, Node | None]
"""Joints by name, and the value that each is held at; None is 0."""


def follow_held(root: Node, held: Held) -> tuple[Node, Held]:
    """Return a robot whose couplings know what is held, and all that is held then: those that followed it too."""
    held, waiting = dict(held), list(_couplings(root))
    while still := [one for one in waiting if _follower(one) not in held and not set(_equals(one)) - held.keys()]:
        for one in still:
            held[_follower(one)] = _sum(one, held)
    kept = [_without(one, held) for one in waiting if _follower(one) not in held]
    return _with_couplings(root, kept), held


def followed_no_more(root: Node, held: Held, asked: Node) -> list[Note]:
    """Say which of the joints that are held followed others that are not."""
    return [
        asked.note(f"joint {_follower(one)!r} is held, and follows {few_of(sorted(left))} no more")
        for one in _couplings(root)
        if _follower(one) in held and (left := _equals(one).keys() - held.keys())
    ]


def follow_kept(root: Node, asked: Node) -> Node:
    """Return a part of a robot without the couplings of joints that were left out."""
    names = joint_names(root)
    kept = [one for one in _couplings(root) if _follower(one) in names]
    for one in kept:
        gone = [name for name in _equals(one) if name not in names]
        if gone:
            who = _follower(one)
            raise asked.error(f"joint {who!r} follows {gone[0]!r}, which is left out; --fix {who} holds it")
    return _with_couplings(root, kept)


def _couplings(root: Node) -> Sequence[Node]:
    """Return the couplings; none where they are not as they should be, which the reader tells."""
    node = entries_in(root).get("couplings")
    found = node.value if node is not None and isinstance(node.value, tuple) else ()
    return found if all(_follower(one) and _equals(one) for one in found) else ()


def _with_couplings(root: Node, kept: Sequence[Node]) -> Node:
    node = entries_in(root).get("couplings")
    if node is None or not _couplings(root):
        return root
    return changed(root, {"couplings": Node(tuple(kept), node.field, node.file, node.line) if kept else None})


def _follower(coupling: Node) -> str:
    joint = entries_in(coupling).get("joint")
    return str(joint.value) if joint is not None else ""


def _equals(coupling: Node) -> Entries:
    return entries_in(entries_in(coupling).get("equals"))


def _sum(coupling: Node, held: Held) -> Node | None:
    """Return `plus` with what held joints add to it, as the file would write it; None is 0."""
    plus = entries_in(coupling).get("plus")
    terms = [] if plus is None else [f"{plus.value}"]
    for name, factor in _equals(coupling).items():
        value = held.get(name)
        if value is not None:
            terms.append(f"({factor.value})*({value.value})")
    return made(" + ".join(terms), coupling) if terms else None


def _without(coupling: Node, held: Held) -> Node:
    if not set(_equals(coupling)) & held.keys():
        return coupling
    equals = entries_in(coupling)["equals"]
    left = changed(equals, dict.fromkeys(name for name in _equals(coupling) if name in held))
    return changed(coupling, {"equals": left, "plus": _sum(coupling, held)})
