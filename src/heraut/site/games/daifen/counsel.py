"""What a new lord may do next: a form for his first turns, and the next aim that a report ends with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from heraut.engine.protocol import Json
from heraut.games.daifen.decision import SheetDecision
from heraut.games.daifen.races import BUILDINGS, ROLES
from heraut.site.common.words import site_words
from heraut.site.games.daifen.draft import Fill
from heraut.site.games.daifen.entry import text_of
from heraut.site.games.daifen.order_words import Sentences
from heraut.site.games.daifen.realm import known_living

QUARRY, BARRACKS = "carriere", "caserne"
SPY = "spy"  # a spy who explores, or sees a kingdom that has not been seen
GROWING = {QUARRY: 1, "guerrier": 3}
FIRST_TURNS: Mapping[int, Mapping[str, int]] = {  # by what turn: what is built and trained, and whether a spy goes out
    2: {SPY: 1, **GROWING},
    3: {SPY: 1, **GROWING},
    4: {SPY: 1, QUARRY: 2},
    5: {SPY: 1, QUARRY: 1, BARRACKS: 1, "guerrier": 3},
}
MANY_QUARRIES = 10


@dataclass(frozen=True)
class Counsel:
    """What to do this turn, in words, and a button that fills it in."""

    sentence: str
    fill: Fill


def counsel(view: Json, lang: str) -> Counsel | None:
    """A form for one of the first turns, as far as it can be paid; None after them."""
    wanted = dict(FIRST_TURNS.get(view["turn"], {}))
    if not wanted:
        return None
    values = {("b-" if code in BUILDINGS else "u-") + code: str(n) for code, n in wanted.items() if code != SPY}
    if SPY in wanted and view["own"]["units"].get(ROLES.spy):
        unseen = unseen_kingdoms(view)
        values = {f"e-{unseen[0]}" if unseen else "x": "1", **values}
    decision = SheetDecision(view)
    while values and (reading := decision.parse(text_of(view, values))).refusals:
        values.popitem()
    if not values:
        return None
    words, sentences = site_words(lang), Sentences(view, lang)
    told = [sentences.of(order) for order in reading.answer.orders]
    data = {"turn": view["turn"], "orders": [one[0].lower() + one[1:] for one in told]}
    return Counsel(words.say("daifen_counsel", "turn", data), Fill(words.say("daifen_counsel", "turn_act"), values))


def unseen_kingdoms(view: Json) -> list[str]:
    """The living kingdoms that the lord knows, and of which he has no report."""
    return [name for name in known_living(view) if view["own"]["known"][name]["report"] is None]


def next_aim(view: Json, lang: str) -> str:
    """What to do next, in a sentence."""
    own, say = view["own"], site_words(lang).say
    quarries, unseen = own["buildings"].get(QUARRY, 0), unseen_kingdoms(view)
    if not own["units"].get(ROLES.spy):
        key = "spy"
    elif not known_living(view):
        key = "explore"
    elif unseen:
        key = "see"
    elif quarries < MANY_QUARRIES:
        key = "quarries"
    elif own["buildings"].get(BARRACKS, 0) < 2:
        key = "barracks"
    elif not any(BUILDINGS[code].intellect_gain > 0 for code in own["buildings"]):
        key = "library"
    else:
        key = "attack"
    data = {
        "quarries": quarries,
        "missing": MANY_QUARRIES - quarries,
        "spies": own["units"].get(ROLES.spy, 0),
        "kingdom": (unseen or [""])[0],
    }
    return say("daifen_counsel", f"aim_{key}", data, Sentences(view, lang).herald.names)
