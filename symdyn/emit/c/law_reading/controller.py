"""A law's header and source as a controller that can be started, on fractions, with any kernels."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from symdyn.emit.c.law_reading.expressions import Names
from symdyn.emit.c.law_reading.statements import NUMBERS, WHOLES, Statements
from symdyn.emit.c.law_reading.values import REAL, WHOLE, Array, Layout, Struct, Value
from symdyn.emit.c.law_reading.words import Words, defined, without_comments
from symdyn.proof.text import LawText, UnreadableError

_STRUCT = re.compile(r"typedef struct \{(.*?)\} (\w+);", re.DOTALL)
_MEMBER = re.compile(r"(\w+) (\w+(?:\[\d+\])?(?:, \w+(?:\[\d+\])?)*);")
_ENUM = re.compile(r"enum \{(.*?)\};", re.DOTALL)
# Functions that look at bits: of a fraction they tell that it is a number.
_FINITE = """static int {law}_finite({scalar} x)
{{
    const {bits} exponent = {infinity};
    union {{ {scalar} value; {bits} bits; }} u;
    u.value = x;
    return (u.bits & exponent) != exponent;
}}
"""
_IS_BOUND = """static int {law}_is_bound({scalar} x, {bits} none)
{{
    union {{ {scalar} value; {bits} bits; }} u;
    u.value = x;
    return {law}_finite(x) || u.bits == none;
}}
"""
_BITS = {
    "double": {"bits": "uint64_t", "infinity": "UINT64_C(0x7ff0000000000000)"},
    "float": {"bits": "uint32_t", "infinity": "UINT32_C(0x7f800000)"},
}


@dataclass(frozen=True, slots=True)
class _Text:
    """A law's text, read: its own functions, and all that they see, kernels of whoever runs them among these."""

    layouts: Mapping[str, Layout]
    codes: Mapping[str, int]
    own: Mapping[str, Callable[..., Value]]
    seen: dict[str, Callable[..., Value]]


def read_c_law(law: LawText) -> Any:
    """Return a law's text as a module with a `Controller`, which takes gains and estimates and has `law` and `step`.

    Raises:
        UnreadableError: there is something in it that is not known.
    """
    name = f"{law.robot}_{law.law}"
    kernels: dict[str, Callable[..., Value]] = {
        f"{law.robot}_{kernel}": _kernel(inputs, answer) for kernel, (inputs, answer) in law.kernels.items()
    }
    text = _read(name, law.files[f"{name}.h"], law.files[f"{name}.c"], law.scalar, tuple(kernels))
    given = {f"{name}_{routine}": _given(instead, name, text.codes) for routine, instead in law.given.items()}
    seen = {**text.own, **kernels, **{routine: given[routine] for routine in given if routine in text.own}}

    def call(function: str, *arguments: Value) -> Value:
        text.seen.update(seen)  # others may run the same text, with kernels of their own
        return text.own[f"{name}_{function}"](*arguments)

    codes = {value: code.removeprefix(f"{name.upper()}_") for code, value in text.codes.items()}
    return _module(name, call, text.layouts, codes)


@lru_cache(maxsize=16)  # a proof runs the same text with many kernels
def _read(name: str, header: str, source: str, scalar: str, kernels: tuple[str, ...]) -> _Text:
    header, source = without_comments(header), without_comments(source)
    layouts: dict[str, Layout] = {}
    for body, struct in _STRUCT.findall(header):
        layouts[struct] = _layout(body, layouts)
    codes = _codes(header, name)
    seen: dict[str, Callable[..., Value]] = dict.fromkeys(kernels, _nobody)
    own = _read_functions(source, name, Names(codes, seen, scalar), layouts)
    return _Text(layouts, codes, own, seen)


def _nobody(*arguments: Value) -> Value:
    raise UnreadableError("a kernel is called before anybody gave one")


def _layout(body: str, layouts: Mapping[str, Layout]) -> Layout:
    members: dict[str, tuple[str, tuple[int, ...]] | Layout] = {}
    for line in filter(None, (line.strip() for line in body.splitlines())):
        match = _MEMBER.fullmatch(line)
        if match is None or match[1] not in (*NUMBERS, *WHOLES, *layouts):
            raise UnreadableError(line)
        for declared in match[2].split(", "):
            name, _, size = declared.rstrip("]").partition("[")
            kind = REAL if match[1] in NUMBERS else WHOLE
            members[name] = layouts.get(match[1]) or (kind, (int(size),) if size else ())
    return Layout(members)


def _codes(header: str, name: str) -> dict[str, int]:
    enum = _ENUM.search(header)
    codes = dict(re.findall(r"(\w+) = (\d+)", enum[1] if enum else ""))
    if codes.get(f"{name.upper()}_OK") != "0" or len(set(codes.values())) != len(codes):
        raise UnreadableError(f"{name}.h: return codes")
    return {code: int(value) for code, value in codes.items()}


