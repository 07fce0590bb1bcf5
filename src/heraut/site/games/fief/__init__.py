"""The pages of Fief: a board, a hand of cards, and one question at a time.

table.py        the table: what is asked, with its answers  questions.py  a question in words, its answers as buttons
drafts.py       orders put together before they are given   panels.py     families, crown, battle, ballot, deals
order_forms.py  forms that make a line of an order          naming.py     what everything is called
standing_orders.py, standing_order_forms.py  answers given in advance
chronicle.py    what has happened, turn by turn             tools.py      odds of a battle, incomes, fiefs, votes
history.py, statistics.py  turns, with the board of each    adapter.py    tables that wait
rules.py, rulebook.py      the rules                        troops.py     a troop that is being composed
forecast.py     what an attack may bring                    reach_map.py  where a lord can arrive

A page is made of the seat's own view, of the events that it may see, and of the decision that it owes.
"""

from heraut.site.games.fief import chronicle, history, rules, standing_orders, statistics, table, tools
from heraut.site.messaging import table_talk
from heraut.site.messaging import views as letters

PAGES = {
    "board": table.page,
    "picture": table.picture,
    "orders": standing_orders.page,
    "letters": letters.page,
    "talk": table_talk.page,
    "report": chronicle.page,
    "history": history.page,
    "statistics": statistics.page,
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
