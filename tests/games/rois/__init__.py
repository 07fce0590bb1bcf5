"""The proofs of Rois aventuriers."""

FIRST_ORDER = "@ROYAUME\nELECTION"  # one that anyone who is asked may give at the start; `tests/cli` runs on it
