"""Minimal sets of inertial parameters: relations, certificate, reasons, forms."""
