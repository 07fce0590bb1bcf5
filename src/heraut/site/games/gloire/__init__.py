"""The pages of Gloire et Pouvoir: a map, a card for each land, one sheet of orders.

adapter.py         all that the site asks of it                   realm.py       what several pages read of a view
board.py           the match: map, card, lords                    sheet.py       the orders
beside.py          what follows each change of the sheet          heard.py       the same for whoever hears the page

The sheet
draft.py           the orders so far, and their lines             lines.py       checked, with what they cost
checked.py         the checked sheet, in pieces                   mends.py       a line that disappoints, mended
forms.py           the forms that write it                        choices.py     what may be chosen in them
proposals.py       the orders that a land offers                  writings.py    buttons that write lines
order_words.py     an order as a sentence                         first_turn.py  the guided first turn

The map
drawing.py         the map in a page                              land_card.py   the card of a land
land_list.py       the same as a list                             conquests.py   the land that is best taken next
order_marks.py     what was ordered, what happened, over it       pictures.py    maps of tables that wait

The story of a turn
report.py          the page of it                                 summary.py     what it begins with
since.py           since the last visit, in a few words           gazette.py     as the gazette tells it
history.py         every turn, with its map                       statistics.py  statistics over time, as plots
finale.py          how a match ended                              exchanges.py   what lords do for each other
treaties.py        promises between lords                         bonds.py       what two lords are to each other

tools.py           the calculators                                goodies.py     tools to take along
rehearsal_page.py  the coming turn tried on guesses               rehearsal_setup.py  turns played, and remembered
rehearsal_words.py what these turns have in common                lesson.py      the first turn that teaches the game
table_forms.py     the form of a new table                        constant_forms.py  figures that it may change
rules.py           the rules in our own words
"""
