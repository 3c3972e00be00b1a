"""What closes a tree, as equations: where the tree's joints are when the robot's coordinates are Q.

| file | idea |
|---|---|
| door.py | `closure_of(robot)`: the simplest kind of closure that a robot has |
| linear_closure.py | q = A Q + b: what couplings say, behind a transmission in motors' coordinates |
| linear_loops.py | the same of loops, such as parallelograms: proposed from numbers, proved in a finite field |
| start.py | where loops are closed, near `closed_at`: what is free there, and which joints determine the others |
| cut_equations.py | what cut joints demand of a tree, and the rates that they leave free, over any ring |
| reduced.py | a tree's state from Q, and torques, matrices and Jacobians back, over any ring |
| drawn.py | the tree at random, in a finite field |
"""
