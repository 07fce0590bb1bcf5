"""The table as one asks it: figures, ground, ways, places to stand. Nothing here changes a battle."""
