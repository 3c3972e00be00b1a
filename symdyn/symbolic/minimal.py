"""The minimal parameters as users meet them: names, SymPy expressions, numbers, groups, reasons and the certificate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import sympy as sp

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.substitution import substitute
from symdyn.errors import InputError, MissingValueError, unknown_name
from symdyn.model.robot import Robot
from symdyn.parameters.forms.lin_form import lin_combinations
from symdyn.parameters.minimal_parameters import Certificate, MinimalSet, minimal_parameters
from symdyn.parameters.reasons import reasons
from symdyn.symbolic.exact_expression import expression
from symdyn.symbolic.letters import Letters, letters_of
from symdyn.symbolic.number_matrix import nearest_doubles, number_matrix
from symdyn.symbolic.regroup import inverse

FORMS = ("pivot", "lin")


@dataclass(frozen=True)
class MinimalParameters:
    """A minimal set: pi = matrix * parameters.

    `rows` holds the matrix as exact constants; `pivot_rows` says how the set is made of the pivot set.
    """

    robot: Robot
    form: str
    names: tuple[str, ...]
    symbols: tuple[sp.Symbol, ...]
    rows: tuple[tuple[Exact, ...], ...]
    pivot_rows: tuple[tuple[Exact, ...], ...]
    letters: Letters
    pivot_set: MinimalSet

    @cached_property
    def matrix(self) -> sp.ImmutableDenseMatrix:
        """Coefficients (k x p) of the full parameters."""
        return number_matrix(self.rows, len(self.robot.parameter_names))

    @cached_property
    def matrix_float(self) -> np.ndarray:
        """The matrix in numbers, each the double nearest to the exact coefficient.

        Raises:
            MissingValueError: the geometry has a symbol without a value.
        """
        rows = [[self._with_values(x) for x in row] for row in self.rows]
        if missing := sorted({name for row in rows for x in row for name in x.symbols()}):
            raise MissingValueError(f"no value is given for {_few(missing)}", field=self.robot.name)
        return nearest_doubles(rows, len(self.robot.parameter_names))

    @cached_property
    def expressions(self) -> tuple[sp.Expr, ...]:
        """Every minimal parameter in terms of the full parameters."""
        parameters = self.letters.parameters
        return tuple(
            sp.Add(*(expression(x) * p for x, p in zip(row, parameters, strict=True) if x)) for row in self.rows
        )

    @cached_property
    def values(self) -> np.ndarray:
        """The file's values.

        Raises:
            MissingValueError: the file leaves something unknown that they need.
        """
        found = self.values_or_none
        if any(value is None for value in found):
            raise MissingValueError(f"no value is given for {_few(self._missing())}", field=self.robot.name)
        return np.array(found, dtype=float)

    @cached_property
    def values_or_none(self) -> tuple[float | None, ...]:
        """The file's values, None where one needs what the file leaves unknown."""
        exact_values = (self._value(row) for row in self.rows)
        return tuple(None if value.symbols() else to_float(value) for value in exact_values)

    def _value(self, row: Sequence[Exact]) -> Exact:
        parameters = self.robot.full_parameters
        total = sum((x * p.value for x, p in zip(row, parameters, strict=True) if x), start=exact(0))
        return self._with_values(total)

    def _with_values(self, x: Exact) -> Exact:
        return substitute(x, {name: value for name, value in self.robot.symbols.items() if value is not None})

    def _missing(self) -> list[str]:
        """Return the parameters without a value that the set needs, and the symbols of the geometry without one."""
        used = [any(row[j] for row in self.rows) for j in range(len(self.robot.parameter_names))]
        parameters = [
            p.name for p, is_used in zip(self.robot.full_parameters, used, strict=True) if is_used and not p.known
        ]
        in_matrix = {name for row in self.rows for x in row for name in x.symbols()}
        return parameters + sorted(name for name in in_matrix if self.robot.symbols.get(name) is None)

    @property
    def identifiable(self) -> tuple[str, ...]:
        """Parameters that are felt alone."""
        return self.pivot_set.identifiable

    @property
    def combined(self) -> tuple[str, ...]:
        """Parameters that are felt only in combination with others."""
        return self.pivot_set.combined

    @property
    def unidentifiable(self) -> tuple[str, ...]:
        """Parameters that are never felt."""
        return self.pivot_set.unidentifiable

    @property
    def certificate(self) -> Certificate:
        """What proves the pivot set minimal; the map to it proves any other."""
        return self.pivot_set.certificate

    @cached_property
    def reasons(self) -> dict[str, str]:
        """For every parameter that is not felt alone, why."""
        return reasons(self.robot, self.pivot_set)

    @cached_property
    def map_from_pivot(self) -> sp.ImmutableDenseMatrix:
        """This set in terms of the pivot set."""
        return number_matrix(self.pivot_rows, len(self.pivot_set.names))

    @cached_property
    def pivot_expressions(self) -> tuple[sp.Expr, ...]:
        """Every member of this set in terms of the pivot set."""
        pi = self.letters.pi
        return tuple(sp.Add(*(expression(x) * p for x, p in zip(row, pi, strict=True) if x)) for row in self.pivot_rows)

    @cached_property
    def map_to_pivot(self) -> sp.ImmutableDenseMatrix:
        """The pivot set in terms of this one."""
        found = inverse(self.map_from_pivot)
        if found is None:
            raise InputError(f"the set in the form {self.form!r} is not minimal for {self.robot.name}")
        return sp.ImmutableDenseMatrix(found)

    def __len__(self) -> int:
        """How many minimal parameters there are."""
        return len(self.names)


def minimal(robot: Robot, form: str = "pivot") -> MinimalParameters:
    """Return the minimal parameters of a robot as the pivot set, or as Lin's combinations."""
    if form not in FORMS:
        raise InputError(unknown_name("form", form, FORMS))
    letters, pivot_set = letters_of(robot), minimal_parameters(robot)
    if form == "lin":
        lin = lin_combinations(robot, pivot_set)
        symbols = tuple(sp.Symbol(name) for name in lin.names)
        return MinimalParameters(robot, form, lin.names, symbols, lin.rows, lin.pivot_rows, letters, pivot_set)
    size = len(pivot_set.names)
    identity = tuple(tuple(exact(int(i == j)) for j in range(size)) for i in range(size))
    return MinimalParameters(robot, form, pivot_set.names, letters.pi, pivot_set.matrix, identity, letters, pivot_set)


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
