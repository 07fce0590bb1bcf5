"""The pages of Fief: a board, a hand of cards, and one question at a time.

table.py     the table: what is asked, with its answers  asking.py   a question in words, its answers as buttons
drafts.py    orders put together before they are given   panels.py   families, crown, battle, ballot, deals
entry.py     forms that make a line of an order          notes.py    answers given in advance
chronicle.py what has happened, turn by turn             tools.py    odds of a battle, incomes, fiefs, votes
history.py, figures.py  turns, with the board of each    naming.py   what everything is called
rules.py, rulebook.py   the rules                        lobby.py    tables that wait
forecast.py  what an attack may bring                    arrivals.py the reach map
troops.py    a troop that is being composed

A page is made of the seat's own view, of the events that it may see, and of the decision that it owes.
"""

from heraut.site.play.fief import chronicle, figures, history, notes, rules, table, tools
from heraut.site.press import talk
from heraut.site.press import views as letters

PAGES = {
    "board": table.page,
    "picture": table.picture,
    "orders": notes.page,
    "letters": letters.page,
    "talk": talk.page,
    "report": chronicle.page,
    "history": history.page,
    "statistics": figures.page,
    "tools": tools.page,
    "rules": rules.page,
}

# name, words, address and what stands in it besides the code of the match; for "all", for living "lords", for "others"
TABS = (
    ("board", "fief.tab_table", "match", (), "all"),
    ("orders", "fief.tab_notes", "match_orders", (), "lords"),
    ("report", "fief.tab_chronicle", "match_last_report", (), "all"),
    ("letters", "press.tab", "match_letters", (), "lords"),
    ("tools", "fief.tab_odds", "match_tool", ("combat",), "all"),
    ("ledger", "fief.tab_ledger", "match_tool", ("livre",), "lords"),
    ("history", "match.tab_history", "match_history", (), "all"),
    ("statistics", "match.tab_statistics", "match_statistics", (), "all"),
    ("rules", "match.tab_rules", "match_rules", (), "all"),
)
