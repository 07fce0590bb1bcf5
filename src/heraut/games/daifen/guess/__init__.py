"""A whole continent drawn at random that agrees with all that a lord knows (`engine.protocol.Guessing`, docs/adr/0018).

continent.py  the guess, part by part             known.py      what the lord knows: his view, what the turn has told
crowd.py      who there is: seats, names, races   kingdoms.py   what each of the others owns
minds.py      who knows whom, and has spied       growth.py     how kingdoms grow with the turns
"""
