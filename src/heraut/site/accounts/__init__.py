"""Players: signing up, choices, guests, leaving."""
