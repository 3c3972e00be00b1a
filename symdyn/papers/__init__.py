"""Formulations kept for their papers; `--form` and `--formulation` reach them (see EQUATIONS.md).

| file | idea |
|---|---|
| sixteen_parameters.py, link_jacobian.py | Lu and Meng's sixteen parameters of a link; Jacobians, derived |
| energy_regressor.py, energy_special_cases.py | their closed form of the regressor, and links of simple shape |
| recursive_regressor.py, regressor_acceleration.py | their recursion; accelerations from regressors alone |
| lin_links.py, lin_inverse_dynamics.py | Lin's torque in his combinations |
| van_winssen_matrices.py, van_winssen_backward.py | Van Winssen and de Silva's matrices, and what goes outwards |
| van_winssen_lagrangian.py | their torque by the recursive Lagrangian |
| van_winssen_4x4.py, van_winssen_3x3.py | their derivatives of the torque |
| walker_spatial.py, walker.py, walker_explicit.py | Walker's spatial vectors, his law by recursion and written out |
| formulation.py | what a formulation is: a kernel, and the usual ones that it must agree with |
| torque_formulations.py, regressor_formulations.py, table.py | the formulations as kernels, by name |
| programs.py | the formulations as programs, proved |
"""
