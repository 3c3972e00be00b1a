"""A robot's geometry over any ring: joints, poses, bodies."""
