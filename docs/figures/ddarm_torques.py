"""Draw the direct drive arm's torques by Tables 3 and 4 of Atkeson, An and Hollerbach: `make figures`.

Measured torques, the third curve of their Fig. 8, are not printed as numbers and thus lost.
"""

from pathlib import Path

import numpy as np

import symdyn
from symdyn.options import Options
from symdyn.simulate import open_scenario
from symdyn.simulate.report.style import colour, drawing, figure_bytes, grid, legend_above, new_figure

HERE = Path(__file__).parent
PATHS = ("atkeson_1986_1", "atkeson_1986_2", "atkeson_1986_3")
TABLE_4 = {  # estimated from measured torques; all others are 0
    "link1": {"Izz": 9.33598},
    "link2": {"mx": -0.1591, "my": 0.6776, "Ixx": 4.1562, "Ixy": 0.3894, "Ixz": 0.0118, "Iyy": 5.2129, "Iyz": -0.6050}
    | {"Izz": -0.8194},
    "link3": {"m": 1.8920, "mx": 0.4676, "my": 0.0315, "mz": -1.0087, "Ixx": 1.5276, "Ixy": -0.0256, "Ixz": 0.0143}
    | {"Iyy": 1.8967, "Iyz": -0.0160, "Izz": 0.3568},
}


def main() -> None:
    """Draw one row a joint, one column a path."""
    robot = symdyn.load("ddarm")
    regressor = symdyn.build(robot, Options(only=("regressor_full",))).regressor_full
    estimated = [TABLE_4[name.split(".")[0]].get(name.split(".")[1], 0.0) for name in robot.parameter_names]
    with drawing():
        figure = new_figure(5.2)
        axes = grid(figure, 9, 3)
        for column, name in enumerate(PATHS):
            scenario = open_scenario(name).for_robot(robot)
            times = np.linspace(0, scenario.duration, 200)
            made = scenario.trajectory.motion(times, robot)
            Y = regressor(made.q, made.qd, made.qdd)
            for joint in range(3):
                at = axes[3 * joint + column]
                lines = [
                    *at.plot(times, (Y @ robot.parameters)[:, joint], color=colour(0)),
                    *at.plot(times, (Y @ np.array(estimated))[:, joint], color=colour(1)),
                ]
                if joint == 0:
                    at.set_title(f"motion {column + 1}")
                if column == 0:
                    at.set_ylabel(f"joint {joint + 1} (N m)")
        legend_above(figure, lines, ["CAD model, Table 3", "estimated, Table 4"])
        (HERE / "ddarm_torques.svg").write_bytes(figure_bytes(figure, "svg"))


if __name__ == "__main__":
    main()
