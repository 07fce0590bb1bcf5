"""The pages of Daifen: everything is made of the seat's own view and reports, for the rest of the continent is fog.

board.py     the kingdom, in pictures        sheet.py    the order form: fields.py what it shows, entry.py its text
lines.py     a form checked and counted      forecast.py what it leaves in the coffers
report.py    the story of a turn             dossier.py  what was told of each kingdom
tools.py     atlas, spies, knowledge         assault.py  the assault calculator
rehearsal_page.py the coming turn, rehearsed (rehearsal_stage.py plays it, rehearsal_words.py tells it)
history.py, statistics.py, moons.py, film.py  turn by turn
rules.py     the rules, and the races        pictures.py the shields of types    adapter.py  tables that wait
"""
