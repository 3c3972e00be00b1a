"""What closes a tree, as equations: where the tree's joints are when the robot's coordinates are Q.

| file | idea |
|---|---|
| door.py | `closure_of(robot)`: the simplest kind of closure that a robot has |
| linear_closure.py | q = A Q + b: what couplings say; any other closing is refused by name |
| reduced.py | a tree's state from Q, and torques, matrices and Jacobians back, over any ring |
| drawn.py | the tree at random, in a finite field |
"""
