"""The pages of Fief: a board, a hand of cards, and one question at a time.

table.py        the table: what is asked, with its answers  questions.py  a question in words, its answers as buttons
drafts.py       orders put together before they are given   panels.py     families, crown, battle, ballot, deals
order_forms.py  forms that make a line of an order          naming.py     what everything is called
instructions.py, instruction_forms.py  answers given in advance
chronicle.py    what has happened, turn by turn             tools.py      odds of a battle, incomes, fiefs, votes
history.py, statistics.py  turns, with the board of each    adapter.py    tables that wait
rules.py                   the rules                        troops.py     a troop that is being composed
forecast.py     what an attack may bring                    reach_map.py  where a lord can arrive

A page is made of the seat's own view, of the events that it may see, and of the decision that it owes.
"""