def _read_functions(
    source: str, name: str, names: Names, layouts: dict[str, Layout]
) -> dict[str, Callable[..., Value]]:
    """Read a source from its beginning to its end; functions see the names, and are entered there themselves."""
    for form, what in ((_FINITE, "finite"), (_IS_BOUND, "is_bound")):
        text = form.format(law=name, scalar=names.scalar, **_BITS[names.scalar])
        if f" {name}_{what}(" in source and source.count(text) != 1:
            raise UnreadableError(f"{name}_{what} is another function")
        source = source.replace(text, "")
    source, constants = defined(source)
    for body, struct in _STRUCT.findall(source):
        layouts[struct] = _layout(body, layouts)
    known = names.functions
    known |= {f"{name}_finite": lambda x: 1, f"{name}_is_bound": lambda x, none: 1}
    words = Words(_STRUCT.sub("", source))
    reader = Statements(words, Names({**names.constants, **constants}, known, names.scalar), layouts)
    found: dict[str, Callable[..., Value]] = {}
    while words.next:
        if words.take_if("const"):  # tables of gains and parameters, which a caller may take
            while words.next != "{":
                words.take()
            words.skip_braces()
            words.expect(";")
            continue
        words.take_if("static")
        if words.take() not in ("void", "int", "size_t", names.scalar):
            raise UnreadableError(f"{name}.c: {words.next}")
        function = words.take()
        if function in known:
            raise UnreadableError(f"{function} is defined twice")
        found[function] = known[function] = reader.function()
    return found


def _kernel(inputs: int, answer: Callable[..., Any]) -> Callable[..., Value]:
    """Return a kernel as C calls it: outputs are written to arrays behind the inputs."""

    def call(*arguments: Array) -> None:
        results = answer(*(np.array(one.numbers(), dtype=object) for one in arguments[:inputs]))
        outputs = results if isinstance(results, tuple) else (results,)
        for place, values in zip(arguments[inputs:], outputs, strict=True):
            place.fill(values.flat)

    return call


def _given(instead: Callable[..., str], name: str, codes: Mapping[str, int]) -> Callable[..., Value]:
    """Return what is called in a routine's place; it writes to arrays, and returns the name of a code."""

    def call(*arguments: Value) -> Value:
        told = [one for one in arguments if not isinstance(one, Struct)]
        values = [np.array(one.entries if isinstance(one, Array) else one, dtype=object) for one in told]
        code = instead(*values)
        for array, new in zip(told, values, strict=True):
            if isinstance(array, Array):
                array.entries[:] = new.tolist()
        return codes[f"{name.upper()}_{code}"]

    return call


def _module(name: str, call: Callable[..., Value], layouts: Mapping[str, Layout], codes: Mapping[int, str]) -> Any:
    own, gains_of = layouts[name], layouts[f"{name}_gains"]

    class Controller:
        """A controller in the memory of C."""

        def __init__(self, gains: Mapping[str, Any], theta: Any) -> None:
            given, self.memory = Struct.empty(gains_of), Struct.empty(own)
            for gain in gains_of.members:
                given.fill(gain, np.asarray(gains[gain]).flat)
            estimates = [Array.of(theta)] if "theta" in own.members else []
            self.code = codes[call("init", self.memory, given, *estimates)]
            if self.code != "OK":
                raise UnreadableError(f"{name}_init returns {self.code}, though gains are good")

        @property
        def theta(self) -> Any:
            """The estimates."""
            return self.held("theta") if "theta" in own.members else np.zeros(0, dtype=object)

        def remember(self, member: str, values: Any) -> None:
            """Change what the controller holds."""
            self.memory.fill(member, np.asarray(values).flat)

        def held(self, member: str) -> Any:
            """Return what the controller holds."""
            value = self.memory.get(member)
            return np.array(value.numbers() if isinstance(value, Array) else value, dtype=object)

        def law(self, *inputs: Any) -> tuple[Any, Any]:
            """Return the torque, and the rate of the estimates."""
            tau = Array.empty(REAL, (len(inputs[0]),))
            moving = "theta_start" in own.members
            rate = Array.empty(REAL, (len(self.theta),)) if moving else Array.of(0 * self.theta)
            call("law", self.memory, *map(Array.of, inputs), tau, *([rate] if moving else []))
            return tuple(np.array(one.numbers(), dtype=object) for one in (tau, rate))  # type: ignore[return-value]

        def set_theta(self, theta: Any) -> None:
            """Go on with other estimates."""
            self.code = codes[call("set_theta", self.memory, Array.of(theta))]

        def restart(self, tau: Any) -> None:
            """Start again, from a torque."""
            self.code = codes[call("reset", self.memory, Array.of(tau))]

        def step(self, dt: Any, *inputs: Any) -> Any:
            """Return the torque of a step."""
            tau = Array.empty(REAL, (len(inputs[0]),))
            self.code = codes[call("step", self.memory, dt, *map(Array.of, inputs), tau)]
            return np.array(tau.numbers(), dtype=object)

    return SimpleNamespace(Controller=Controller)
