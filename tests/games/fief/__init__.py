"""The proofs of Fief."""

FIRST_ORDER = "PLAN viser, tous"  # one that anyone who is asked may give at the start; `tests/cli` runs on it
