"""A planned law as its printers take it: data without a robot's mechanics, the same for every language."""

from __future__ import annotations

from symdyn.algebra.decimals import to_float
from symdyn.control.codes import BAD_THETA, EVERYWHERE, bad_gain
from symdyn.control.plan import Plan, SizedGain
from symdyn.control.program import law_program
from symdyn.control.start import must_be
from symdyn.emit.control_law import ControlLaw, LawGain, LawMemory
from symdyn.routines.words import ReturnCode


def printable(plan: Plan) -> ControlLaw:
    """Return what a language writes a law from."""
    law, values = plan.law, plan.theta.values
    return ControlLaw(
        robot=plan.robot,
        law=law.name,
        summary=law.summary,
        equations=law.equations,
        n=plan.n,
        adapts=law.adapts,
        watches=law.watches,
        more_inputs=law.more_inputs,
        theta_names=plan.theta.names,
        theta_values=None if values is None else tuple(map(to_float, values)),
        gains=tuple(_gain(gain) for gain in plan.gains),
        memory=tuple(LawMemory(one.name, one.shape, one.memory.meaning, one.memory.whole) for one in plan.memory),
        codes=return_codes(plan),
        has_own_codes=bool(law.codes),
        program=law_program(plan),
        state_bytes=plan.state_bytes,
    )


def _gain(gain: SizedGain) -> LawGain:
    about = gain.gain
    return LawGain(gain.interface, about.meaning, about.unit, off_at_zero=about.default_rule == "0: off")


def return_codes(plan: Plan) -> tuple[ReturnCode, ...]:
    """Return all that init and step return, from 0 on."""
    gains = [bad_gain(gain.name, must_be(gain)) for gain in plan.gains]
    return (*EVERYWHERE, *gains, *((BAD_THETA,) if plan.u else ()), *plan.law.codes, *plan.closing_codes)
