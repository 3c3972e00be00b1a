"""A robot's closed-form equations in SymPy, each derived when it is first asked for.

All of them are written in the minimal parameters `pi`, which `pi_expressions` gives in terms of the full parameters:
the pivot set, or another form of it, such as a user's own set. They are exact: torque = regressor * pi, and setting
the minimal parameters aside changes no torque.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import inf

import sympy as sp

from symdyn.algebra.exact import Exact
from symdyn.closed_form.angle_groups import angle_groups
from symdyn.closed_form.arrange import ByParameter, arranged
from symdyn.closed_form.constant_names import ConstantNames
from symdyn.closed_form.derivation import CALLED, Derivation, derivation
from symdyn.closed_form.fewest_terms import known_to_exceed
from symdyn.closed_form.frames import link_frames
from symdyn.closed_form.letters import SIGN_OF_SUM, letter_offsets, letter_ring, sums_of_rates
from symdyn.closed_form.polynomial import Polynomial, PolynomialRing, TooLargeError
from symdyn.closed_form.regrouping import Regrouping
from symdyn.closed_form.terms import Letter, Turn
from symdyn.errors import InputError, MissingValueError
from symdyn.kernels import KERNELS
from symdyn.model.bind import bind_symbols
from symdyn.model.robot import Robot
from symdyn.papers.table import FORMULATIONS
from symdyn.parameters.forms.form import Form, pivot_form, pivots_in
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.symbolic.collect import collected
from symdyn.symbolic.exact_expression import expression
from symdyn.symbolic.letters import Letters, letters_of

LARGEST = 100_000  # terms of one polynomial; the torque of the first joint of a seven-joint arm has some 12,000
Progress = Callable[[str], None]


class Model:
    """Closed forms of one robot."""

    def __init__(
        self,
        robot: Robot,
        progress: Progress = lambda step: None,
        largest: int = LARGEST,
        called: str = CALLED,
        form: Form | None = None,
        name_constants: bool = False,
    ) -> None:
        """Derive nothing yet.

        Args:
            robot: the robot.
            progress: is told each step.
            largest: bounds the terms of a polynomial.
            called: what the user calls the robot in commands, for advice.
            form: of the minimal set that equations are written in; by default the pivot set.
            name_constants: whether long constants stand in expressions by name (see `constants`).
        """
        self.robot = robot
        self.form = form or pivot_form(minimal_parameters(robot))
        self.called = called
        self._name_constants = name_constants
        self._progress = progress
        self._largest = largest
        self._derivations: dict[str, Derivation] = {}
        self._polynomials: dict[tuple[str, int], Polynomial] = {}
        self._entries: dict[tuple[str, int], sp.Expr] = {}
        self._letter_expressions: dict[Letter, sp.Expr] = {}

    @cached_property
    def letters(self) -> Letters:
        """The symbols, and how they are written."""
        return letters_of(self.robot, self.form)

    @property
    def q(self) -> tuple[sp.Symbol, ...]:
        """Coordinates q1, q2 and so on."""
        return self.letters.q

    @property
    def qd(self) -> tuple[sp.Symbol, ...]:
        """Rates qd1, qd2 and so on."""
        return self.letters.qd

    @property
    def qdd(self) -> tuple[sp.Symbol, ...]:
        """Changes of the rates, qdd1, qdd2 and so on."""
        return self.letters.qdd

    @property
    def parameters(self) -> tuple[sp.Symbol, ...]:
        """The full parameter vector."""
        return self.letters.parameters

    @property
    def pi(self) -> tuple[sp.Symbol, ...]:
        """The minimal parameters."""
        return self.letters.pi

    @property
    def symbols(self) -> tuple[sp.Symbol, ...]:
        """The symbols of the robot file."""
        return self.letters.symbols

    @property
    def constants(self) -> Mapping[str, Exact]:
        """What the names of long constants stand for, in the expressions made so far."""
        return self._constant_names.constants

    @cached_property
    def _constant_names(self) -> ConstantNames:
        names = {symbol.name for symbol in (*self.symbols, *self.pi, *self.parameters)}
        return ConstantNames(names | {name.replace("_", "") for name in names})  # k_1 and k1 are written alike

    @cached_property
    def offsets(self) -> tuple[Exact, ...]:
        """What is added to every coordinate under cosines and sines."""
        return letter_offsets(self.robot)

    @cached_property
    def pi_expressions(self) -> dict[sp.Symbol, sp.Expr]:
        """Every minimal parameter in terms of the full parameters."""
        return {
            pi: sp.Add(*(expression(x) * p for x, p in zip(row, self.parameters, strict=True) if x))
            for pi, row in zip(self.pi, self.form.rows, strict=True)
        }

    @cached_property
    def regressor(self) -> sp.ImmutableDenseMatrix:
        """Y (n x k): torque = Y * pi."""
        return self._matrix("regressor", self.robot.n, len(self.pi))

    @cached_property
    def lu_meng_regressor(self) -> sp.ImmutableDenseMatrix:
        """Lu and Meng's regressor: n rows, sixteen columns for every link, in the order of `SIXTEEN`."""
        recursion = "recursive"  # has the same closed form as energies, and is sooner expanded
        return self._matrix(recursion, self.robot.n, self.size(recursion) // self.robot.n)

    @cached_property
    def torque(self) -> sp.ImmutableDenseMatrix:
        """τ (n x 1), with friction and springs; every parameter stands before its coefficient."""
        self.polynomials(self.torque_kernel)  # all rows together
        return sp.ImmutableDenseMatrix(self.robot.n, 1, [self.torque_row(i) for i in range(self.robot.n)])

    @property
    def torque_kernel(self) -> str:
        """The kernel that torques are derived by: in Lin's combinations his recursion, else the regressor."""
        return self.form.name if self.form.name in FORMULATIONS else "regressor"

    def torque_row(self, i: int) -> sp.Expr:
        """One entry of the torque."""
        if self.torque_kernel != "regressor":
            return self.entry(self.torque_kernel, i)
        k = len(self.pi)
        row = self.entries("regressor", range(i * k, (i + 1) * k))
        return sp.Add(*(pi * entry for pi, entry in zip(self.pi, row, strict=True)))

    @cached_property
    def mass_matrix(self) -> sp.ImmutableDenseMatrix:
        """M (n x n), rotor inertias included."""
        return self._matrix("mass_matrix", self.robot.n, self.robot.n)

    @cached_property
    def coriolis_matrix(self) -> sp.ImmutableDenseMatrix:
        """C (n x n) of Christoffel's symbols."""
        return self._matrix("coriolis_matrix", self.robot.n, self.robot.n)

    @cached_property
    def gravity(self) -> sp.ImmutableDenseMatrix:
        """Gravity torques g (n x 1), springs included."""
        return self._matrix("gravity", self.robot.n, 1)

    @property
    def kinetic_energy(self) -> sp.Expr:
        """½ q̇ᵀ M q̇."""
        return self.entry("kinetic_energy", 0)

    @property
    def potential_energy(self) -> sp.Expr:
        """Potential of gravity and springs, counted from q = 0."""
        return self.entry("potential_energy", 0)

    def _matrix(self, kernel: str, rows: int, columns: int) -> sp.ImmutableDenseMatrix:
        return sp.ImmutableDenseMatrix(rows, columns, self.entries(kernel, range(rows * columns)))

    def entry(self, kernel: str, index: int) -> sp.Expr:
        """One entry of a kernel's output, counted along its rows."""
        return self.entries(kernel, [index])[0]

    def entries(self, kernel: str, wanted: Sequence[int]) -> list[sp.Expr]:
        """Entries of a kernel's output, derived together: they have much in common."""
        for index, polynomial in zip(wanted, self.polynomials(kernel, wanted), strict=True):
            if (kernel, index) not in self._entries:
                self._progress(f"{kernel.replace('_', ' ')}, entry {index + 1}: {len(polynomial.terms)} terms")
                self._entries[kernel, index] = self.expression(polynomial)
        return [self._entries[kernel, index] for index in wanted]

    def size(self, kernel: str) -> int:
        """How many entries a kernel's output has."""
        return self._derivation(kernel).size

    def polynomials(self, kernel: str, wanted: Sequence[int] | None = None, most_work: float = inf) -> list[Polynomial]:
        """A kernel's output, or the entries wanted of it, in the ring in which it is derived.

        Raises:
            TooLargeError: there are too many terms.
            TooMuchWorkError: it takes more products of two terms of constants than ``most_work``.
        """
        indices = range(self.size(kernel)) if wanted is None else wanted
        missing = [i for i in indices if (kernel, i) not in self._polynomials]
        if missing:
            self._progress(f"{kernel.replace('_', ' ')}, expanding")
            try:
                self._ring.constants_left = most_work
                found = self._derivation(kernel).polynomials(missing, self._ring)
            except TooLargeError as error:
                offer = f"{recursive_form(self.robot)}: symdyn show {self.called} program"
                what = f"the closed form of the {kernel} of {self.robot.name} has {error}; {offer}"
                raise TooLargeError(what) from None
            finally:
                self._ring.constants_left = inf
            self._polynomials.update({(kernel, i): polynomial for i, polynomial in zip(missing, found, strict=True)})
        return [self._polynomials[kernel, i] for i in indices]

    def is_known_to_exceed(self, terms: int, kernel: str, wanted: Sequence[int]) -> bool:
        """Whether entries have more terms than a number, where that can be told without deriving them."""
        self._progress(f"{kernel.replace('_', ' ')}, counting terms")
        return known_to_exceed(terms, self._derivation(kernel), wanted)

    def _derivation(self, kernel: str) -> Derivation:
        """Return how a kernel or a paper's formulation is derived, in the parameters of the form."""
        if kernel not in self._derivations:
            if kernel in FORMULATIONS:
                found = derivation(self.robot, FORMULATIONS[kernel].kernel(self.robot), called=self.called)
            else:
                found = derivation(self.robot, KERNELS[kernel], self._regrouping, self.called)
            self._derivations[kernel] = found
        return self._derivations[kernel]

    @cached_property
    def _regrouping(self) -> Regrouping | None:
        return None if self.form.is_pivot else Regrouping(pivots_in(self.robot, self.form))

    @cached_property
    def _ring(self) -> PolynomialRing:
        return letter_ring(self.robot, largest=self._largest)

    def poses(self) -> list[tuple[list[list[sp.Expr]], list[sp.Expr]]]:
        """Of every link, load included: its rotation (by rows) and origin in the frame of its parent."""
        return [
            ([[self._any_expression(x) for x in row] for row in R.rows], [self._any_expression(x) for x in origin])
            for R, origin in link_frames(self.robot, self._ring, self.called)
        ]

    def _any_expression(self, x: Polynomial | int) -> sp.Expr:
        return self.expression(x) if isinstance(x, Polynomial) else sp.Integer(x)

    @cached_property
    def _groups(self) -> list[tuple[int, ...]]:
        return angle_groups(self.robot)

    def expression(self, polynomial: Polynomial) -> sp.Expr:
        """Write a polynomial in SymPy, arranged to be read."""
        return self._sum(arranged(polynomial, self._groups))

    def _sum(self, by_parameter: ByParameter) -> sp.Expr:
        if self._name_constants:
            by_parameter = {
                parameter: self._constant_names.shortened(terms) for parameter, terms in by_parameter.items()
            }
        return sp.Add(
            *(
                collected(terms, sp.S.One if parameter is None else self.pi[parameter], self._letter)
                for parameter, terms in by_parameter.items()
            )
        )

    def _letter(self, letter: Letter) -> sp.Expr:
        known = self._letter_expressions.get(letter)
        if known is None:
            known = self._letter_expressions[letter] = (
                self._turn(letter) if isinstance(letter, Turn) else self._state(letter)
            )
        return known

    def _state(self, letter: str) -> sp.Expr:
        """q1, qd1, qdd1 are symbols; sg1 is the sign of qd1, sr1 that of a sum of rates."""
        if letter.startswith(SIGN_OF_SUM):
            row = sums_of_rates(self.robot)[int(letter.removeprefix(SIGN_OF_SUM)) - 1]
            return sp.sign(sp.Add(*(expression(factor) * self.qd[j] for j, factor in row)))
        if letter.startswith("sg"):
            return sp.sign(sp.Symbol(f"qd{letter.removeprefix('sg')}"))
        return sp.Symbol(letter)

    def _turn(self, turn: Turn) -> sp.Expr:
        angle = sp.Add(*(k * (self.q[i] + expression(self.offsets[i])) for i, k in turn.angle))
        return sp.cos(angle) if turn.kind == "c" else sp.sin(angle)


def recursive_form(robot: Robot) -> str:
    """Say what leads to the recursive form, which is made of numbers."""
    try:
        bind_symbols(robot)
    except MissingValueError as error:
        return f"give {error.field} a value to see the recursive form"
    return "see the recursive form"


def derive(
    robot: Robot,
    progress: Progress = lambda step: None,
    called: str = CALLED,
    form: Form | None = None,
    name_constants: bool = False,
) -> Model:
    """Return the closed-form equations of a robot in a form of its minimal set.

    ``called`` is what the user calls the robot in commands; with ``name_constants`` long constants stand by name.
    """
    if not robot.n:
        raise InputError("no joint moves, so there are no equations", field=robot.name)
    return Model(robot, progress, called=called, form=form, name_constants=name_constants)
