"""The pages of Daifen: everything is made of the seat's own view and reports, for the rest of the continent is fog.

adapter.py    all that the site asks of it             realm.py      what several pages read of a view
board.py      the kingdom, in pictures                 world.py      the known world, drawn around one's own keep
pictures.py   the shields of types

The order form
sheet.py      the page of it                           draft.py      the form as it is being written
fields.py     what it shows                            entry.py      its text
lines.py      checked and counted                      forecast.py   what it leaves in the coffers
advice.py     what stands beside its fields            order_words.py  orders as sentences
attack.py     an attack that a touch proposes          counsel.py    what a new lord may do next
first_turn.py the guided first turn

The story of a turn
report.py     the page of it                           summary.py    what it begins with
dossier.py    what was told of each kingdom            since.py      since the last visit, in a few words
history.py, statistics.py, moons.py, film.py  turn by turn
finale.py     how a continent ended                    exchanges.py  what kingdoms do for and against each other
treaties.py   promises between lords

tools.py      atlas, spies, knowledge                  assault.py    the assault calculator
rehearsal_page.py the coming turn, rehearsed (rehearsal_setup.py plays it, rehearsal_words.py tells it)
table_forms.py the forms of a continent that waits     lesson.py     the first turns that teach the game
rules.py      the rules, and the races
"""
