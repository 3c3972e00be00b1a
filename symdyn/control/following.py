"""Routines for a robot whose loops are closed by Newton's method: `passive` follows every position, as in kernels.

robot.gravity(q, …)         robot.gravity(q, passive, …)
torque(self, q, …)          torque(self, q, passive, …), where torque calls a kernel at q
law(self, q, …)             finds passive, from where the last step left it; one that steps call is `torque` to them
step(self, dt, q, …)        finds it too; where the loops cannot be closed it says so, and leaves all as it is

The desired position's joints are `passive_d`; where both are needed, they are found from those of the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from symdyn.control.codes import BAD_TIME_STEP, OK
from symdyn.kernels.table import KERNELS
from symdyn.routines.expressions import (
    Array,
    Call,
    CodeName,
    Comparison,
    Element,
    Expression,
    Literal,
    Member,
    Name,
    Size,
)
from symdyn.routines.program import (
    Assign,
    Declare,
    Do,
    For,
    If,
    Kernel,
    Local,
    Parameter,
    Return,
    Routine,
    Statement,
    Steps,
)
from symdyn.routines.walk import found, rewritten, rewritten_blocks

CLOSE, INNER, HOLD_LAST = "close", "torque", "hold_last"
ENTRIES = ("law", "step")  # what users call: they take no more than other robots' do
POSITION = "q"  # as kernels call it
FOLLOWING, HELD = Array(("d",)), Member(Name("self"), "passive")


@dataclass(frozen=True, slots=True)
class Following:
    """Where the joints that follow are when the robot is assembled, and what squares of gaps may sum up to."""

    closed_at: tuple[float, ...]
    largest_gap: float


class Followed:
    """The routines of a law, and at which of their parameters loops are closed."""

    def __init__(self, routines: Mapping[str, Routine]) -> None:
        """Find out of every routine the positions at which it, or what it calls, calls kernels."""
        self._routines = {name: one for name, one in routines.items() if name != CLOSE}
        at: dict[str, set[str]] = {name: set() for name in self._routines}
        before = None
        while before != at:
            before = {name: set(names) for name, names in at.items()}
            for name, routine in self._routines.items():
                for arguments, places in self._handed_on(routine.body, at):
                    at[name] |= {_name(arguments[i]) for i in places}
        self._at = at

    def positions(self, name: str) -> tuple[str, ...]:
        """Return the parameters of a routine at which loops are closed, in order."""
        return tuple(one.name for one in self._routines[name].parameters if one.name in self._at[name])

    def rewritten(self, following: Following) -> dict[str, Routine]:
        """Return all routines with the joints that follow."""
        new = {name: self._with_passive(routine) for name, routine in self._routines.items() if name not in ENTRIES}
        law = self._routines.get("law")
        if law is not None:
            if self._is_called("law"):
                inner = replace(self._with_passive(law), name=INNER)
                new[INNER], law = inner, _calling(law, inner)
            closing, _ = _found(self.positions("law"), following)
            new["law"] = replace(law, body=(*closing, *self._with_passive(law, taken=False).body))
        step = self._with_passive(self._routines["step"], taken=False)
        new["step"] = _refusing(step, self.positions("step"), following)
        return new

    def _is_called(self, name: str) -> bool:
        return any(call.routine == name for one in self._routines.values() for call in found(one.body, Call))

    def _handed_on(self, body: Any, at: Mapping[str, set[str]]) -> Iterator[tuple[Sequence[Expression], list[int]]]:
        """Yield the arguments of calls, and the places of positions among them."""
        for kernel in found(body, Kernel):
            yield kernel.arguments, _places(kernel)
        for call in found(body, Call):
            if call.routine in at:
                yield call.arguments, self._taken(call, at)

    def _taken(self, call: Call, at: Mapping[str, set[str]]) -> list[int]:
        return [i for i, one in enumerate(self._routines[call.routine].parameters) if one.name in at[call.routine]]

    def _with_passive(self, routine: Routine, *, taken: bool = True) -> Routine:
        """Let a routine hand on joints that follow, and take them, or have them."""

        def change(part: Any) -> Any:
            if isinstance(part, Kernel):
                return replace(part, arguments=_behind(part.arguments, _places(part)))
            if isinstance(part, Call) and part.routine in self._routines:
                name = INNER if part.routine == "law" else part.routine
                return Call(name, _behind(part.arguments, self._taken(part, self._at)))
            return part

        parameters: list[Parameter] = []
        for one in routine.parameters:
            follows = taken and one.name in self._at.get(routine.name, ())
            parameters += [one, Parameter(_passive(one.name), FOLLOWING)] if follows else [one]
        return replace(routine, parameters=tuple(parameters), body=rewritten(routine.body, change))


def _places(kernel: Kernel) -> list[int]:
    return [i for i, name in enumerate(KERNELS[kernel.name].inputs) if name == POSITION]


def _name(place: Expression) -> str:
    if not isinstance(place, Name):
        raise TypeError(f"a position at which loops are closed has a name, unlike {place}")
    return place.name


def _passive(position: str) -> str:
    return f"passive{position.removeprefix(POSITION)}"


def _behind(arguments: Sequence[Expression], places: Sequence[int]) -> tuple[Expression, ...]:
    listed: list[Expression] = []
    for i, one in enumerate(arguments):
        listed += [one, Name(_passive(_name(one)))] if i in places else [one]
    return tuple(listed)


def _calling(law: Routine, inner: Routine) -> Routine:
    """Return a law that does what an inner routine does."""
    call = Call("law", tuple(Name(one.name) for one in law.parameters))
    return replace(law, body=(Do(call),))


def _found(positions: Sequence[str], following: Following) -> tuple[list[Statement], list[tuple[Call, str]]]:
    """Return statements that let joints be found, and the same without what becomes of it."""
    guess: Expression = HELD
    calls: list[tuple[Call, str]] = []
    for position in positions:
        name = _passive(position)
        calls.append((Call(CLOSE, (Name(position), guess, Literal(following.largest_gap), Name(name))), name))
        guess = Name(name)
    arrays = Declare(tuple(Local(name, FOLLOWING) for _, name in calls))
    return [arrays, *(Do(call) for call, _ in calls)], calls


def _refusing(step: Routine, positions: Sequence[str], following: Following) -> Routine:
    """Let a step find joints, behind the test of its length, and hold on to them where it has taken place."""
    if not positions:
        return step
    statements, calls = _found(positions, following)
    output = Name(step.parameters[-1].name)
    zero: Statement = For("i", Steps(Literal(0), Size("n")), (Assign(Element(output, (Name("i"),)), "", Literal(0)),))
    if any(call.routine == HOLD_LAST for call in found(step.body, Call)):
        zero = Do(Call(HOLD_LAST, (Name("self"), output)))
    finding: list[Statement] = [statements[0]]
    for call, name in calls:
        code = name.replace("passive", "closed")
        refused = Comparison("!=", Name(code), CodeName(OK))
        finding += [Declare((Local(code, None, call),)), If(refused, (zero, Return(Name(code))))]
    first = next(i for i, one in enumerate(step.body) if isinstance(one, If) and _refuses_time(one))
    held = Assign(Element(HELD, (Name("j"),)), "", Element(Name(calls[0][1]), (Name("j"),)))
    holding = For("j", Steps(Literal(0), Size("d")), (held,))
    behind = replace(step, body=step.body[first + 1 :])
    remembers = any(call.routine == "remember" for call in found(behind.body, Call))

    def change(block: tuple[Statement, ...]) -> tuple[Statement, ...]:
        listed: list[Statement] = []
        for one in block:
            done = isinstance(one, Do) and one.call.routine == "remember"
            ends = not remembers and isinstance(one, Return) and one.value == CodeName(OK)
            listed += [holding, one] if done or ends else [one]
        return tuple(listed)

    return replace(step, body=(*step.body[: first + 1], *finding, *rewritten_blocks(behind, change).body))


def _refuses_time(one: If) -> bool:
    return any(isinstance(last, Return) and last.value == CodeName(BAD_TIME_STEP) for last in one.then)
