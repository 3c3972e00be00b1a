"""Desired motions.

| file | idea |
|---|---|
| motion.py | positions, velocities and accelerations at given times |
| trajectories.py, minimum_jerk.py, motion_file.py | the kinds there are: sinusoids, way-points, files |
| path_shapes.py, path_task.py, path.py, tip_path.py | paths of the tip, and the joints' motion along them |
| feasibility.py | what is doubtful about a motion before it is tried |
"""
