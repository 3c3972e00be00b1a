"""Derivatives of the torque, from composite bodies."""
