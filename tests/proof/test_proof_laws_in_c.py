"""The C of a controller is read back and run on fractions: what is not its law, its safeguards or C is refused."""

from dataclasses import replace
from functools import cache

import pytest

import symdyn
from symdyn.control import LAWS
from symdyn.errors import ProofError
from symdyn.generate import generate
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.package.proofs import printed_law, proved_law

ROBOT = "two_link"
LAW = {  # of the law itself: its equations tell
    "sign of a gain's part": ("pd_gravity", "gains->Kp[i] * (q_d[i] - q[i])", "gains->Kp[i] * (q[i] - q_d[i])"),
    "another gain": ("computed_torque", "gains->Kv[i] * (qd_d[i]", "gains->Kp[i] * (qd_d[i]"),
    "sign of s": ("slotine_li", "s[i] = qd[i] - qd_r[i]", "s[i] = qd_r[i] - qd[i]"),
    "sign of the feedback": ("slotine_li", "tau[i] -= feedback[i]", "tau[i] += feedback[i]"),
    "argument of a kernel": ("slotine_li", "sign, drive, self->theta", "sign, qd_r, self->theta"),
    "sign of the rate": ("slotine_li", "driven = -self->gains.Gamma[j]", "driven = self->gains.Gamma[j]"),
    "a row as a column": ("slotine_li", "feedback[i] += K[2u * j + i] * s[j]", "feedback[i] += K[2u * j + j] * s[j]"),
    "one joint too few": ("slotine_li", "for (size_t j = 1; j < 2u; ++j)", "for (size_t j = 2; j < 2u; ++j)"),
    "a form that is chosen": ("slotine_li_modified", "gains->form ? ", "!gains->form ? "),
    "error of prediction": ("slotine_li_composite", "error[i] = -self->tau_f[i]", "error[i] = self->tau_f[i]"),
    "a step of elimination": ("craig", "x[i] -= L[2u * j + i] * x[j]", "x[i] += L[2u * j + i] * x[j]"),
    "where friction is taken": ("slotine_li", "qdd_r, qd_r, sign", "qdd_r, qd, sign"),
    "how smooth it is": ("computed_torque", "smooth_sign(qd_r[i]", "smooth_sign(qd[i]"),
    "what Walker's kernel is given": ("walker", "qd_r, sign, drive, self->theta", "qd_r, sign, qd, self->theta"),
    "gain of velocities": ("optimal_feedback", "Kv[2u * i + j] * ed[j]", "Kp[2u * i + j] * ed[j]"),
}
STEPS = {  # of safeguards and memory: the twin tells
    "the dead zone's width": ("slotine_li", "above > zone ? zone : above", "above > zone ? zone * 2 : above"),
    "how a zone closes after a limit": ("slotine_li", "settle / (settle + dt)", "settle / (settle - dt)"),
    "how a torque begins": ("slotine_li", "asked + share * self", "asked - share * self"),
    "where leakage leads": ("slotine_li", "(self->theta[j] - self->theta_start[j])", "self->theta[j]"),
    "an upper bound": ("slotine_li", "return above > high ? high : above;", "return above;"),
    "what a step remembers": ("slotine_li_composite", "self->tau_last[i] = tau[i];", "self->tau_last[i] = 0;"),
    "how a filter forgets": ("slotine_li_composite", "1 / (1 + self->gains.a * dt)", "1 / (1 - self->gains.a * dt)"),
    "a limit of torque": (
        "optimal_feedback",
        "return above > most ? most : above;",
        "return above > most ? 0 : above;",
    ),
    "when it stops": ("optimal_feedback", "norm > gains->eps2", "norm > gains->eps1"),
    "what stopping returns": ("optimal_feedback", "return TWO_LINK_OPTIMAL_FEEDBACK_STOPPED;", "return 0;"),
    "how it brakes": ("optimal_feedback", "-qd[i] / self->gains.stop_time", "-qd[i] * self->gains.stop_time"),
    "weights that rise": ("optimal_feedback", "far[i] / farthest", "fast[i] / farthest"),
}
UNREADABLE = {  # of what C would do otherwise, or not define
    "beyond the end of an array": ("slotine_li", "j < 6u; ++j", "j <= 6u; ++j"),
    "a read before a write": ("slotine_li", "        feedback[i] = K[i] * s[0];\n", "        s[i] = K[i] * s[0];\n"),
    "a quotient that is cut": ("slotine_li_composite", "dt / 2 * rest[j]", "dt * (1 / 2) * rest[j]"),
    "a difference that wraps": ("slotine_li", "K[2u * j + i]", "K[2u * j + i - 2u * 2u]"),
    "a macro": ("slotine_li", "#include <float.h>", "#include <float.h>\n#define double int"),
    "another test of numbers": ("slotine_li", "return (u.bits & exponent) != exponent;", "return 1;"),
    "a loop of another form": ("slotine_li", "for (size_t j = 1; j < 2u; ++j)", "while (0)"),
    "a function twice": ("pd_gravity", "int two_link_pd_gravity_step(", "int two_link_pd_gravity_init("),
    "a number of another type": ("slotine_li", "driven = -self->gains.Gamma[j] * w", "driven = -1.0f * w"),
    "a table without its end": (
        "slotine_li",
        "two_link_slotine_li_default_gains = {",
        "two_link_slotine_li_default = {{",
    ),
}


