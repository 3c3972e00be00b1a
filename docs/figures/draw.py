"""Draw the figures of the laws' pages: `make figures`. The same bytes in every run with the same matplotlib."""

from pathlib import Path

from symdyn.simulate import open_scenario, run_scenario
from symdyn.simulate.report.overview import overview

HERE = Path(__file__).parent
FIGURES = {  # law -> scenario, and the laws to compare it with
    "slotine_li": ("panda_load", ("computed_torque",)),
    "slotine_li_modified": ("lu_meng_1993", ("computed_torque",)),
    "slotine_li_composite": ("panda_load", ("slotine_li",)),
    "craig": ("lu_meng_1993", ("computed_torque",)),
    "walker": ("walker_tree", ("pd_gravity",)),
    "optimal_feedback": ("van_winssen_1985", ("feedforward",)),
    "computed_torque": ("van_winssen_1985_model", ("pd_gravity",)),
    "pd_gravity": ("panda_load", ("computed_torque",)),
}


def main() -> None:
    """Run every law on its scenario, and draw."""
    for law, (scenario, others) in FIGURES.items():
        opened = open_scenario(scenario)
        robot = opened.robot()
        read = opened.for_robot(robot)
        runs = {name: run_scenario(robot, read, name) for name in (law, *others)}
        (HERE / f"{law}.svg").write_bytes(overview(runs))
        print(f"docs/figures/{law}.svg: {scenario}")


if __name__ == "__main__":
    main()
