"""Closed loop in time: a plant with true parameters, a controller with estimates, and what comes of them.

| file | idea |
|---|---|
| scenario/ | the scenario file and what it says |
| motion/ | desired motions, in joint coordinates and along paths of the tip |
| loop/ | plant, controller and what happens between them |
| compiled/ | the loop as one compiled function |
| run.py | from a robot and a scenario to a run |
| monte_carlo/ | many runs with drawn parameters |
| tuning/ | gains that make a stated cost least |
| report/ | numbers, tables, figures and files of a run |

A scenario is opened, `open_scenario("lu_meng_1993")`, read for a robot, `.for_robot(robot)`, and run, `run_scenario`.
"""

from symdyn.simulate.loop.recording import Recording
from symdyn.simulate.report.summary import Summary
from symdyn.simulate.run import Run, run_scenario
from symdyn.simulate.scenario.opening import open_scenario, scenario_names
from symdyn.simulate.scenario.scenario import Scenario

__all__ = ["Recording", "Run", "Scenario", "Summary", "open_scenario", "run_scenario", "scenario_names"]
