"""The proofs of Seigneurs & Vassaux."""

FIRST_ORDER = "CONSIGNE CEDER NON"  # one that anyone who is asked may give at the start; `tests/cli` runs on it
