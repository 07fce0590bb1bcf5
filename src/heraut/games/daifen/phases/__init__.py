"""The chapters of the turn, in the order of resolution (DA-PHA-01)."""
