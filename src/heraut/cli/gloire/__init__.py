"""What the command line shows of Gloire et Pouvoir: tables of a view, calculators, the demonstration match.

`match` and `tables` stand in every game's folder under the same names; the commands that all games share ask them.
"""
