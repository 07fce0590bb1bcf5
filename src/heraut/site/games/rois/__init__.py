"""Rois aventuriers on the site: a world, its heroes, a year of orders. Everything comes from the King's own view.

adapter.py         all that the site asks of it                tools.py        the pages behind tabs of their own
realm.py           the King at the top of a page               signs.py        types, happenings, seasons as signs
models.py          what a player writes to himself             jottings.py     tasks hushed, his own, notes on provinces

The year of orders
board.py           map, people, grid, inspector on one screen  year.py         who does what when; what is open
page_address.py    the same as the address of a page tells it  sheet.py        the sheet changed; answers to a script
acts.py            what each act does to the text              cells.py        one line put, cleared, moved
draft.py           the sheet as written, read once a page      lines.py        the sheet checked line by line
cell_card.py       the open cell: orders that could be given   order_forms.py  orders made of fields and clicks
order_words.py     any order as a sentence                     completions.py  what may stand next in a typed line
foresight.py       the forecast of a sheet, remembered         prospects.py    how the open order may end
inspector.py       the open province, what to do there         odds.py         the battle to be fought there
hiring.py          who should ask a Hero without a master      first_turn.py   the guided first year

The map
scene.py           the map in a page                           map_list.py     the same as a list
map_files.py       ground and layers, kept by a browser        world_map.py    what the year of orders shows on it

People, court, plans, rehearsal
people.py          one's own, strangers, free Heroes           person_story.py somebody through the years
memories.py        what was known of people, year by year      portraits.py    faces drawn from what is known
items.py           what a magic item does                      court.py        Kings, treaties, gifts
dealings.py        what has passed between two Kings           election.py     who has how many votes
merit.py           the race for the offices                    heirs.py        the Royal Heir
plans.py           encounters and duels, tactic by tactic      encounter_odds.py  a plan tried beforehand
rehearsal_page.py  the coming year tried on guesses            rehearsal_setup.py  years played, and remembered
rehearsal_words.py what these years have in common

The story of a year
report.py          the page of it                              year_story.py   its parts
heroes_years.py    the year of each of one's own               battles.py      a battle as it is drawn
tidings.py         what mattered most, in ten lines            rumours.py      what has changed on the map
gold.py            the realm's account                         king_roll.py    the Kings as everybody knows them
teller.py          events as sentences of a page (told.py)     linked_names.py names that lead somewhere
happenings.py      where on the map it happened                since.py        since the last visit, in a few words
gazette.py         a year as the gazette tells it               treaties.py     promises between Kings
exchanges.py       what kingdoms do for and against each other

All years
history.py         each year as it could be seen then          statistics.py   figures as curves
film.py            the map year after year                     finale.py       how a world ended

Before the first year
table_forms.py     the table, and what each King is made of    lesson.py       the first year that teaches the game
rules.py           the rules in our own words
"""
