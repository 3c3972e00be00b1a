"""Data in, parameters out: full parameters behind minimal ones, and whether bodies exist that have them."""

from symdyn.identification.physical import PhysicalSearch, Verdict, find_physical_parameters, physical_bodies
from symdyn.identification.problem import Separation
from symdyn.identification.recover import full_parameters

__all__ = [
    "PhysicalSearch",
    "Separation",
    "Verdict",
    "find_physical_parameters",
    "full_parameters",
    "physical_bodies",
]
