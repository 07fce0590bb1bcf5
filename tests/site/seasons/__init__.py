"""Ladders and trophies."""
