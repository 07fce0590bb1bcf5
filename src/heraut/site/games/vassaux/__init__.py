"""The pages of Seigneurs & Vassaux: a table without squares, two hosts, and one question at a time.

adapter.py      all that the site asks of the game             models.py, keeping.py  what players keep of it
table.py        the table: what lies on it, what is asked, the answer
lookout.py      what one reader has before him                 board_files.py  the table as files

What is asked
asked.py        what is asked and shown beside it              questions.py    a question in words
drafts.py       answers put together beforehand                draft_input.py  a draft, and what has been pointed at
hands.py        what was sent, made a draft of                 pointing.py, placing.py  what a touch means
offers.py       answers as buttons (buttons.py)                forms.py        answers as forms
naming.py       answers in words                               odds.py         what is known beforehand
refused.py      a refusal in its parts                         hints.py        hints that lead on
instructions.py instructions as a page                         instructed.py   what has been said in advance
first_turn.py   the guided first battle

The table on its page
scene.py        the drawing, and what stands beside it         hosts.py        both hosts as cards
panels.py       hosts, arms, who is awaited                    reader.py       the table as text

The story of a battle
report.py, history.py  turn by turn, step by step              summary.py      what a report begins with
told.py         what has happened, in the game's sentences     since.py        since the last visit, in a few words
statistics.py   the battle in curves                           gazette.py      as the gazette tells it
finale.py       how a battle ended                             treaties.py     promises between two

tools.py        the tools beside the table                     measure.py      the ruler
calculations.py the odds of an attack, a shot, a spell         luck.py         every roll, and what its dice promised
table_forms.py  tables that wait, and their clocks             lesson.py       the battle that teaches the game
rules.py        the rules
host_builder/, field_builder/  what is put together before a battle, on pages of their own (pages_apart.py)

A page is made of the seat's own view, of the events that it may see, and of the decision that it owes.
"""
