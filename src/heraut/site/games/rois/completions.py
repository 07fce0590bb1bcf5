"""What may stand next in a line of the sheet, for whoever types it: words with what they mean, by what is asked.

A script offers them (`play/rois.js`); they are all that the King may name, from his view alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from heraut.engine.protocol import Json
from heraut.games.rois.lexicon import Lexicon
from heraut.games.rois.orders import CODES, REALM_CODES
from heraut.games.rois.state import ABILITIES
from heraut.games.rois.tables import SPELLS, UNITS
from heraut.site.common.words import site_words


class Completion(NamedTuple):
    """A word, what it means, and where it may stand: `sort` is "head", "code", "realm" or a sort of argument."""

    sort: str
    value: str
    words: str


def completions(view: Json, lang: str) -> list[Completion]:
    """All of them: heads of sections and codes of orders, what a King knows, what the rules know."""
    names = Lexicon(view, lang)
    return [*written(view, lang), *known(view, names), *ruled(names)]


def written(view: Json, lang: str) -> Iterator[Completion]:
    """Whose section begins, and the codes of orders."""
    words = site_words(lang)
    living = [one for one in view["own"]["characters"] if not one["died"]]
    yield from (Completion("head", f"@{one['number']}", one["name"]) for one in living)
    yield Completion("head", "@ROYAUME", words.say("rois", "kingdom"))
    orders = words.groups["rois_order_name"]
    yield from (Completion("code", code, orders[code]) for code in CODES)
    yield from (Completion("realm", code, orders[code]) for code in REALM_CODES)


def known(view: Json, names: Lexicon) -> Iterator[Completion]:
    """Places, people, kingdoms and items that he knows."""
    own = view["own"]
    yield from (Completion("province", number, names.land_name(land)) for number, land in own["map"].items())
    yield from (Completion("character", str(one["number"]), one["name"]) for one in own["characters"])
    yield from (Completion("character", number, met["name"]) for number, met in own["met"].items())
    yield from (Completion("kingdom", number, card["name"]) for number, card in view["kingdoms"].items())
    yield from (Completion("item", number, names.name("item", int(number))) for number in own["items"])


def ruled(names: Lexicon) -> Iterator[Completion]:
    """Types of units, abilities, spells of action."""
    yield from (Completion("type", type, names.name("type", type)) for type in UNITS)
    yield from (Completion("ability", ability, names.name("ability", ability)) for ability in ABILITIES)
    spells = [code for code, spell in SPELLS.items() if spell.action]
    yield from (Completion("spell", code, names.name("spell", code)) for code in spells)
