"""The schema of the robot file."""
