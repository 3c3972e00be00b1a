"""Load a robot, compile its kernels, call them: for one state, and for ten thousand at once."""

import numpy as np

import symdyn

robot = symdyn.load("panda")
kernels = symdyn.build(robot)

q = np.array([0.0, -0.5, 0.0, -2.0, 0.0, 1.5, 0.8])
still = np.zeros(robot.n)
print("holding torque  ", np.round(kernels.gravity(q), 3))
print("the same        ", np.round(kernels.inverse_dynamics(q, still, still), 3))

states = np.random.default_rng(0).uniform(-1, 1, (3, 10_000, robot.n))
tau = kernels.inverse_dynamics(*states)
print("ten thousand    ", tau.shape)

Y = kernels.regressor(q, still, still)
pi = np.array([float(value) for value in kernels.pi])
print("regressor       ", Y.shape, "and Y pi - tau =", np.abs(Y @ pi - kernels.gravity(q)).max())
