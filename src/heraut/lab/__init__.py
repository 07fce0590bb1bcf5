"""Many matches at once: simulations and what they tell."""
