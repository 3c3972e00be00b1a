"""Draw what each safeguard of adaptation is for, with it and without it: `make figures`. The arm of safeguards.py."""

import numpy as np
from safeguards import arm, astray, draw, error, run

import symdyn
from symdyn.model import Robot
from symdyn.simulate import Run

TEN = 10
FLOOR = 1e-6  # kg, kg m^2: below that of every link of the arm
UNBOUNDED = {"theta_min": -1e9, "theta_max": 1e9}


def least_eigenvalue(made: Run) -> np.ndarray:
    """The least eigenvalue of any link's pseudo-inertia; one that is not positive is no body's."""
    bodies = [at for at, name in enumerate(made.recording.theta_names) if name.endswith(".m")]
    rows = [made.recording.theta[:, at : at + TEN] for at in bodies]
    return np.min([np.linalg.eigvalsh(pseudo_inertia(ten))[:, 0] for ten in rows], axis=0)


def pseudo_inertia(ten: np.ndarray) -> np.ndarray:
    """[S h; h' m] with S = trace(I)/2 - I, of rows of ten numbers."""
    m, x, y, z, xx, xy, yy, xz, yz, zz = ten.T
    half = (xx + yy + zz) / 2
    rows = [[half - xx, -xy, -xz, x], [-xy, half - yy, -yz, y], [-xz, -yz, half - zz, z], [x, y, z, m]]
    return np.moveaxis(np.array(rows), 2, 0)


def dead_zone(robot: Robot) -> None:
    """A motion that shows little, and noise that goes on."""
    noisy = {"moves": 0.02, "noise": {"velocity": 0.02}}
    draw(
        "dead_zone",
        {
            "noise drives the estimates": run(robot, 20, **noisy),
            "dead zone of three times the noise": run(robot, 20, **noisy, gains={"dead_zone": 0.06}),
        },
        {"largest |error| (rad)": (error, True), "worst estimate astray": (astray, True)},
        since=10,
    )


def leakage_and_bounds(robot: Robot) -> None:
    """A push of 40 N m, which looks like friction, in a motion that shows little."""
    push = {"type": "pulse", "joint": robot.joint_names[1], "torque": 40, "from": 1, "to": 3}
    pushed = {"moves": 0.05, "disturbances": [push]}
    without = run(robot, 10, **pushed, gains=UNBOUNDED)
    rows = {"largest |error| (rad)": (error, True), "worst estimate astray": (astray, True)}
    leaks = run(robot, 10, **pushed, gains={**UNBOUNDED, "sigma": 1})
    draw("leakage", {"no leakage": without, "sigma = 1 1/s": leaks}, rows, since=5)
    theta = np.array(symdyn.controller(robot, "slotine_li").theta)
    room = 0.3 * np.abs(theta)
    narrow = {"theta_min": (theta - room).tolist(), "theta_max": (theta + room).tolist()}
    draw("bounds", {"no bounds": without, "within 30 %": run(robot, 10, **pushed, gains=narrow)}, rows, since=5)


def body_floor(robot: Robot) -> None:
    """Links that are taken for heavier and more compact than they are, each estimated as a whole."""
    wrong = {"law": "walker", "model": {"masses": 1.5, "inertias": 0.5}}
    draw(
        "body_floor",
        {
            "estimates free": run(robot, 6, **wrong),
            "body_floor = 1e-6": run(robot, 6, **wrong, gains={"body_floor": FLOOR}),
        },
        {"largest |error| (rad)": (error, True), "least eigenvalue of any body": (least_eigenvalue, False)},
        since=3,
    )


def main() -> None:
    """Run and draw every pair."""
    robot = arm()
    dead_zone(robot)
    leakage_and_bounds(robot)
    body_floor(robot)


if __name__ == "__main__":
    main()
