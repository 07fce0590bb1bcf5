"""Tags for the pages of matches."""
