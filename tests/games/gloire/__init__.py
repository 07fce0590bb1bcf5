"""The proofs of Gloire et Pouvoir."""

FIRST_ORDER = "CHE 1"  # one that anyone who is asked may give at the start; `tests/cli` runs on it
