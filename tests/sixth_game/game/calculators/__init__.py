"""What is reckoned outside of a match."""
