"""The kernels: what users call, and the one door through which each runs over any ring.

| file | idea |
|---|---|
| kernel.py | what a kernel is: name, ports, computation |
| torques.py | torques of a motion, under a wrench, of gravity, of velocities |
| matrices.py, forward.py | Coriolis and mass matrix; the accelerations that torques cause |
| regressors.py | torques as linear functions of parameters |
| kinematics.py, tip_motion.py | poses and Jacobian; the tip's pose, and the Jacobian's rate |
| close_step.py | a step of Newton's method towards closed loops |
| loop_motion.py | all joints of a closed robot's tree, and how they move with its coordinates |
| load.py | what a wrist sensor feels of a body on the tip |
| energies.py | kinetic and potential energy |
| along_coordinates.py | the same by duals, where loops change with the position |
| derivatives.py | derivatives of torques and accelerations; the linearised plant |
| dynamics_all.py | torque, mass matrix, gravity and Jacobian from one call |
| adaptive.py | torques from estimates, with what drives their adaptation; the regressor for filters |
| table.py | all of them, in the order of generated files; where a kernel of your own joins |
| tips.py | the kernels of a robot: the table's, and those of its tips |
| door.py | run(kernel, robot, ring, inputs) |
| point.py | a random point of a finite field, where what is equal has equal values |
"""

from symdyn.kernels.door import run
from symdyn.kernels.table import KERNELS, register

__all__ = ["KERNELS", "register", "run"]
