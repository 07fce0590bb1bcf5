"""The nineteen phases of a turn: one module a chapter of the rulebook, in its order (see `turn.PHASES`)."""
