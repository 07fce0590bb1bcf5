"""Tags of the pages of forums."""
