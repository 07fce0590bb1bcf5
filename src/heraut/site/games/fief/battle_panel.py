"""A battle beside the board, with its odds."""

from __future__ import annotations

from typing import Any

from heraut.engine.protocol import Json
from heraut.engine.words import enumeration
from heraut.games.fief.calculators import odds as reckoning
from heraut.site.games.fief.forecast import in_order_of_fall
from heraut.site.games.fief.naming import names
from heraut.site.games.fief.panels import shield

# A battle


def battle(view: Json, lang: str) -> dict[str, Any] | None:
    """The battle under way, camp by camp, the reader's own first, with the chances of its present forces."""
    found = view["battle"]
    if found is None:
        return None
    tables, me = names(view, lang), (view.get("own") or {}).get("seat")
    found = {**found, "camps": sorted(found["camps"], key=lambda camp: me not in [seat for seat, _ in camp["parties"]])}
    camps = [
        {
            **camp,
            "names": [tables["seat"][seat] for seat, _ in camp["parties"]],
            "shields": [shield(view["seats"][seat]["blazon"]) for seat, _ in camp["parties"] if seat in view["seats"]],
            "row_words": tables["row"][camp["row"]],
            "lord_names": enumeration([tables["lord"][name] for name in camp["lords"]], lang),
            "place_words": tables["walls"].get(camp["place"], ""),
            "width": camp["points"] or 0,
        }
        for camp in found["camps"]
    ]
    return {**found, "name": tables["village"][found["village"]], "camps": camps, "odds": battle_odds(found, view)}


def battle_odds(found: Json, view: Json) -> dict[str, Any] | None:
    """What may come of two camps, fought to the end: exact, from what everybody sees."""
    camps = found["camps"]
    if len(camps) != 2 or any(camp["points"] is None for camp in camps):
        return None
    first, second = (as_camp(camp, view, found["village"]) for camp in camps)
    answer = reckoning.odds(first, second)
    return {
        "win": answer.win,
        "lose": answer.lose,
        "both": answer.both_out,
        "rounds": answer.rounds,
        "shares": shares(answer.win, answer.lose),
    }


def shares(win: float, lose: float) -> dict[str, str]:
    """The lengths of the bar of chances, written alike in every language."""
    return {"win": f"{100 * win:.1f}", "lose": f"{100 * lose:.1f}", "lose_at": f"{100 - 100 * lose:.1f}"}


def as_camp(camp: Json, view: Json, village: str) -> reckoning.Camp:
    """A camp as the reckoning takes it."""
    fighting = in_order_of_fall(view, [name for name in camp["lords"] if view["lords"][name]["fights"]], village)
    darc = next((place for place, name in enumerate(fighting) if view["lords"][name]["darc"]), None)
    return reckoning.Camp(camp["points"] - len(fighting), len(fighting), camp["row"], darc)
