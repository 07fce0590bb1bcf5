"""A whole realm drawn at random that agrees with all that a player knows (`engine.protocol.Guessing`, docs/adr/0018).

realm.py    the guess, part by part         known.py     names of a view as numbers
board.py    villages, regions, families     cards.py     where the blue cards are
pile.py     what is still to be done        soldiers.py  tokens that may not be counted
battles.py  fights as all see them          questions.py what the open question is about
"""
