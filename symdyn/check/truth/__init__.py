"""What should be."""
