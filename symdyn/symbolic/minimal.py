"""The minimal parameters as users meet them: names, SymPy expressions, numbers, groups, reasons and the certificate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import sympy as sp

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.substitution import substitute
from symdyn.errors import InputError, MissingValueError
from symdyn.model.parameter_set import read_parameter_set
from symdyn.model.robot import Robot
from symdyn.parameters.forms.form import Form, Matrix, pivots_in
from symdyn.parameters.forms.table import PIVOT, form_of
from symdyn.parameters.forms.user_set import user_form
from symdyn.parameters.minimal_parameters import Certificate, MinimalSet, minimal_parameters
from symdyn.parameters.reasons import reasons
from symdyn.symbolic.exact_expression import expression
from symdyn.symbolic.letters import Letters, is_alone, letters_of
from symdyn.symbolic.number_matrix import nearest_doubles, number_matrix

SetSource = str | Path | Mapping[str, Any]


@dataclass(frozen=True, repr=False)
class MinimalParameters:
    """A minimal set: pi = matrix * parameters.

    `chosen` is the set with exact coefficients, over the full vector and over the pivot set.
    """

    robot: Robot
    chosen: Form
    pivot_set: MinimalSet

    def __repr__(self) -> str:
        """Say how many there are of how many; `names`, `expressions` and `matrix` say the rest."""
        many = len(self.robot.parameter_names)
        return f"<{len(self)} minimal parameters of {many} of {self.robot.name}, {self.form} form>"

    @property
    def form(self) -> str:
        """What the form is called: pivot, lin, gautier_khalil; set for a user's own."""
        return self.chosen.name

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the members."""
        return self.own_letters.members

    @property
    def rows(self) -> Matrix:
        """The matrix as exact constants."""
        return self.chosen.rows

    @property
    def pivot_rows(self) -> Matrix:
        """How the set is made of the pivot set, as exact constants."""
        return self.chosen.pivot_rows

    @cached_property
    def letters(self) -> Letters:
        """Symbols of the full parameters and of the pivot set."""
        return letters_of(self.robot)

    @cached_property
    def own_letters(self) -> Letters:
        """The same, with this set in the place of the pivot set."""
        return letters_of(self.robot, self.chosen)

    @property
    def symbols(self) -> tuple[sp.Symbol, ...]:
        """Symbols of the members."""
        return self.own_letters.pi

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
        return number_matrix(pivots_in(self.robot, self.chosen), len(self))

    def __len__(self) -> int:
        """How many minimal parameters there are."""
        return len(self.names)


def minimal(robot: Robot, form: str = PIVOT, given: SetSource | None = None) -> MinimalParameters:
    """Return the minimal parameters of a robot in a form that has a name, or as a set of the user's own."""
    pivot_set = minimal_parameters(robot)
    if given is None:
        return MinimalParameters(robot, form_of(robot, form), pivot_set)
    if form != PIVOT:
        raise InputError(f"the set is in a form of its own; leave out the form {form!r}", field="set")
    read = read_parameter_set(given, robot)
    found = MinimalParameters(robot, user_form(robot, pivot_set, read), pivot_set)
    meant = {symbol.name: i for i, symbol in enumerate(found.letters.parameters)}
    for member in read.members:  # Ixx2 may be nothing but link2.Ixx
        i = meant.get(member.name)
        if i is not None and not is_alone(member.row, i):
            what = f"in equations this name means {robot.parameter_names[i]}; choose another"
            raise member.place.error(what)
    return found


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
