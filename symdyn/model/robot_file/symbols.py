"""The names in `symbols` and their values; a value may use the symbols above it that have values.

In equations every symbol stays the letter that it is, `b: 2*a` too: what it is made of matters for its value only.
"""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.algebra.atom import POWER, Atom
from symdyn.algebra.exact import Exact
from symdyn.algebra.substitution import substitute
from symdyn.model.expressions.expression import MAX_FUNCTION_NESTING
from symdyn.model.robot_file.names import check_symbol_name
from symdyn.model.robot_file.quantities import Reading, noted_angle, number, taken_angle
from symdyn.model.text.tree import Node, quoted


@dataclass(frozen=True, slots=True)
class Definition:
    """A symbol as the file defines it: an expression in symbols above it, None where it has no value."""

    node: Node
    expression: Exact | None


def definitions_of(node: Node | None) -> dict[str, Definition]:
    """Read `symbols`, from top to bottom."""
    if node is None or node.value is None:
        return {}
    if not isinstance(node.value, dict):
        raise node.error(f"expected a mapping of names to numbers, found {node.kind}")
    found: dict[str, Definition] = {}
    reading = Reading(symbols=dict.fromkeys(node.value))
    for name, child in node.value.items():
        check_symbol_name(name, child)
        found[name] = Definition(child, None if child.value is None else _expression(child, reading))
        reading.symbols[name] = _value(found[name], reading)
    return found


def values_of(definitions: dict[str, Definition]) -> dict[str, Exact | None]:
    """Return the values of the symbols, as they are written."""
    reading = Reading()
    for name, definition in definitions.items():
        reading.symbols[name] = _value(definition, reading)
    return reading.symbols


def recognise_angles(definitions: dict[str, Definition], reading: Reading) -> None:
    """Apply the rule for angles to the values of those symbols that occur in angles, and to what is made of them."""
    for name, definition in definitions.items():
        value = _value(definition, reading)
        if value is not None and name in reading.angle_symbols:
            value = noted_angle(taken_angle(value, definition.node, reading), definition.node, reading)
        reading.symbols[name] = value


def _expression(node: Node, reading: Reading) -> Exact:
    expression = number(node, Reading(symbols=dict.fromkeys(reading.symbols)))  # without values: not evaluated yet
    inside = 0
    for used in sorted(expression.symbols()):
        value = reading.symbols[used]
        if value is None:
            what = f"{quoted(str(node.value))} uses {used!r}, which has no value here"
            raise node.error(f"{what}; a symbol may use those above it that have values")
        inside = max(inside, _nesting(value, {}))
    if _nesting(expression, {}) + inside > MAX_FUNCTION_NESTING:
        raise node.error(f"with the symbols it uses, functions are nested deeper than {MAX_FUNCTION_NESTING} levels")
    return number(node, reading)


def _nesting(x: Exact, known: dict[Atom, int]) -> int:
    """Count how deep roots, quotients, sines and cosines stand inside each other."""
    for atom in {atom for monomial in x.terms for atom, _ in monomial} - known.keys():
        inner = atom.argument[0] if atom.kind == POWER else atom.argument
        known[atom] = 1 + _nesting(inner, known) if isinstance(inner, Exact) else 0
    return max((known[atom] for monomial in x.terms for atom, _ in monomial), default=0)


def _value(definition: Definition, reading: Reading) -> Exact | None:
    if definition.expression is None:
        return None
    try:
        return substitute(definition.expression, reading.values)
    except (ValueError, ArithmeticError) as error:  # only where an angle that was rounded makes it so
        raise definition.node.error(f"{quoted(str(definition.node.value))} has no value: {error}") from None
