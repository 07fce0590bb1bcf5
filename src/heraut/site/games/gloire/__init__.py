"""The pages of Gloire et Pouvoir. Each module is one of them; `adapter.py` names them.

drawing.py   the map in a page            lines.py    the order sheet, checked        forms.py   the forms that write it
board.py     the match: map, card, lords  sheet.py    the orders                      report.py  the story of a turn
history.py   every turn, with its map     statistics.py  statistics over time, as plots  tools.py   the calculators
rules.py     the rules in our own words   realm.py    what several pages read of a view
rehearsal_page.py the coming turn, rehearsed (rehearsal_stage.py plays it, rehearsal_words.py tells it)
"""
