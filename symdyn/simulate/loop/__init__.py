"""The closed loop: sample, act, let the plant move on.

| file | idea |
|---|---|
| loop.py | the loop in time |
| plant.py, torques.py, rigid_load.py | the robot with its true parameters; what acts on it; loads picked up |
| springs.py, flexible.py | springs between motors and joints |
| controllers.py, model_errors.py | what closes the loop, and what it believes about the plant |
| continuous_loop.py | the loop without sampling, as theory has it |
| recording.py, size.py | what a run leaves behind, and how much memory that takes |
| stretched.py | stops where loops close no farther |
| true_theta.py | what estimates should be |
"""
