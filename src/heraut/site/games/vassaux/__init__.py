"""The pages of Seigneurs & Vassaux: a table without squares, two hosts, and one question at a time.

table.py        the table: what lies on it, what is asked, the answer
asked.py        what is asked and shown beside it   questions.py    a question in words
drafts.py       answers put together beforehand     desk.py         a draft, and what has been pointed at
hands.py        what was sent, made a draft of      pointing.py, placing.py  what a touch means, by its question
offers.py       answers as buttons (buttons.py)     forms.py        answers as forms
naming.py       answers in words                    odds.py         what is known beforehand, in words and bars
panels.py       hosts, arms, who is awaited         told.py         what has happened, in the game's sentences
report.py, history.py  turn by turn, step by step   board_files.py  the table as files
instructions.py         instructions as a page      instructed.py    what has been said in advance
rules.py               the rules                    table_forms.py  tables that wait, and their clocks
host_builder/, field_builder/  what is put together before a battle, on pages of their own (pages_apart.py)
models.py, keeping.py  what players keep of it      refused.py       a refusal in its parts
hints.py        hints that lead on
adapter.py      all that the site asks of the game

A page is made of the seat's own view, of the events that it may see, and of the decision that it owes.
"""
