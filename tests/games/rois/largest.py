"""The largest lawful text of orders of Rois aventuriers, and the decision that it answers; see `test_bounds.py`."""

from __future__ import annotations

from typing import Any

from tests.games.rois import builders as rois

PACTS = {"TRAITE": "", "SCIENCE": "", "DON": " 999999"}


def largest() -> tuple[Any, str]:
    """A King of thirty Heroes and four hundred units, every one of which is moved and renamed, with a plan for each."""
    state = rois.world(len(rois.HOMES))
    for _ in range(30):
        rois.person(state, 1, 41, TA=5, ME=5)
    rois.units(state, 1, 41, *["LI"] * 400)
    plan = "{" + ", ".join(["FI", "FL"] * 6) + "}"
    decision = rois.decision(state, "j1")
    own, units = decision.book.characters, sorted(decision.book.units)
    every_other, lines = ", ".join(map(str, units[::2])), []
    for number in own:
        lines += [f"@{number}", f"1: LE {units[0]}-{units[-1]} G", f"PLAN {plan}", "DUEL {FI}"]
        lines += [f"{season}: MO 37" for season in (2, 3, 4)]
    lines += [f"5: LE {every_other} G"]
    lines += ["@ROYAUME", "ELECTION", "VOTE BLANC", "HERITIER {}"]
    lines += [
        f"{code} {kingdom}{gold}" for kingdom in range(2, len(state.kingdoms) + 1) for code, gold in PACTS.items()
    ]
    lines += [f'NOM U{unit} "La compagnie {unit}"' for unit in units]
    lines += [f'NOM C{number} "Le preux {number}"' for number in own if number > 1]
    return decision, "\n".join(lines)
