"""What passes rewrite programs with."""
