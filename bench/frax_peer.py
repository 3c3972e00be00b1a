"""frax, inverse dynamics in JAX, called from Python; in a process of its own, on one core, where it is fastest.

python -m bench.frax_peer ROBOT.urdf STATES.npz REPETITIONS RESULTS.npz
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.chain import Array, Chain
from bench.pinocchio_peer import Absent
from symdyn.bench.timing import Contender, Timing, measure

AT_ONCE = 50  # calls of a repetition at least: its threads take their time to wake up
ROOT = Path(__file__).parents[1]
AS_IT_ASKS = {
    "JAX_ENABLE_X64": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false --xla_cpu_scheduler_type=CPU_SCHEDULER_TYPE_MEMORY_OPTIMIZED",
}
BASE = (  # it wants a base that weighs something, which torques do not show
    r'<link name="\1"><inertial><origin xyz="0 0 0" rpy="0 0 0"/><mass value="1"/>'
    r'<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>'
)


def measured(chain: Chain, states: Sequence[Array], repetitions: int, work: Path) -> tuple[Timing, Timing, Array]:
    """Return the times of a single call and of a sample in a batch, and the batch's torques.

    Raises:
        Absent: it is not installed, or does not run here.
    """
    if importlib.util.find_spec("jax") is None or importlib.util.find_spec("frax") is None:
        raise Absent("frax: the packages jax and frax are not installed")
    work.mkdir(parents=True, exist_ok=True)
    file, given, found = work / f"{chain.name}.urdf", work / "frax-states.npz", work / "frax-results.npz"
    _write_urdf(chain.name, file)
    np.savez(given, weight=[*(-chain.gravity), 0.0, 0.0, 0.0], **dict(zip(("q", "qd", "qdd"), states, strict=True)))
    command = [sys.executable, "-W", "ignore", "-m", "bench.frax_peer", file, given, str(repetitions), found]
    finished = subprocess.run(command, env=os.environ | AS_IT_ASKS, cwd=ROOT, capture_output=True, check=False)
    if finished.returncode != 0:
        raise Absent(f"frax: {finished.stderr.decode(errors='replace').strip().splitlines()[-1]}")
    results = np.load(found)
    return Timing(tuple(results["single"])), Timing(tuple(results["batch"])), results["tau"]


def _write_urdf(robot: str, file: Path) -> None:
    file.unlink(missing_ok=True)
    converted = subprocess.run(
        [sys.executable, "-m", "symdyn", "convert", robot, "-o", file], capture_output=True, check=False
    )
    if converted.returncode != 0:
        raise Absent(f"frax: {robot} is no URDF")
    text = re.sub(r'<link name="([^"]*)"\s*/>', BASE, file.read_text(encoding="utf-8"), count=1)
    file.write_text(text, encoding="utf-8")


def main(urdf: str, given: str, repetitions: int, results: str) -> None:
    """Time it, here."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # before JAX starts its threads
    import jax
    from frax.core.robot import Robot

    states = np.load(given)
    robot, weight = Robot(urdf), jax.numpy.asarray(states["weight"])

    def torque(q: Any, qd: Any, qdd: Any) -> Any:
        return robot.rnea(q, qd, qdd, weight, None)

    single, rows = jax.jit(torque), jax.jit(jax.vmap(torque))
    many = [jax.numpy.asarray(states[name]) for name in ("q", "qd", "qdd")]
    one = [jax.numpy.asarray(states[name][0]) for name in ("q", "qd", "qdd")]
    contenders = {
        "single": Contender(_rounds(lambda: single(*one).block_until_ready()), AT_ONCE),
        "batch": Contender(_rounds(lambda: rows(*many).block_until_ready()), AT_ONCE * len(states["q"])),
    }
    timings = measure(contenders, repetitions)
    np.savez(results, tau=np.asarray(rows(*many)), **{name: one.samples for name, one in timings.items()})


def _rounds(call: Callable[[], Any]) -> Callable[[int], float]:
    def run(rounds: int) -> float:
        begin = time.perf_counter_ns()
        for _ in range(AT_ONCE * rounds):
            call()
        return float(time.perf_counter_ns() - begin)

    return run


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4])
