"""A plan in plain words, for whoever wrote it (RO-TOOL-03)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heraut.engine.words import catalogue
from heraut.games.rois.encounter.plan import is_aggressive
from heraut.games.rois.state import Tactic
from heraut.games.rois.tables import ITEMS, SPELLS

PACKAGE = "heraut.games.rois"
USES = {"weapon": "us_draw", "bow": "us_draw", "wand": "us_wand", "potion": "us_potion"}


def explain_plan(plan: Sequence[Tactic], known: Mapping[int, str], lang: str) -> list[str]:
    """One sentence an entry; `known` gives the kinds of the items that the writer knows."""
    lines, attacked = [], False
    for tactic in plan:
        attacks = is_aggressive(tactic, ITEMS.get(known.get(tactic.item, "")))
        lines.append(catalogue(PACKAGE, lang).say("tactic", key_of(tactic, known), words_of(tactic, known, lang)))
        if attacks and not attacked:
            lines[-1] += " " + catalogue(PACKAGE, lang).say("tactic", "opens")
        attacked |= attacks
    return [*lines, catalogue(PACKAGE, lang).say("tactic", "then")]


def key_of(tactic: Tactic, known: Mapping[int, str]) -> str:
    """The sentence of an entry."""
    if tactic.code != "US":
        return tactic.code.lower()
    kind = ITEMS.get(known.get(tactic.item, ""))
    return "us_unknown" if kind is None else USES.get(kind.kind, "us_useless")


def words_of(tactic: Tactic, known: Mapping[int, str], lang: str) -> dict[str, str]:
    """What the sentence names."""
    kind, spell = ITEMS.get(known.get(tactic.item, "")), SPELLS.get(tactic.spell)
    return {
        "item": str(tactic.item),
        "kind": getattr(kind, lang) if kind is not None else "",
        "spell": getattr(spell, lang) if spell is not None else "",
        "text": tactic.text,
    }
