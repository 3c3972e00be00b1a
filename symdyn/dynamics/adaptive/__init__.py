"""What adaptive laws ask of the dynamics."""
