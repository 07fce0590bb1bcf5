"""What the site keeps about a player: all of it in a file, and leaving for good."""
