"""A whole world drawn at random that agrees with all that a King knows (`engine.protocol.Guessing`, docs/adr/0018).

world.py     the guess, part by part          known.py    what the King knows: his view, what the year has told
lands.py     terrains, taxes, peoples, names  realms.py   the other kingdoms: relations, treasuries
domains.py   who holds what                   people.py   courts, acquaintances, Heroes nobody has seen
places.py    special places, items            armies.py   forces in sight, those in the dark, natives
memory.py    what everybody remembers         merit.py    what the standings betray
growth.py    how kingdoms grow with the years
"""
