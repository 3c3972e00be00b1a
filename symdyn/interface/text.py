"""An interface as JSON, and back: parse_interface(interface_text(x)) == x. Reading it executes nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from symdyn.interface.kernels import Argument, Interface, KernelInterface, LoopInterface
from symdyn.interface.laws import GainInterface, LawInterface, Rule


def interface_text(interface: Interface) -> str:
    """Write an interface as JSON; a number is the shortest decimal that reads as the same double."""
    return json.dumps(interface, default=_plain)


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{value!r} is no part of an interface")


def parse_interface(text: str) -> Interface:
    """Read what `interface_text` wrote.

    Raises:
        ValueError: it is something else.
    """
    try:
        entry = json.loads(text)
        return Interface(
            **{
                **entry,
                "pi": _numbers(entry["pi"]),
                "kernels": tuple(map(_kernel, entry["kernels"])),
                "laws": tuple(map(_law, entry["laws"])),
                "loops": None if entry["loops"] is None else _loops(entry["loops"]),
            }
        )
    except (TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"not an interface: {error}") from None


def _kernel(entry: Mapping[str, Any]) -> KernelInterface:
    return KernelInterface(
        **{**entry, "inputs": _arguments(entry["inputs"]), "outputs": _arguments(entry["outputs"])},
    )


def _arguments(entries: Any) -> tuple[Argument, ...]:
    return tuple(Argument(entry["name"], tuple(entry["shape"])) for entry in entries)


def _loops(entry: Mapping[str, Any]) -> LoopInterface:
    lists = ("names", "places", "turns", "closed_at")
    return LoopInterface(**{**entry, **{name: tuple(entry[name]) for name in lists}})


def _law(entry: Mapping[str, Any]) -> LawInterface:
    lists = ("more_inputs", "theta_names", "final")
    return LawInterface(
        **{
            **entry,
            **{name: tuple(entry[name]) for name in lists},
            "theta_values": _numbers(entry["theta_values"]),
            "pi_0": _numbers(entry["pi_0"]),
            "B": None if entry["B"] is None else tuple(map(tuple, entry["B"])),
            "gains": tuple(map(_gain, entry["gains"])),
            "codes": tuple(map(tuple, entry["codes"])),
        }
    )


def _gain(entry: Mapping[str, Any]) -> GainInterface:
    lists = ("shape", "default", "choices")
    return GainInterface(**{**entry, **{name: tuple(entry[name]) for name in lists}, "rule": Rule(entry["rule"])})


def _numbers(entries: Any) -> tuple[float, ...] | None:
    return None if entries is None else tuple(entries)
