"""The pages of Gloire et Pouvoir. `PAGES` names them as `play/urls.py` does; each module is one of them.

drawing.py   the map in a page            lines.py    the order sheet, checked        forms.py   the forms that write it
board.py     the match: map, card, lords  sheet.py    the orders                      report.py  the story of a turn
history.py   every turn, with its map     statistics.py  statistics over time, as plots  tools.py   the calculators
rules.py     the rules in our own words   realm.py    what several pages read of a view
"""

from heraut.site.games.gloire import board, history, report, rules, sheet, statistics, tools
from heraut.site.messaging import views as letters

PAGES = {
    "board": board.page,
    "card": board.card,
    "picture": board.picture,
    "orders": sheet.page,
    "letters": letters.page,
    "report": report.page,
    "history": history.page,
    "statistics": statistics.page,
    "tools": tools.page,
    "rules": rules.page,
}

# name, words, address and what stands in it besides the code of the match; for "all", for living "lords", for "others"
TABS = (
    ("board", "match.tab_board", "match", (), "all"),
    ("orders", "match.tab_orders", "match_orders", (), "lords"),
    ("report", "match.tab_report", "match_last_report", (), "all"),
    ("letters", "press.tab", "match_letters", (), "lords"),
    ("history", "match.tab_history", "match_history", (), "all"),
    ("statistics", "match.tab_statistics", "match_statistics", (), "all"),
    ("tools", "match.tab_tools", "match_tools", (), "lords"),
    ("rules", "match.tab_rules", "match_rules", (), "all"),
)
