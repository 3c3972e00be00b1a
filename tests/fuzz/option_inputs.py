"""Arguments of the command line and options of the library, in combinations that nobody would write."""

import random
from typing import Any

ARGUMENTS = (
    *(
        "gen",
        "check",
        "bench",
        "show",
        "params",
        "simulate",
        "robots",
        "doctor",
        "two_link",
        "panda",
        "nobody",
        "x.yaml",
    ),
    *(
        "--scalar",
        "float",
        "double",
        "half",
        "--fold",
        "--only",
        "gravity",
        "gravity,coriolis",
        ",",
        "--law",
        "slotine_li",
    ),
    *(
        "--trig",
        "vector",
        "libm",
        "--no-batch",
        "--snap",
        "--lang",
        "c",
        "python",
        "c,python",
        "-o",
        "--out",
        "",
        "out",
        "--json",
    ),
    *(
        "--form",
        "lin",
        "pivot",
        "--format",
        "latex",
        "--kernel",
        "--passes",
        "torque",
        "mass",
        "1",
        "-1",
        "99999999999",
    ),
    *(
        "--scenario",
        "--controller",
        "--rate",
        "1e400",
        "nan",
        "--seed",
        "--runs",
        "0",
        "--workers",
        "--figures",
        "none",
    ),
    *(
        "--help",
        "--version",
        "--",
        "-",
        "---",
        "--jsn",
        "é",
        "\0",
        "a\nb",
        "x" * 5000,
        "--only=gravity",
        "--scalar=",
        "@file",
    ),
)
VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        0,
        1.5,
        "",
        "double",
        "float",
        "c",
        "gravity",
        "slotine_li",
        "vector",
        "x" * 5000,
        "a\nb",
        b"c",
        object(),
    ),
    *((), ("c",), ("python",), ("c", "python"), ("gravity",), ("nobody",), ("slotine_li", "walker"), [], ["c"], {"c"}),
    *({"c": 1}, (None,), (1,), ("",), (("c",),), float("nan"), 10**30, ("gravity", "gravity"), len, int),
)
OPTIONS = ("scalar", "fold", "only", "laws", "trig", "batch", "languages")


def arguments(source: random.Random) -> list[str]:
    """Draw arguments; half of them begin with a command and a robot, as they should."""
    drawn = [source.choice(ARGUMENTS) for _ in range(source.randint(0, 6))]
    if source.random() < 0.6:
        drawn = [source.choice(("gen", "check")), "two_link", *drawn]
    return drawn


def options(source: random.Random) -> dict[str, Any]:
    """Draw values for some of the options."""
    return {name: source.choice(VALUES) for name in source.sample(OPTIONS, source.randint(1, 3))}
