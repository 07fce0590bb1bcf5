"""A whole realm drawn at random that agrees with all that a lord knows (`engine.protocol.Guessing`, docs/adr/0018).

realm.py      the guess, part by part             known.py      what spies and jousts told of others
fame.py       renowns and treasuries of others    equations.py  what is public of renown, as equations
purses.py     treasuries in whole écus            simplex.py    points that leave hardly any room
bits.py       the last bits of public figures     houses.py     knights, armies and garrisons of others
patience.py   how long a search may go on, in steps
"""
