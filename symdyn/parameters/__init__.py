"""Minimal sets of inertial parameters: relations, certificate, reasons, forms.

| file | idea |
|---|---|
| minimal_parameters.py | the pivot set, proved: which parameters stay, give it their names, and what is added to them |
| regressor_samples.py | the exact rank, by random states over a finite field |
| link_geometry.py, moved_bodies.py, relations.py, rotor_relations.py | combinations that no torque shows |
| cut_relations.py | bodies that may be on either side of a cut joint |
| closure_relations.py | those that a closure makes and no body explains, in as many fields as it takes |
| reconstructed_relations.py | rational ones, read off several fields |
| irrational_relations.py | the same with coefficients that are made of the file's roots and cosines |
| axes_at_rest.py | links in common axes, where those are simple |
| awkward_numbers.py | numbers that make coefficients no fractions, for messages |
| all_bodies.py | massless links given bodies that vanish, for the search |
| ties.py | those of the set that torques alone do not tell apart |
| certificate.py | establishing it again, with other numbers |
| link_facts.py, parallel_links.py, reasons.py | why a parameter is felt in combination, or not at all |
| special_values.py | values of symbols for which fewer are felt |
| pi.py | what kernels take as `pi`: names, values, weights, and the full vector behind it |
| adapted_parameters.py | what adaptive laws estimate, and `pi` with it |
| plausible.py | numbers for robots whose file leaves some unknown |
| forms/ | other minimal sets, each with its exact map |
"""
