"""Mathematics without robots: exact constants, finite fields, duals, vectors, elimination."""
