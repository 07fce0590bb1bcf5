"""The largest lawful text of orders of Fief, and the decision that it answers; see `test_bounds.py`."""

from __future__ import annotations

from typing import Any

from heraut.games.fief.board.places import VILLAGES
from heraut.games.fief.cards import LORD_NAMES
from heraut.games.fief.instructions import PLAN
from tests.games.fief import builders as fief


def largest() -> tuple[Any, str]:
    """Six families: leave for everyone in every village, a plan for each battle, orders in advance, a ballot paper."""
    table = fief.Table(6)
    for number in range(6):
        table.lord(fief.LORD_IDS[number], number, "bourg")
    villages, lords = [row.name for row in VILLAGES], "+".join(LORD_NAMES[:12])
    values = dict.fromkeys(PLAN, "1") | {"cible": "plus fort", "pertes": "soldats", "camp": "neutre", "merci": "100"}
    values |= {"avec": "j2+j3+j4+j5+j6", "place": "tenir", "sommation": "combattre", "seigneurs": lords}
    lines = [f"POLITIQUE j{n}, refuser, demander" for n in range(2, 7)]
    lines += [f"PASSAGE j{n}, {village}, camper" for n in range(2, 7) for village in villages]
    lines += [f"PLAN {field}, {value}" for field, value in values.items()]
    lines += [f"PLAN {field}, {value}, {village}" for village in villages for field, value in values.items()]
    lines += ["POUR mouvements, MARCHER Arnaud, Saint-Paul"] * 60 + ["POUR achats, RECRUTER 3, Bourg"] * 40
    lines += [f"BULLETIN votes, {lords}", "FIN"]
    return table.phase("move").pending[fief.seats(1)[0]], "\n".join(lines)
