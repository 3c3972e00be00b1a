"""The kernels: what users call."""
