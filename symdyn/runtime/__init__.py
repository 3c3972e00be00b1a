"""Generated code that Python calls: kernels, controllers, and the cache they are found in."""
