"""Matches: what is stored of them, and how they are conducted.

models.py        matches, seats, sheets, steps           adapters.py        what each game brings: `GameSite`
services.py      opened, started, told in the chronicle  pace.py            when turns end
orders.py        orders saved and sealed                 turn_status.py     who has given orders, and what follows
steps.py         steps taken, and stored                 state_storage.py   states, stored as differences
receipts.py      what is signed for each save            records.py         matches as records of the engine
host_actions.py  what a host may do                      telling.py         what happens, handed up to the mails
activity_words.py  acts of the chronicle in words        activity_kinds.py  the kinds of them
attendance.py    turns given of turns owed               former_parts.py    who had a part in a match before
bot_names.py     bots that may sit in a seat             exchanges.py       what two seats do for each other
carry_over.py    matches go on when rules change         regents.py         who plays for a player, asked of `regency`
lord_names.py    what lords are called                   winners.py         who has won
views.py, urls.py   the page that checks a receipt
"""
