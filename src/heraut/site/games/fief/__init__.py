"""The pages of Fief: a board, a hand of cards, and one question at a time.

adapter.py          all that the site asks of it               naming.py         what everything is called
table.py            the table: what is asked, its answers      board_files.py    the board as files

What is asked
questions.py        a question in words, its answers as buttons  effects.py      what an order brings, beside its button
order_forms.py      forms that make a line of an order         composing.py      answers of several parts, in one form
drafts.py           orders put together before they are given  mends.py          a draft that disappoints, mended
instructions.py, instruction_forms.py, instruction_faults.py   answers given in advance
first_turn.py       the guided first turn                      first_march.py    its march, legal at each step

Beside the board
panels.py           families, crown, deals                     talks.py          the ballot and the talks
battle_panel.py     a battle, with its odds                    forecast.py       what an attack may bring
layers.py           what is laid over the board                reach_map.py      where a lord can arrive
troops.py           a troop that is being composed             lordless.py       a family without a lord
outcomes.py         what has befallen the visitor's family

The story of a turn
report.py           the page of it                             summary.py        what it begins with
chronicle.py        what has happened, turn by turn            since.py          since the last visit, in a few words
history.py, statistics.py  turns, with the board of each       gazette.py        as the gazette tells it
finale.py           how a match ended                          exchanges.py      what families do for each other
treaties.py         promises between families

tools.py            odds of a battle, incomes, fiefs, votes    table_forms.py    a table that waits, and its clocks
rules.py            the rules                                  lesson.py         the first turn that teaches the game

A page is made of the seat's own view, of the events that it may see, and of the decision that it owes.
"""
