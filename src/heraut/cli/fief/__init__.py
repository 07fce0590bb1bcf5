"""What the command line asks of Fief: seats and picture, tables, calculators."""
