"""Battles: sections BAT and DUEL of the rules, and what ARMY says of units in battle."""
