"""The largest lawful text of orders of Gloire et Pouvoir, and the decision that it answers; see `test_bounds.py`."""

from __future__ import annotations

from typing import Any

from tests.games.gloire import builders as gloire


def largest() -> tuple[Any, str]:
    """All of Europe in one hand, ninety-nine lords at court, sixty knights: everything is said of everyone once."""
    realm = gloire.realm(100, map="EUROPE")
    lands = list(realm.lands)
    gloire.give(realm, "j1", *lands)
    realm.turn = 7
    for number in range(60):
        gloire.knight(realm, "j1", f"Chevalier au long nom {number:8}", lands[number], men=100)
    decision = gloire.decision(realm, "j1")
    own = decision.view["own"]
    knights = {f'"{knight["name"]}"': knight for knight in own["knights"].values()}
    lines = ["INI 100 100 100", "CHE 3", 'ORG 100 999999999 "un mot de passe à trente signe"']
    for land in lands:
        orders = (f'IMP 10 "{land}"', f'RED 999999999 "{land}"', f'ARM "{land}" 999999999 "Seigneur A"')
        orders += (f'VND "Seigneur B" "{land}" 999999999', f'ESP "{land}"', f'FOR "{land}" enceinte')
        lines += orders
    for name in gloire.NAMES[1:]:
        lines += [f'GUE "{name}"', f'PAI "{name}"']
    for name, knight in knights.items():
        lines += [f'TSF {name} "Seigneur B/Untel le Long" 999999', f'ATT {name} "{knight["land"]}" 999999']
        lines += [f'PAR {name} "Seigneur B" "un mot de passe"', f"GAR {name} 999999", f'REN {name} "{"Z" * 30}"']
    lines += [f"DEF #{army} 999999999" for army in own["armies"]]
    return decision, "\n".join(lines)
