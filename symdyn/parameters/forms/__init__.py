"""Forms of the minimal set beside the pivot set: those of the papers, and users' own.

| file | idea |
|---|---|
| form.py | a form: its coefficients, the map between it and the pivot set, and what proves it minimal |
| lin_constants.py, lin_parameters.py | composite bodies; Lin's Theorem 2 |
| gautier_khalil.py | Gautier and Khalil's regrouping, and the map between their set and Lin's |
| chain_forms.py | both as forms, with the joints' own parameters |
| user_set.py | a set that a user wrote, proved or refused |
| table.py | the forms that have a name |
"""
