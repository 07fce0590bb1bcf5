"""The pages of Daifen: everything is made of the seat's own view and reports, for the rest of the continent is fog.

board.py     the kingdom, in pictures        sheet.py    the order form: fields.py what it shows, entry.py its text
lines.py     a form checked and counted      forecast.py what it leaves in the coffers
report.py    the story of a turn             dossier.py  what was told of each kingdom
tools.py     atlas, spies, knowledge         assault.py  the assault calculator
history.py, statistics.py, moons.py  turn by turn
rules.py     the rules, and the races        pictures.py the shields of types    adapter.py  tables that wait
"""

from heraut.site.games.daifen import board, history, report, rules, sheet, statistics, tools
from heraut.site.messaging import views as letters

PAGES = {
    "board": board.page,
    "picture": board.map_picture,
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
    ("board", "daifen.tab_board", "match", (), "lords"),
    ("board", "daifen.tab_continent", "match", (), "others"),
    ("orders", "daifen.tab_orders", "match_orders", (), "lords"),
    ("report", "daifen.tab_report", "match_last_report", (), "lords"),
    ("report", "daifen_tools.chronicle", "match_last_report", (), "others"),
    ("atlas", "daifen.tab_atlas", "match_tool", ("atlas",), "lords"),
    ("espions", "daifen.tab_spies", "match_tool", ("espions",), "lords"),
    ("connaissances", "daifen.tab_knowledge", "match_tool", ("connaissances",), "lords"),
    ("assaut", "daifen.tab_assault", "match_tool", ("assaut",), "lords"),
    ("letters", "press.tab", "match_letters", (), "lords"),
    ("history", "match.tab_history", "match_history", (), "all"),
    ("statistics", "match.tab_statistics", "match_statistics", (), "all"),
    ("rules", "daifen.tab_rules", "match_rules", (), "all"),
)
