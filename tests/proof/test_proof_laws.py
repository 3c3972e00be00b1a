"""Controllers are proved to be their laws: a changed sign, gain or argument in a law's text is refused."""

import pytest

import symdyn
import symdyn.generate
from symdyn.control import LAWS
from symdyn.emit.python.law import python_law_text
from symdyn.errors import ProofError
from symdyn.generate import generate
from symdyn.options import Options
from symdyn.reference import laws

FAULTS = [
    ("pd_gravity", 'gains["Kp"] * (q_d - q)', 'gains["Kp"] * (q - q_d)'),
    ("computed_torque", 'gains["Kv"] * (qd_d - qd)', 'gains["Kp"] * (qd_d - qd)'),
    ("slotine_li", "s = qd - qd_r", "s = qd_r - qd"),
    ("slotine_li", "drive, self.theta", "drive * 2, self.theta"),
    ("slotine_li", "tau -= feedback", "tau += feedback"),
    ("slotine_li", 'driven = -self.gains["Gamma"] * w', 'driven = self.gains["Gamma"] * w'),
    ("slotine_li", "self.theta + dt * self._rate", "self.theta - dt * self._rate"),
    ("slotine_li_modified", 'np.where(gains["form"], s, 0)', 'np.where(gains["form"], -s, 0)'),
    ("slotine_li_composite", "error = -self.tau_f", "error = self.tau_f"),
    ("craig", '-self._driving(ed + gains["Psi"] * e', '-self._driving(ed - gains["Psi"] * e'),
    ("craig", "x[i] -= L[j, i] * x[j]", "x[i] -= L[i, j] * x[j]"),
    ("walker", "qd_r, sign, drive, self.theta", "qd_r, sign, qd, self.theta"),
    ("optimal_feedback", "Kv[i, j] * ed[j]", "Kp[i, j] * ed[j]"),
]


def test_every_law_has_its_equations() -> None:
    assert laws.LAWS.keys() == LAWS.keys()


@pytest.mark.parametrize(("law", "before", "after"), FAULTS)
def test_a_changed_law_is_refused(law: str, before: str, after: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def changed(*arguments: object) -> str:
        text = python_law_text(*arguments)  # type: ignore[arg-type]
        assert before in text
        return text.replace(before, after)

    monkeypatch.setattr("symdyn.emit.python.law.python_law_text", changed)
    with pytest.raises(ProofError, match=f"controller {law}: .* is not that of its law"):
        generate(symdyn.load("ddarm"), Options(laws=(law,), only=LAWS[law].kernels))


@pytest.mark.parametrize("unknown", [["link3.mass", "link2.com"], ["link1.inertia.zz"]])
@pytest.mark.parametrize("law", [law for law in LAWS if law != "walker"])
def test_laws_that_adapt_a_part_are_proved_too(law: str, unknown: list[str]) -> None:
    mapping = {**symdyn.load("ddarm").source, "unknown": unknown}
    package = generate(symdyn.load(mapping), Options(laws=(law,), only=LAWS[law].kernels, languages=("python",)))
    assert '"laws": 1' in package.files["manifest.json"]
