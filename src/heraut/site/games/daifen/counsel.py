"""What a new lord may do next: a form for his first turns, and the next aim that a report ends with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from heraut.bots.character import Character
from heraut.bots.daifen import answer
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.daifen.decision import SheetDecision
from heraut.games.daifen.races import BUILDINGS, ROLES
from heraut.site.common.words import site_words
from heraut.site.games.daifen.draft import Fill
from heraut.site.games.daifen.entry import text_of, values_of
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
MANY_QUARRIES, ENOUGH_BARRACKS = 10, 2


@dataclass(frozen=True)
class Counsel:
    """What to do this turn, in words, and a button that fills it in."""

    sentence: str
    fill: Fill


def counsel(view: Json, lang: str, *, beyond: bool = False) -> Counsel | None:
    """A form for one of the first turns, as far as it can be paid; later, where it is wanted, what a bot would do."""
    decision, early = SheetDecision(view), view["turn"] in FIRST_TURNS
    values = first_turn(view, FIRST_TURNS[view["turn"]]) if early else {}
    if beyond and not early and view["turn"] > 1:
        values = values_of(answer(decision, view, Rng(b"counsel"), Character()))
    while values and (reading := decision.parse(text_of(view, values))).refusals:
        values.popitem()
    if not values:
        return None
    words, sentences = site_words(lang), Sentences(view, lang)
    told = [sentences.of(order) for order in reading.answer.orders]
    data = {"turn": view["turn"], "orders": [one[0].lower() + one[1:] for one in told]}
    key = "turn" if early else "beyond"
    return Counsel(words.say("daifen_counsel", key, data), Fill(words.say("daifen_counsel", "turn_act"), values))


def first_turn(view: Json, wanted: Mapping[str, int]) -> dict[str, str]:
    """The fields of one of the first turns; whoever has lost his spy trains another in the place of a warrior."""
    values = {("b-" if code in BUILDINGS else "u-") + code: str(n) for code, n in wanted.items() if code != SPY}
    if view["own"]["units"].get(ROLES.spy):
        return {**spying(view), **values}
    warriors = int(values.pop("u-guerrier", "0"))
    return values | {f"u-{ROLES.spy}": "1"} | ({"u-guerrier": str(warriors - 1)} if warriors > 1 else {})


def spying(view: Json) -> dict[str, str]:
    """Spies to whoever has not been seen, one each; the others explore as long as somebody is unknown."""
    spies, unseen = view["own"]["units"].get(ROLES.spy, 0), unseen_kingdoms(view)
    values = {f"e-{name}": "1" for name in unseen[:spies]}
    left = spies - len(values)
    if left and view["living"] - 1 > len(known_living(view)):
        values["x"] = str(left)
    return values


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
    elif own["buildings"].get(BARRACKS, 0) < ENOUGH_BARRACKS:
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
