"""Robot dynamics written once, over any commutative ring; papers/EQUATIONS.md says which paper says what.

| file | idea |
|---|---|
| setting.py | a robot and a state over one ring: what every algorithm computes from |
| following.py | joints that Newton's method finds: a step, those behind it, gaps; in floats the way there |
| newton_euler.py, propagation.py | motions outwards, wrenches inwards; one link's step |
| outermost.py, held_axes.py, composite_bias.py | the same with less work |
| joint_effects.py | rotor inertia, friction, springs: what each adds to a torque, and so to all code and equations |
| mass_matrix.py, coriolis.py, coriolis_matrix.py | M, and C by Christoffel's symbols |
| forward.py, energy.py | accelerations from torques; energies |
| regressors/ | torques as matrices times parameters |
| derivatives/ | derivatives of the torque |
| adaptive/ | what adaptive laws ask |
"""