@cache
def package(law: str, scalar: str = "double") -> Package:
    options = Options(laws=(law,), only=LAWS[law].kernels, languages=("c",), scalar=scalar)  # type: ignore[arg-type]
    return generate(symdyn.load(ROBOT), options)


def prove_changed(law: str, before: str, after: str) -> None:
    made = package(law)
    source = f"{ROBOT}_{law}.c"
    assert before in made.files[source]
    files = {**made.files, source: made.files[source].replace(before, after)}
    programs = {kernel.name: kernel.program for kernel in made.kernels}
    proved_law(printed_law(made.laws[0], made.facts, programs, files), ("c",))


@pytest.mark.parametrize(("law", "before", "after"), LAW.values(), ids=LAW)
def test_c_that_is_not_its_law_is_refused(law: str, before: str, after: str) -> None:
    with pytest.raises(
        ProofError, match=f"controller {law}: (tau|theta|theta_dot|tau of a step) is not that of its law"
    ):
        prove_changed(law, before, after)


@pytest.mark.parametrize(("law", "before", "after"), STEPS.values(), ids=STEPS)
def test_c_whose_safeguards_are_not_those_of_its_twin_is_refused(law: str, before: str, after: str) -> None:
    with pytest.raises(ProofError, match=rf"controller {law}: .* step \d( returns)? is not that of its law"):
        prove_changed(law, before, after)


@pytest.mark.parametrize(("law", "before", "after"), UNREADABLE.values(), ids=UNREADABLE)
def test_c_that_would_do_something_else_is_not_read(law: str, before: str, after: str) -> None:
    with pytest.raises(ProofError, match=f"controller {law}: cannot be read back: "):
        prove_changed(law, before, after)


@pytest.mark.parametrize("law", LAWS)
def test_c_of_floats_is_proved_with_the_floats_that_it_prints(law: str) -> None:
    mapping = {**symdyn.load("ddarm").source, "unknown": ["link3.mass", "link2.com"]}
    options = Options(laws=(law,), only=LAWS[law].kernels, languages=("c",), scalar="float")
    generate(symdyn.load(mapping), options)  # whose estimates lead to pi by numbers that a float rounds


def test_a_digit_that_was_printed_wrong_is_seen() -> None:
    mapping = {**symdyn.load("ddarm").source, "unknown": ["link3.mass", "link2.com"]}
    made = generate(symdyn.load(mapping), Options(laws=("slotine_li",), languages=("c",)))
    source, text = "ddarm_slotine_li.c", made.files["ddarm_slotine_li.c"]
    number = text[text.index("pi[0] = ") + len("pi[0] = ") :].split(" ")[0].rstrip(";")
    wrong = text.replace(f"pi[0] = {number}", f"pi[0] = {float(number) * (1 + 2**-52)!r}")
    assert wrong != text
    programs = {kernel.name: kernel.program for kernel in made.kernels}
    printed = printed_law(made.laws[0], made.facts, programs, {**made.files, source: wrong})
    with pytest.raises(ProofError, match="is not that of its law"):
        proved_law(printed, ("c",))
    proved_law(replace(printed, files={**printed.files, source: text}), ("c",))
