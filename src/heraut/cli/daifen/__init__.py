"""What the command line shows of Daifen: tables of a view, the odds of an assault.

`match` and `tables` stand in every game's folder under the same names; the commands that all games share ask them.
"""
