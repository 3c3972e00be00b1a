"""A run of the compiled loop; what it returns is what the loop with SciPy's integrator returns."""

from __future__ import annotations

from typing import Any

import numpy as np

from symdyn.errors import InputError
from symdyn.runtime.languages.c_law import fill_gains
from symdyn.simulate.compiled.library import LoopLibrary
from symdyn.simulate.compiled.pieces import Pieces, cut
from symdyn.simulate.loop.controllers import Controller
from symdyn.simulate.loop.loop import Rows, drawn_noise, lost_samples, sample_times
from symdyn.simulate.loop.plant import Plant
from symdyn.simulate.loop.recording import Stopped
from symdyn.simulate.motion.motion import Array, Motion
from symdyn.simulate.scenario.scenario import Scenario

WHY = {  # as closed_loop.c returns them
    1: "is {error:.3g} from its trajectory",
    2: "numbers are not finite any more",
    3: "the estimates grow without bound",
    4: "the controller gave up: {said}",
    5: "the plant moves too fast to be integrated",
}
FATAL = ("BAD_TIME_STEP", "NOT_FINITE")


def compiled_loop(
    plant: Plant, controller: Controller, scenario: Scenario, desired: Motion, x: Array, library: LoopLibrary
) -> Rows:
    """Run the controller at its rate, its torque held between samples; ``x`` is the state at the start."""
    call = _Call(library)
    times = sample_times(scenario)
    held = cut(plant, scenario, times)
    rows, stride = call.rows(len(times), scenario, plant.robot.n)
    given = call.run(times, desired, scenario, held, stride)
    state = np.array(x, dtype=float)
    code = library.lib.closed_loop(
        call.controller(controller), call.plant(plant, held, scenario), given, call.pointer(state), rows
    )
    return call.gathered(rows, times, code, state, plant, desired)


class _Call:
    """Arrays that the compiled function reads and writes, kept alive while it runs."""

    def __init__(self, library: LoopLibrary) -> None:
        self._ffi, self._law, self._lib = library.ffi, library.law, library.lib
        self._kept: list[Any] = []
        self._u = self._law.u if self._law.adapts else 0

    def pointer(self, array: Array, kind: str = "double") -> Any:
        self._kept.append(array)
        return self._ffi.from_buffer(f"{kind}[]", array)

    def _struct(self, name: str, **members: Any) -> Any:
        struct = self._ffi.new(f"{name} *")
        for member, value in members.items():
            if isinstance(value, np.ndarray):
                kind = {"i": "int", "l": "long", "q": "long long"}.get(value.dtype.char, "double")
                setattr(struct, member, self.pointer(np.ascontiguousarray(value), kind))
            else:
                setattr(struct, member, value)
        self._kept.append(struct)
        return struct

    def controller(self, controller: Controller) -> Any:
        """Start the law afresh, as it is now."""
        gains, self_ = self._ffi.new(f"{self._law.name}_gains *"), self._ffi.new(f"{self._law.name} *")
        fill_gains(gains, self._law, controller.gains)
        theta = [self.pointer(np.array(controller.theta, dtype=float))] if self._law.u else []
        code = getattr(self._lib, f"{self._law.name}_init")(self_, gains, *theta)
        if code:
            raise InputError(f"the C controller refuses its gains or theta (code {code})", field=self._law.law)
        return self_

    def plant(self, plant: Plant, held: Pieces, scenario: Scenario) -> Any:
        solver = scenario.solver
        springs: dict[str, Any] = {}
        if plant.springs is not None:
            one = plant.springs
            springs = {"stiffness": one.stiffness, "damping": one.damping, "rotor": one.rotor, "within": one.within}
            springs["motor_side"] = int(one.motor_side)
        return self._struct(
            "closed_loop_plant",
            pi=held.pi,
            viscous=plant.of_joints("fv"),
            coulomb=plant.coulomb,
            friction_speed=solver.friction_speed,
            stiction=solver.stiction,
            stiction_speed=solver.stiction_speed,
            rtol=solver.rtol,
            atol=solver.atol,
            substeps=solver.substeps,
            **springs,
        )

    def run(self, times: Array, desired: Motion, scenario: Scenario, held: Pieces, stride: int) -> Any:
        n = desired.q.shape[1]
        noise = drawn_noise(scenario, len(times), n)
        final = np.array([name in FATAL or name in self._law.final for name, _ in self._law.codes], dtype=np.intc)
        members: dict[str, Any] = {"noise": noise} if noise.any() else {}
        if scenario.signals.lost:
            members["lost"] = lost_samples(scenario, len(times)).astype(np.intc)
        return self._struct(
            "closed_loop_run",
            samples=len(times),
            period=1.0 / scenario.control.rate,
            q_d=desired.q,
            qd_d=desired.qd,
            qdd_d=desired.qdd,
            quantum=np.array(scenario.signals.quanta or (0.0,) * n),
            delay=scenario.signals.delay,
            limits=np.array(scenario.torque_limits),
            first=held.first,
            span=held.span,
            phase=held.phase,
            times=held.times,
            plus=held.plus,
            divergence=scenario.divergence,
            stride=stride,
            codes=len(final),
            final=final,
            **members,
        )

    def rows(self, samples: int, scenario: Scenario, n: int) -> tuple[Any, int]:
        """Make room for what is seen, and say every how many samples that is."""
        stride = max(1, round(scenario.control.rate / scenario.record))
        count = samples // stride + 3
        struct = self._struct(
            "closed_loop_rows",
            at=np.zeros(count, dtype=np.int_),
            x=np.zeros((count, 2 * n)),
            tau=np.zeros((count, n)),
            asked=np.zeros((count, n)),
            applied=np.zeros((count, n)),
            theta=np.zeros((count, max(self._u, 1))),
        )
        self._rows = self._kept[-7:-1]
        return struct, stride

    def gathered(self, rows: Any, times: Array, code: int, state: Array, plant: Plant, desired: Motion) -> Rows:
        at, x, tau, asked, applied, theta = (array[: rows.count] for array in self._rows)
        stopped = None
        if code:
            n, k = plant.robot.n, int(at[-1])
            error = np.abs(state[:n] - desired.q[k])
            said = self._law.codes[rows.said][1] if code == 4 else ""
            why = WHY[code].format(error=error.max(), said=said)
            if code == 1:
                why = f"{plant.robot.joint_names[int(error.argmax())]} {why}"
            stopped = Stopped(float(times[k]), why, tuple(state[:n].tolist()), tuple(state[n : 2 * n].tolist()))
        where = [int(k) for k in at]
        return Rows(times[where], where, x, tau, applied, theta[:, : self._u], stopped, asked)
