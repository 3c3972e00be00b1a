"""How numbers, inputs and functions are written, and which names are taken."""

from symdyn.emit.number_text import constant_text
from symdyn.emit.planning.notation import Notation
from symdyn.ir.op import Op

RESERVED = frozenset({"end", "function", "local", "math", "pi", "return", "sign"})


def toy_notation() -> Notation:
    return Notation(
        literal=lambda value: constant_text(value, "double"),
        element=counted_from_one,
        entry=lambda entry: counted_from_one(entry.port, entry.index),
        functions={Op.SIN: "math.sin", Op.COS: "math.cos", Op.SIGN: "sign"},
        reserved=RESERVED,
    )


def counted_from_one(array: str, index: int) -> str:
    return f"{array}[{index + 1}]"
