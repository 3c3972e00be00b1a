"""From logs to minimal parameters, with what is known about them and what the data cannot show.

| file | idea |
|---|---|
| model.py | the columns: the proved minimal ones, and those of effects that a robot file cannot hold |
| friction.py | friction that differs with the direction, and Stribeck's, by a scan of its speed |
| windows.py | a log in windows, filtered, with margins |
| delay.py | torques that come later than positions: by how much |
| factor.py | all rows of a joint as one small triangle |
| rows.py | a window -> rows of regressor and torque, filtered alike, thinned out -> triangles |
| gather.py | a log -> its triangles, windows side by side |
| places.py | logs read here, or on a cluster |
| fleet.py | fits of groups of logs, bootstrap and drift, from triangles alone |
| one_thread.py | linear algebra on one thread |
| prior.py | what is believed before any data |
| solve.py | ordinary, weighted, damped and truncated least squares on the triangles |
| held.py | parameters that stay as the file has them, since no torque tells them from others |
| joint_by_joint.py | Lin's procedure, and how well a motion excites every joint |
| recursion.py | recursive least squares: what the rows so far say, moment by moment |
| residuals.py | what a fit leaves over: spectrum, over speed, worst moments |
| noise.py | how far neighbouring residuals go together, without which σ would be too small |
| student.py | σ where the noise is known from little data |
| unseen.py | parameters that the robot has and this data does not show |
| motions.py | which joint has to move to show them, and whose torque tells |
| bodies.py | the nearest bodies that can exist |
| entropy.py | bodies near those of CAD, by the divergence of log det |
| robot.py | the robot file with the values |
| doubts.py | where a fit is hardly one |
| verdict.py | torques predicted against torques measured |
| result.py | what logs say about a robot, as frozen data |
| run.py | the pieces in order |
| report.py | a fit as data, as a table and as files |
| figures.py, page.py | what it leaves over, drawn; all of it as one page |
"""

from symdyn.identification.fit.result import Fit
from symdyn.identification.fit.run import identify
from symdyn.identification.fit.verdict import JointError

__all__ = ["Fit", "JointError", "identify"]
