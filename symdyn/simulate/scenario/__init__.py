"""Scenarios: the file, its schema, and what it says as frozen data.

| file | idea |
|---|---|
| scenario.py | a scenario as data |
| opening.py | a file or a bundled name, and the robot that it is meant for |
| read.py | the schema, from top to bottom |
| trajectory.py, path.py | the desired motion |
| control.py, disturbances.py | the controller and its model; what happens to the plant |
| first.py, first_motion.py, first_feedback.py | a scenario for a robot that nobody has moved yet; its motion, and K |
| reals.py | numbers of a scenario as doubles |
"""
