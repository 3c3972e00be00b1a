"""What options choose: whether there is what they name, and the kernels that they ask for."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from symdyn.algebra.exact import Exact
from symdyn.errors import InputError, MissingValueError, OptionError, few_of, unknown_name
from symdyn.kernels.close_step import CLOSING
from symdyn.kernels.kernel import Kernel
from symdyn.kernels.tips import kernels_of_robot
from symdyn.languages import LANGUAGES
from symdyn.model import NumericRobot, Robot, bind_symbols
from symdyn.options import SCALARS, TRIGS, Options
from symdyn.package.laws import called_kernels, law_names, lawless_languages
from symdyn.package.loop_closing import KERNEL
from symdyn.package.no_inertia import missing
from symdyn.parameters.pi import pi_names, pi_values


def checked_options(options: Options, robot: Robot) -> Options:
    """Return valid options, or raise an InputError that lists what is valid."""
    for field, what, name, known in _named(options, robot):
        if name not in known:
            raise OptionError(unknown_name(what, name, known), field=field)
    for language in lawless_languages(options) if options.laws else ():
        raise OptionError(f"are not written in {language}; leave it out of languages", field="laws")
    if options.fold:
        try:
            known_values(bind_symbols(robot))
        except MissingValueError as error:
            raise OptionError(f"{error.what}; fold needs every parameter", field="fold") from None
    return options


def _named(options: Options, robot: Robot) -> Iterator[tuple[str, str, str, Collection[str]]]:
    """Yield every name in options: the option, what it is a name of, the name, and those that there are."""
    yield from (("languages", "language", language, LANGUAGES) for language in options.languages)
    yield "scalar", "scalar", options.scalar, SCALARS
    yield "trig", "trigonometry", options.trig, TRIGS
    yield from (("only", "kernel", kernel, kernels_of_robot(robot)) for kernel in options.only)
    yield from (("laws", "law", law, law_names(options)) for law in options.laws)
    yield from (("gains", "law", law, options.laws) for law, _ in options.gains)


def selected_kernels(options: Options, robot: Robot) -> tuple[Kernel, ...]:
    """Return the kernels to generate, in the order of the table.

    Those that are named, else all that the robot can have but those on request; and those that laws call. What closes
    loops by Newton's method comes with any.
    """
    asked_for = {*options.only, *called_kernels(options)}
    if asked_for and CLOSING.keys() <= kernels_of_robot(robot).keys():
        asked_for |= {*CLOSING, KERNEL}  # others take what these find
    chosen = []
    has_loops = robot.closing is not None and bool(robot.closing.loops)
    for kernel in kernels_of_robot(robot).values():
        why_not = missing(kernel, robot)
        if kernel.name in asked_for and why_not:
            raise InputError(f"{why_not}; {kernel.name} needs it", field=robot.name)
        usual = not kernel.on_request or (kernel.of_loops and has_loops)
        if kernel.name in asked_for or (usual and not options.only and not why_not):
            chosen.append(kernel)
    return tuple(chosen)


def known_values(robot: NumericRobot) -> list[Exact]:
    """Return the file's values of `pi`, all of them."""
    values = pi_values(robot)
    unknown = [name for name, value in zip(pi_names(robot), values, strict=True) if value is None]
    if unknown:
        raise MissingValueError(f"the robot file gives no value for {few_of(unknown)}", field=robot.name)
    return [value for value in values if value is not None]
