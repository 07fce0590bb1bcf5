"""A family that has lost its last lord: what hangs over it, and how it gets one again (FI-END-01, FI-CRD, FI-INH)."""

from __future__ import annotations

from heraut.engine.protocol import Json
from heraut.games.fief.herald import has_free_lord
from heraut.games.fief.tables import lord_rows
from heraut.site.common.words import site_words
from heraut.site.games.fief.naming import names

BEFORE_THE_HEIRS = (
    "cards",
    "income",
    "purchase",
    "move",
    "combat",
)  # phases in which the titles still wait (FI-INH-02)
CAPTIVE = [("captive", ""), ("captive_now", "FI-LRD-07"), ("captive_ransom", "FI-PRI-11")]


def lordless(view: Json, lang: str) -> list[tuple[str, str]] | None:
    """What a family without a free lord has to know, sentence by sentence, each with its rule; None if it has one.

    The first sentence is its heading. The families of a match that is over, or has not begun, need to know nothing.
    """
    own = view.get("own")
    if own is None or not view["turn"] or view["road"] is not None:
        return None
    words, tables = site_words(lang), names(view, lang)
    data = {**view["seats"][own["seat"]], "turn": view["turn"], "lords": lords_in_hand(own)}
    return [(words.say("fief_lordless", key, data, tables), rule) for key, rule in told(view, own)] or None


def told(view: Json, own: Json) -> list[tuple[str, str]]:
    """Which sentences, with their rules."""
    me = view["seats"][own["seat"]]
    if not me["alive"]:
        return [("eliminated", ""), ("eliminated_now", "FI-END-03")]
    if me["lords"]:
        return [] if has_free_lord(view) else CAPTIVE
    held = me["fiefs"] and view["phase"] in BEFORE_THE_HEIRS
    return [
        ("none", ""),
        ("soldiers", "FI-END-01") if me["soldiers"] else ("nothing", "FI-END-01"),
        *([("titles", "FI-INH-03")] if held else []),
        ("card_held", "FI-LRD-01") if lords_in_hand(own) else ("draw", "FI-CRD-01"),
        *([("discards", "FI-CRD-03")] if me["soldiers"] and not lords_in_hand(own) else []),
        ("meanwhile", "FI-LRD-07"),
    ]


def lords_in_hand(own: Json) -> list[str]:
    """The lords whose cards a family holds."""
    return [card for card in own["hand"] if card in lord_rows()]
