"""What a law may not do, though the language of routines can say it: refused with file and line before code is written.

Names are none that C has; inputs are read only, in C they are const; results of kernels may not lie where one of the
kernel's inputs is; and a law calls kernels that there are, with what they take. An index stays within its array.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from symdyn.control.law import Law
from symdyn.errors import InputError, one_of
from symdyn.interface import SEEN, STATE
from symdyn.kernels.table import KERNELS
from symdyn.model.robot_file.names import C_KEYWORDS
from symdyn.routines.bounds import outside
from symdyn.routines.effects import base, changed
from symdyn.routines.expressions import Call
from symdyn.routines.program import Alias, Assign, Declare, Do, For, Kernel, Return, Routine, Statement, Unit
from symdyn.routines.read import reachable, read
from symdyn.routines.walk import found, statements

OURS = "symdyn."
NAMES = ("torque", "law", "step")  # of routines, as printed code calls them


def refuse_names(law: Law) -> None:
    """Refuse routines named otherwise than their places, values named by words of C, kernels that there are none of."""
    for place in NAMES:
        function = getattr(law, place)
        if function is not None and read(function).routine.name != place:
            code, what = function.__code__, f"this routine is the law's {place}, and has to be called {place}"
            raise InputError(what, file=code.co_filename, line=code.co_firstlineno)
    for routine in (read(one).routine for one in reachable(law.routines)):
        for call in found(routine.body, Kernel):
            if call.name not in KERNELS:
                what = f"there is no kernel {call.name}; {one_of(KERNELS)}"
                raise InputError(what, file=routine.file, line=call.line)
        for name, line in _named(routine):
            if name in C_KEYWORDS:
                what = f"{name} is a word of C and can be no value's name; choose another"
                raise InputError(what, file=routine.file, line=line)


def _named(routine: Routine) -> Iterator[tuple[str, int]]:
    """Yield the names that a routine gives, with their lines."""
    line = min((one.line for one in statements(routine.body) if one.line), default=1)
    yield from ((parameter.name, line) for parameter in routine.parameters)
    for one in statements(routine.body):
        if isinstance(one, Declare):
            yield from ((local.name, one.line) for local in one.locals)
        elif isinstance(one, Alias):
            yield one.name, one.line
        elif isinstance(one, For):
            yield one.index, one.line


def refuse_calls(unit: Unit, takes: Mapping[str, tuple[Sequence[str], Sequence[str]]]) -> None:
    """Refuse calls of kernels with too few or too many arguments, or with results where an input is."""
    for routine in unit.routines:
        for call in found(routine.body, Kernel):
            inputs, outputs = takes[call.name]
            if len(call.arguments) != len(inputs) + len(outputs):
                what = f"{call.name} takes {', '.join((*inputs, *outputs))}"
                raise InputError(what, file=routine.file, line=call.line)
            for i, name in enumerate(outputs, len(inputs)):
                others = call.arguments[:i] + call.arguments[i + 1 :]
                if call.arguments[i] in others:
                    what = (
                        f"{call.name} would write {name} where another of its arguments is; give it an array of its own"
                    )
                    raise InputError(what, file=routine.file, line=call.line)


def refuse_indices(unit: Unit, law: Law) -> None:
    """Refuse a law of one's own with an index that leaves its array, in branches that no proof happens to take too."""
    if all(routine.__module__.startswith(OURS) for routine in law.routines):
        return  # a test looks at these
    for one in outside(unit, [routine.name for routine in unit.routines if routine.name in NAMES]):
        raise InputError(str(one), file=one.routine.file, line=one.line)


def refuse_changed_inputs(unit: Unit, law: Law) -> None:
    """Refuse a law that changes what it is given."""
    given = {*(SEEN if law.watches else STATE), *law.more_inputs}
    for routine in unit.routines:
        if routine.name not in NAMES:
            continue
        names = given.intersection(changed(unit, routine))
        for name in sorted(names):
            line = next(_lines_that_change(unit, routine, name), 0)
            what = (
                f"{routine.name} changes {name}, which is an input; change an array of its own: {name}_own = array(n)"
            )
            raise InputError(what, file=routine.file, line=line)


def _lines_that_change(unit: Unit, routine: Routine, name: str) -> Iterator[int]:
    for one in statements(routine.body):
        if (isinstance(one, Assign) and base(one.target) == name) or _fills(unit, one, name):
            yield one.line


def _fills(unit: Unit, one: Statement, name: str) -> bool:
    """Whether a statement calls what changes an argument of a name."""
    if isinstance(one, Kernel):
        return name in map(base, one.arguments[len(one.arguments) - unit.kernels[one.name] :])
    if not isinstance(one, Assign | Declare | Do | Return):
        return False
    return any(
        base(argument) == name and parameter.name in changed(unit, unit.routine(call.routine))
        for call in found(one, Call)
        for argument, parameter in zip(call.arguments, unit.routine(call.routine).parameters, strict=True)
    )
