"""A generated folder."""
