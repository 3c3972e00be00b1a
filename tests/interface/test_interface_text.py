"""What calling takes is kept as text, and read again exactly; anything else is refused."""

from dataclasses import replace

import pytest

import symdyn
from symdyn.control import LAWS
from symdyn.generate import generate
from symdyn.interface import Argument, GainInterface, Interface, KernelInterface, LawInterface, Rule
from symdyn.interface.text import interface_text, parse_interface
from symdyn.options import Options
from symdyn.package.interface import package_interface

LAW = LawInterface(
    name="arm_some_law",
    law="some_law",
    n=2,
    adapts=True,
    more_inputs=("qdd",),
    theta_names=("load.m",),
    theta_values=(0.1,),
    pi_0=(1 / 3, 5e-324),
    B=((1.0,), (-2.5,)),
    gains=(
        GainInterface("Lambda", (2, 2), (1.0, 0.0, 0.0, float("inf")), Rule.POSITIVE_DEFINITE, above="K"),
        GainInterface("form", (), (1.0,), Rule.CHOICE, ("first", "second")),
    ),
    codes=(("OK", "done"), ("BAD", 'never\n"done"')),
    final=("BAD",),
    declarations={"c": "typedef struct { double x; } arm_some_law;"},
)
INTERFACE = Interface(
    name="arm",
    scalar="float",
    declarations={"c": "void f(void);"},
    pi=(0.1, -0.0, 1e300),
    kernels=(KernelInterface("f", "does é", (Argument("q", (2,)), Argument("pi", (3,))), (Argument("T", (2, 4, 4)),)),),
    laws=(LAW,),
    files={"arm.c": "/* \\ \t τ */\n", "arm.py": ""},
)


@pytest.mark.parametrize(
    "interface",
    [
        INTERFACE,
        replace(INTERFACE, pi=None, kernels=(), laws=()),
        replace(INTERFACE, laws=(replace(LAW, theta_values=None, pi_0=None, B=None, gains=(), more_inputs=()),)),
    ],
)
def test_an_interface_is_read_again_from_its_text(interface: Interface) -> None:
    again = parse_interface(interface_text(interface))
    assert again == interface
    assert repr(again) == repr(interface), "types and signs of zero too"


def test_the_interface_of_generated_kernels_and_laws_is_read_again_from_its_text() -> None:
    package = generate(symdyn.load("two_link"), Options(laws=tuple(LAWS), only=("gravity",)))
    interface = package_interface(package)
    assert len(interface.laws) == len(LAWS)
    assert repr(parse_interface(interface_text(interface))) == repr(interface)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        interface_text(INTERFACE)[:-1],
        interface_text(INTERFACE).replace('"kernels"', '"colonels"'),
        interface_text(INTERFACE).replace('"shape": [2, 2]', '"shape": null'),
        interface_text(INTERFACE).replace('"a choice"', '"no rule"'),
        interface_text(INTERFACE).replace('"name": "arm"', '"name": "arm", "more": 1'),
    ],
)
def test_another_text_is_refused(text: str) -> None:
    assert text != interface_text(INTERFACE)
    with pytest.raises(ValueError):
        parse_interface(text)


def test_arguments_know_their_size() -> None:
    assert [Argument("x", shape).size for shape in ((), (3,), (2, 4, 4))] == [1, 3, 32]
