"""The lobby: the home page, tables waiting for players, the muster, the host's powers, seats that change hands.

tables.py        tables opened, entered, left            waiting_list.py   who holds a place, who waits behind
forms.py         the forms of a table                    presets.py        paces to choose from
place_bots.py    bots for empty places                   odds.py           what each start has been worth
muster.py        all say that they are there             quick_match.py    a match played at once
rematch.py       one more round                          takeover.py       seats that change hands
actions.py       the buttons of a table, by address      host.py           how far a host's power reaches
chronicle.py     acts of host and clock, in words        watching.py       matches that anybody may watch
my_matches.py    what a player has to do                 match_list.py     all matches, listed
hall_of_fame.py  finished matches                        profiles.py       what anybody may know of a player
game_cards.py    the games on the first page             demo.py           what a demonstration shows
cleanup.py       what nobody uses, removed               leaving.py        seats of a player who leaves
table_page.py    what the page of a table shows       template_functions.py  what templates call
views.py, table_views.py, public_views.py, hook_views.py, rewind_views.py, referee.py, urls.py   the pages
"""
