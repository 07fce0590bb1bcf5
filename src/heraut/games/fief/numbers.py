"""The numbers that stand for things: nobody, the peasants, phases, positions, series, forts."""

from __future__ import annotations

NOBODY = -1
REBELS = 6  # the peasants, among the players of a battle
ABEYANCE = -2  # a title that belongs to nobody because of the revolt that goes on (FI-CAP-09)
VACANT = -3  # a title that belongs to nobody its holder eliminated, or the revolt over (FI-CAP-09)

SETUP, CARDS, INCOME, PURCHASE, MOVE, COMBAT, NEGOTIATION = range(7)
PHASES = ("setup", "cards", "income", "purchase", "move", "combat", "negotiation")

IN, BESIEGER, RELIEF, FALLEN = range(4)  # positions of a party at a village (FI-MOD-05); fallen in a battle
POSITIONS = ("in", "besieger", "relief", "fallen")

SOLDIER, KING_GUARD, QUEEN_GUARD = range(3)  # series of tokens (FI-MOD-15)
SERIES = ("soldier", "king_guard", "queen_guard")

OPEN, CASTLE, CITY = range(3)  # what stands in a village
FORTS = ("open", "castle", "city")
