"""The herald: letters to players."""
