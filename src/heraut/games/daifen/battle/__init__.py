"""The assault: rounds, dice and spoils (DA-ASS, DA-ATK, DA-SUP)."""
