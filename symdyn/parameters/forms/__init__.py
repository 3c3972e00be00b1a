"""Other minimal sets, each with its exact map to the pivot set."""
