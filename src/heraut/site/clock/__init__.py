"""Deadlines: paces, claims, resolution, delays, outages, and the workers who see to them."""
