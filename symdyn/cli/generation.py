"""The arguments that say what is generated, for the commands that generate."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from symdyn.cli.parser import Parser
from symdyn.errors import InputError, OptionError

if TYPE_CHECKING:
    from symdyn.options import Options

ARGUMENT_OF = {"languages": "lang", "laws": "law"}  # where the argument has another name than the choice


def add_generation_arguments(parser: Parser) -> None:
    """Add the options from `--scalar` to `--no-batch`; each is None where it is not given."""
    parser.add_argument("--scalar", metavar="double|float", help="type of every number in the code (default: double)")
    parser.add_argument(
        "--fold", action="store_const", const=True, help="bake the file's parameters in; kernels then take no pi"
    )
    parser.add_argument(
        "--only", nargs="+", action="extend", metavar="KERNEL", help="these kernels alone, for example: gravity"
    )
    parser.add_argument(
        "--law",
        nargs="+",
        action="extend",
        metavar="LAW",
        help="controllers too, and the kernels they call, for example: slotine_li",
    )
    parser.add_argument(
        "--gains", metavar="FILE", help="gains that the controllers start with, as symdyn tune writes them"
    )
    parser.add_argument(
        "--trig", metavar="vector|libm", help="sines and cosines in C: all joints at once, or by libm (default: vector)"
    )
    parser.add_argument(
        "--no-batch", action="store_const", const=True, help="leave the functions for rows of samples out of the C"
    )


def given_arguments(arguments: argparse.Namespace) -> list[str]:
    """Return those of the arguments above that were given."""
    names = ("scalar", "fold", "only", "law", "gains", "trig", "no-batch")
    return [f"--{name}" for name in names if getattr(arguments, name.replace("-", "_")) is not None]


def options_of(arguments: argparse.Namespace, languages: str | None = None) -> Options:
    """Return the options that arguments ask for; `generate` checks the names in them."""
    from symdyn.options import Options

    chosen: dict[str, Any] = {"fold": bool(arguments.fold), "batch": not arguments.no_batch}
    if arguments.scalar is not None:
        chosen["scalar"] = arguments.scalar
    if arguments.only is not None:
        chosen["only"] = words("--only", arguments.only)
    if arguments.law is not None:
        chosen["laws"] = words("--law", arguments.law)
    if arguments.gains is not None:
        from symdyn.control.gains_file import read_gains_file

        gains = read_gains_file(arguments.gains)
        chosen["gains"] = {law: values for law, values in gains.items() if law in chosen.get("laws", ())}
        if not chosen["gains"]:
            raise InputError(f"has gains of {', '.join(gains)}; ask for it with --law", file=arguments.gains)
    if arguments.trig is not None:
        chosen["trig"] = arguments.trig
    if languages is not None:
        chosen["languages"] = words("--lang", [languages])
    return Options(**chosen)


def words(option: str, arguments: list[str]) -> tuple[str, ...]:
    """Split at commas too: `--only gravity,coriolis` is `--only gravity coriolis`."""
    words = [word.strip() for argument in arguments for word in argument.split(",") if word.strip()]
    if not words:
        raise InputError("needs a name", field=option)
    return tuple(dict.fromkeys(words))


@contextmanager
def about(robot: str) -> Iterator[None]:
    """Put the robot's file, or the argument, into an error that was found after the file was read."""
    try:
        yield
    except OptionError as error:
        raise InputError(error.what, field=f"--{ARGUMENT_OF.get(error.field, error.field)}") from None
    except InputError as error:
        if error.file or error.field.startswith("--"):
            raise
        raise InputError(error.what, field=error.field, file=robot) from None
