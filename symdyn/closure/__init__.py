"""What closes a tree, as equations: where the tree's joints are when the robot's coordinates are Q.

| file | idea |
|---|---|
| door.py | `closure_of(robot)`: the simplest kind of closure that a robot has |
| linear_closure.py | q = A Q + b: what couplings say, behind a transmission in motors' coordinates |
| linear_loops.py | the same of loops, such as parallelograms: proposed from numbers, proved in a finite field |
| start.py | where loops are closed, near `closed_at`: what is free there, and which joints determine the others |
| loop_notes.py | what to know of loops before: numbers that were hardly meant as they are |
| cut_equations.py | what cut joints demand of a tree, and the rates that they leave free, over any ring |
| told.py | what there is to tell of a closure: its kind, what is free, which rows of loops do nothing |
| reduced.py | a tree's state from Q, and torques, matrices and Jacobians back, over any ring |
| projection.py, states.py | E at a state; a tree's state of a closed robot's, whatever closes it |
| drawn.py | the tree at random, in a finite field |
| stance.py, one_unknown.py | a tree with cut joints in a position; scalars in which one joint is still unknown |
| along.py, parallel_turns.py | frames of links on others; links on parallel axes, whose direction follows from a sum |
| opened.py, hinge.py | a joint left open for equations; a distance seen from it |
| consequences.py | scalar equations that follow from a loop being closed |
| pairs.py | two joints at once, where points are drawn that no simpler way leads to |
| schedule.py, steps.py | which joint is found from which equation; the steps, over any field with square roots |
| cut_motion.py | rates of cut joints by screws |
| blocks.py, blocks_of_loops.py | which rates are solved for together, legs of a platform first |
| cofactors.py, loop_rates.py | small systems without false singularities; E and Ė |
| closed_tree.py | a closed tree over a field: put into a position, and moved there |
| variety_points.py, loop_states.py | points and states at random where loops are closed, in a finite field |
| loop_arcs.py | states along arcs through one point, as power series |
| explicit_closure.py | loops that close one joint after the other |
| together.py | the smallest sets of joints that are found together, and the way from them to all others |
| iterative_closure.py, newton_step.py | loops of which some joints are found only together; a step to where they are |
"""
