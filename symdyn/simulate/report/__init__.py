"""What a run is told by."""
