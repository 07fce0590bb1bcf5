"""Seigneurs & Vassaux at the command line: its match, its tables, its calculators."""
