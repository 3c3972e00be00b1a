"""Loops that are not linear, as a person would write how they close: step by step, and by Newton's method.

    a step with a root      a5 = …, b5 = …, k5 = …        a5 c5 + b5 s5 = k5
                            h5 = a5² + b5², D5 = h5 - k5²
                            c5 = (a5 k5 - b5 √D5)/h5      s5 = (b5 k5 + a5 √D5)/h5, with the sign of `closed_at`
    two equations           d5 = a5 b5' - b5 a5'          c5 = (k5 b5' - k5' b5)/d5, s5 = (a5 k5' - a5' k5)/d5
    Newton's method         Phi1 = …                      what vanishes where loops are closed
    rates                   J4 x4 + K4 Q' = 0             by blocks of joints, singular where J4 is

    directions          C1_4 = C1_3 c4 - S1_3 s4          of links on three parallel axes or more, one on the other

c and s are cosine and sine of a joint's angle with its offset. What a step is made of are earlier joints. Directions of
links have names of their own where products of their joints' cosines would be twice as many with every joint.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import sympy as sp

from symdyn.algebra.scalar import Ring, turned
from symdyn.algebra.spatial import Mat3
from symdyn.closed_form.polynomial import Coefficient, Factors, Polynomial, PolynomialRing
from symdyn.closure.blocks import Block
from symdyn.closure.closed_tree import ClosedTree, SignedStep, closed_tree
from symdyn.closure.consequences import evaluated
from symdyn.closure.explicit_closure import ExplicitClosure
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.one_unknown import StanceWithUnknown
from symdyn.closure.schedule import LINEAR, QUOTIENT, ROOT
from symdyn.closure.stance import Stance, by_sum
from symdyn.model.robot import Robot
from symdyn.symbolic.equations import Equation
from symdyn.symbolic.exact_expression import expression
from symdyn.symbolic.letters import Written
from symdyn.symbolic.readable import Reader

DEEP = 3  # parallel axes, from which on a direction has a name


class _WrittenStance(Stance[Any]):
    """A stance whose joints are letters, and directions of links on many parallel axes too, as they are asked for."""

    def __init__(self, tree: ClosedTree[Any], ring: PolynomialRing) -> None:
        count = range(tree.joints)
        q, c, s = ([ring.letter(f"{stem}{i + 1}") for i in count] for stem in "qcs")
        super().__init__(tree.mechanism, q, c, s, tree.turns)
        self._ring, self._named = ring, dict[str, tuple[Any, Any]]()
        self.defined: list[tuple[str, Any]] = []  # letters of directions, and what they stand for

    def sum_of_turns(self, link: int) -> tuple[Any, Any]:
        links = [link]
        while links[0] != self.first_of_group(link):
            links.insert(0, self.mechanism.joints[links[0]].parent)
        return self._sum(links)

    def direction_along(self, links: Sequence[int]) -> Mat3[Any] | None:
        turn, carrier = self.turns[links[-1]], self.turns[self.mechanism.joints[links[0]].parent]
        if turn is None or carrier is None or len(self._turning(links)) < DEEP:
            return None
        return (carrier.R0 + carrier.R1).T @ by_sum(turn, *self._sum(links))

    def _sum(self, links: Sequence[int]) -> tuple[Any, Any]:
        """Cosine and sine of the sum of angles of links of one group; with a name where they are many."""
        turning = self._turning(links)
        joints = [self.mechanism.joints[link].coordinates[0] for link in turning]
        name = f"{joints[0] + 1}_{joints[-1] + 1}"
        if name not in self._named:
            last = self.turns[turning[-1]]
            assert last is not None
            c, s = self.c[joints[-1]], self.s[joints[-1]] * last.sign
            sums = (c, s) if len(turning) == 1 else turned(*self._sum(turning[:-1]), c, s)
            if len(turning) >= DEEP:
                self.defined += zip((f"C{name}", f"S{name}"), sums, strict=True)
                sums = self._ring.adjoin_turn(f"C{name}", f"S{name}")
            self._named[name] = sums
        return self._named[name]

    def _turning(self, links: Sequence[int]) -> list[int]:
        turns = [(link, self.turns[link]) for link in links]
        return [link for link, turn in turns if turn is not None and turn.sign]


class StepWriter:
    """A closed robot over polynomials: its joints are letters, whatever they follow from."""

    def __init__(self, robot: Robot, closure: ExplicitClosure | IterativeClosure) -> None:
        """Carry the robot into polynomials."""
        self._robot, self._closure = robot, closure
        names = [f"{stem}{i + 1}" for stem in "csq" for i in range(robot.tree.n)]
        self._names = {name: Written(name[0], name[1:]) for name in names}
        self._ring = PolynomialRing(names, {f"s{i + 1}": f"c{i + 1}" for i in range(robot.tree.n)})
        self._tree: ClosedTree[Any] = closed_tree(robot, Ring(self._ring.constant))
        self._at = _WrittenStance(self._tree, self._ring)
        self._has_directions = False
        self._before: dict[Block, list[int]] = {}  # joints whose rates a block's depend on

    def equations(self) -> list[Equation]:
        """Return all equations, in the order in which they are used."""
        if isinstance(self._closure, IterativeClosure):
            found = list(self._demands())
        else:
            found = [one for step in self._closure.steps for one in self._step(step)]
        return [*found, *self._rates()]

    def reader(self) -> Reader:
        """Return what writes these equations."""
        letters: Any = SimpleNamespace(
            robot=self._robot,
            q=(),
            qd=(),
            qdd=(),
            symbols=(),
            parameters=(),
            pi=(),
            written=self._names,
            minimal=SimpleNamespace(pivots=()),
        )
        return Reader(letters)

    def _equation(self, name: str, right: Any) -> Equation:
        letters = name.rstrip("0123456789")
        prime = "'" if letters in ("ap", "bp", "kp") else ""
        self._names[name] = Written(letters[:1] if prime else letters, name.removeprefix(letters), superscript=prime)
        return Equation(name, self._names[name], right)

    def _plain(self, x: Polynomial | int) -> sp.Expr:
        """Write a polynomial in SymPy."""
        if isinstance(x, int):
            return sp.Integer(x)
        return sp.Add(*(_term(factors, coefficient) for factors, coefficient in x))

    def _directions(self) -> Iterator[Equation]:
        """Yield what the directions are that were asked for since the last time."""
        for name, value in self._at.defined:
            self._names[name] = Written(name[0], name[1:].replace("_", ","))
            yield Equation(name, self._names[name], self._plain(value))
            self._has_directions = True
        self._at.defined.clear()

    def _step(self, signed: SignedStep) -> Iterator[Equation]:
        step, sign = signed
        i, number = step.joint, step.joint + 1
        open_at = StanceWithUnknown(self._at, i)
        values = [evaluated(one, open_at.cut(self._tree.cuts[one.loop]), open_at) for one in step.equations]
        yield from self._directions()
        coefficients = []
        for mark, value in zip(("", "p"), values, strict=False):
            turns = step.how in (ROOT, QUOTIENT)
            parts = {"a": value.a, "b": value.b, "k": -value.x} if turns else {"k": value.x, "a": value.a, "b": value.b}
            if step.how == LINEAR:
                del parts["b"]
            for letter, part in parts.items():
                yield self._equation(f"{letter}{mark}{number}", self._plain(part))
            coefficients.append({letter: sp.Symbol(f"{letter}{mark}{number}") for letter in parts})
        one = coefficients[0]
        if step.how == LINEAR:
            yield self._equation(f"q{number}", -one["k"] / one["a"])
        elif step.how == QUOTIENT:
            other, d = coefficients[1], sp.Symbol(f"d{number}")
            yield self._equation(d.name, one["a"] * other["b"] - one["b"] * other["a"])
            yield self._equation(f"c{number}", (one["k"] * other["b"] - other["k"] * one["b"]) / d)
            yield self._equation(f"s{number}", (one["a"] * other["k"] - other["a"] * one["k"]) / d)
        elif step.how == ROOT:
            a, b, k = one["a"], one["b"], one["k"]
            h, D = sp.Symbol(f"h{number}"), sp.Symbol(f"D{number}")
            yield self._equation(h.name, a**2 + b**2)
            yield self._equation(D.name, h - k**2)
            yield self._equation(f"c{number}", (a * k - sign * b * sp.sqrt(D)) / h)
            yield self._equation(f"s{number}", (b * k + sign * a * sp.sqrt(D)) / h)
        else:
            D = sp.Symbol(f"D{number}")
            yield self._equation(D.name, one["a"] ** 2 - 4 * one["k"] * one["b"])
            yield self._equation(f"q{number}", (sign * sp.sqrt(D) - one["a"]) / (2 * one["b"]))

    def _demands(self) -> Iterator[Equation]:
        """Yield the rows of all cut joints: where loops are closed, they vanish."""
        gaps = self._tree.gaps(self._at)
        yield from self._directions()
        for number, gap in enumerate(gaps, 1):
            yield self._equation(f"Phi{number}", self._plain(gap))

    def _rates(self) -> Iterator[Equation]:
        """Yield J and K of the blocks in which rates are found; those of platforms hold what legs leave over."""
        jacobian = self._tree.cut_motion(self._at).jacobian()
        yield from self._directions()
        known = list(self._closure.actuated)
        for block in self._closure.blocks:
            if not block.legs:
                number = block.joints[0] + 1
                yield self._equation(f"J{number}", self._part(jacobian, block.rows, block.joints))
                before = [j for j in known if any(jacobian[r][j] for r in block.rows)]
                yield self._equation(f"K{number}", self._part(jacobian, block.rows, before))
                self._before[block] = before
            known += block.joints

    def _part(self, J: Sequence[Sequence[Any]], rows: Sequence[int], joints: Sequence[int]) -> list[list[sp.Expr]]:
        return [[self._plain(J[r][j]) for j in joints] for r in rows]

    def remarks(self) -> Iterator[str]:
        """Yield what to know beside the equations, once these are written."""
        closure, names = self._closure, self._robot.tree_joint_names
        of_all = ", ".join(f"q{i + 1}" for i in closure.actuated)
        yield f"Q = ({of_all}), which other equations number in this order"
        yield ", ".join(f"q{i + 1}: {name}" for i, name in enumerate(names))
        yield "c and s: cosine and sine of a joint's angle" + self._offsets()
        if self._has_directions:
            yield "C1_4 and S1_4: those of the sum of angles from q1 to q4, of links on each other about parallel axes"
        if isinstance(closure, IterativeClosure):
            yield "found together by Newton's method: " + ", ".join(names[i] for i in closure.passive)
        for step, sign in closure.steps if isinstance(closure, ExplicitClosure) else ():
            if step.has_root:
                D = f"D{step.joint + 1}"
                root = f"the root of {D} has the sign {'+' if sign > 0 else '-'} of closed_at"
                yield f"{names[step.joint]}: {root}; singular where {D} = 0, not closed where it is negative"
        yield from map(self._block, closure.blocks)

    def _offsets(self) -> str:
        offsets = [
            f"{expression(joint.offset)} more than q{i + 1}"
            for i, joint in enumerate(self._robot.tree.moving_joints)
            if joint.kind.turns and joint.offset
        ]
        return f"; that of {', of '.join(offsets)}" if offsets else ""

    def _block(self, block: Block) -> str:
        rates = ", ".join(f"q{i + 1}'" for i in block.joints)
        if block.legs:
            rows = ", ".join("+".join(str(r + 1) for r in leg.rows) for leg in block.legs)
            what = f"rates {rates}: from what is left of rows {rows} once the joints of each leg are taken out of them"
            return f"{what}, singular where that depends on each other"
        number = block.joints[0] + 1
        others = ", ".join(f"q{i + 1}'" for i in self._before[block])
        where = "its columns depend on each other" if len(block.rows) > len(block.joints) else f"det J{number} = 0"
        return f"rates: J{number} ({rates}) + K{number} ({others}) = 0, singular where {where}"


def _term(factors: Factors, coefficient: Coefficient) -> sp.Expr:
    return sp.expand_mul(expression(coefficient) * sp.Mul(*(sp.Symbol(name) ** power for name, power in factors)))
