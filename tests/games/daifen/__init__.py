"""The proofs of Daifen."""

FIRST_ORDER = "CONSTRUIRE Mine 1"  # one that anyone who is asked may give at the start; `tests/cli` runs on it
