"""Mathematics without robots: exact constants, finite fields, duals, vectors, elimination.

| file | idea |
|---|---|
| scalar.py | what a ring is, and what it must tell beside + - * |
| atom.py | what exact constants are polynomials in; equal atoms are one object |
| exact.py | constants without rounding: polynomials over the rationals in roots, cosines, sines, pi and symbols |
| roots.py, trigonometry.py | square roots, cosines and sines of exact angles |
| root_tower.py, tower_squares.py, small_fields.py | real numbers made of square roots: signs, and which are squares |
| nested_roots.py, drawn_angles.py, tower_images.py | roots of sums in one tower of such numbers, and in a field |
| substitution.py, compact.py, divisors.py | symbols replaced; long constants as one atom; what to divide by |
| exact_text.py, written_size.py, decimals.py | constants as text and back; their length; the nearest double |
| primes.py, modulus.py, finite_field.py | arithmetic modulo a prime, or in GF(p²) |
| polynomial_roots.py | roots of polynomials there |
| coprime_base.py, rational_roots.py, embedding.py | constants carried into a field with all relations between them |
| elimination.py, exact_inverse.py, linear_form.py | exact rank; inverses; sums of variables with exact coefficients |
| lattice.py | short vectors of whole numbers: what small numbers a residue is made of |
| series.py | power series over a finite field: what is known near a point |
| dual.py, dual_functions.py | exact derivatives; roots, arctangents, sines and cosines of duals |
| rational_rotation.py | rotations with rational entries |
| spatial.py | vectors and matrices of three dimensions over any ring |
"""
