"""Which names a robot, its parts and its symbols may have.

Names become parts of C identifiers, of Python names and of file names, so they are C identifiers and nobody's keyword.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Collection, Sequence

from symdyn.model.robot_file.fields import text_of
from symdyn.model.robot_file.taken_names import C_HEADERS as C_HEADERS
from symdyn.model.robot_file.taken_names import taken
from symdyn.model.text.tree import Node, quoted

MAX_NAME = 63  # as many characters of an identifier as C99 promises to tell apart

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_TAKEN_BY_EQUATIONS = re.compile(r"pi|sqrt|sin|cos|(q|qd|qdd|tau)[0-9]+", re.ASCII)
TAKEN_BY_THE_FILE = {"base", "load"}

C_WORDS = (
    "auto break case char const continue default do double else enum extern float for goto if inline int long "
    "register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while "
    "alignas alignof bool complex imaginary noreturn static_assert thread_local"
)
CPP_WORDS = (
    "and and_eq asm bitand bitor catch char16_t char32_t char8_t class co_await co_return co_yield compl concept "
    "const_cast consteval constexpr constinit decltype delete dynamic_cast explicit export false friend mutable "
    "namespace new noexcept not not_eq nullptr operator or or_eq private protected public reinterpret_cast requires "
    "static_cast template this throw true try typeid typename using virtual wchar_t xor xor_eq"
)
C_KEYWORDS, CPP_KEYWORDS = frozenset(C_WORDS.split()), frozenset(CPP_WORDS.split())


def objection(name: str) -> str | None:
    """Say why a name cannot be used, or None."""
    if name.startswith("_"):
        return "starts with _, a beginning that C reserves; start with a letter"
    if not _IDENTIFIER.fullmatch(name):
        return "is not an identifier; use letters, digits and _, and start with a letter"
    if len(name) > MAX_NAME:
        return f"is longer than {MAX_NAME} characters"
    if name in C_KEYWORDS:
        return "is a C keyword; choose another name"
    if name in CPP_KEYWORDS:
        return "is a C++ keyword; choose another name"
    if keyword.iskeyword(name):
        return "is a Python keyword; choose another name"
    if _TAKEN_BY_EQUATIONS.fullmatch(name):
        return "is reserved: pi, sqrt, sin, cos, q1, qd1, qdd1, tau1 and the like have a meaning in equations"
    return None


def robot_objection(name: str) -> str | None:
    """Say why a robot cannot have a name, or None; its files are called after it."""
    return taken(name) or objection(name)


def part_objection(name: str) -> str | None:
    """Say why a joint or link cannot have a name, or None."""
    if name in TAKEN_BY_THE_FILE:
        return f"is reserved: it means the robot's {name}; choose another name"
    return objection(name)


def robot_name(node: Node) -> str:
    """Read the robot's name."""
    return _name(node, "a name for the robot", robot_objection)


def part_name(node: Node) -> str:
    """Read the name of a joint or link."""
    return _name(node, "a name", part_objection)


def names_beside(
    nodes: Sequence[Node | None], items: Sequence[Node], kind: str, taken: Collection[str]
) -> tuple[str, ...]:
    """Return the names of all loops or motors, with the default where none is written; none of them is ``taken``.

    Their parameters stand beside those of joints, links and the load, and are told apart by these names alone.
    """
    names: list[str] = []
    for index, (node, item) in enumerate(zip(nodes, items, strict=True)):
        name = f"{kind}{index + 1}" if node is None else part_name(node)
        if name in taken or name in names:
            what = f"two {kind}s are" if name in names else f"a joint, link or other part and this {kind} are both"
            raise (node or item).error(f"{what} called {name!r}; give the {kind} another name")
        names.append(name)
    return tuple(names)


def check_symbol_name(name: str, node: Node) -> None:
    """Refuse a symbol that equations or code could not hold."""
    _check(name, node, objection)


def _name(node: Node, what: str, objects: Callable[[str], str | None]) -> str:
    name = text_of(node, what)
    _check(name, node, objects)
    return name


def _check(name: str, node: Node, objects: Callable[[str], str | None]) -> None:
    reason = objects(name)
    if reason:
        raise node.error(f"{quoted(name)} {reason}")
