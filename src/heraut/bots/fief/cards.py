"""Phase 1: which card to play, on whom, and which to lay aside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heraut.bots.fief.planner import Pawn, Planner
from heraut.games.fief.board.places import BISHOPRIC_OF, EVERY_VILLAGE, IN_REGION, REGION_OF
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.identities import LordNo, RegionNo, VillageNo
from heraut.games.fief.orders.answers import End
from heraut.games.fief.orders.cards import (
    Discard,
    PlayAssassination,
    PlayBishop,
    PlayDarc,
    PlayEscape,
    PlayFamine,
    PlayHarvest,
    PlayHeir,
    PlayLord,
    PlayPlague,
    PlayRevolt,
    PlaySun,
    PlayTaille,
    PlayTithe,
    PlayWeather,
)
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.tables import CONSTANTS

Score = Callable[[Planner, Any], float]
INCOMES = CONSTANTS.incomes
ASIDE = 0.5  # a card without use makes room for another


def play_cards(planner: Planner) -> Answer:
    """The best card, one at a time; then the end of the turn."""
    found = ranked(planner)
    return (found[0][1],) if found and found[0][0] > 0 else (End(),)


def ranked(planner: Planner) -> list[tuple[float, Order]]:
    """Cards that may be played or laid aside, best first."""
    scored = [(SCORES[type(order)](planner, order), order) for order in planner.offers if type(order) in SCORES]
    scored = [(score + planner.whim() if score > 0 else score, order) for score, order in scored]
    return sorted(scored, key=lambda pair: -pair[0])


def lord(planner: Planner, order: PlayLord) -> float:
    """A lord is always welcome, in the safest of the castles."""
    safety = -planner.threats[order.village] / 10 + planner.soldiers(order.village, planner.seat) / 20
    return 50 + safety


def heir(planner: Planner, order: PlayHeir) -> float:
    """A Prince is one more lord, and a dynasty."""
    return 40.0


def darc(planner: Planner, order: PlayDarc) -> float:
    """The lady who fights for two armies."""
    return 45.0


def bishop(planner: Planner, order: PlayBishop) -> float:
    """A vote, a tithe, a hat: to a man without a fief, as long as somebody is left who may be King."""
    chosen = pawn(planner, order.lord)
    laymen = [one for one in planner.my_lords if not one.woman and one.bishop is None]
    alone = len(laymen) < 2 and planner.view["crown"]["king"] is None
    tithe = sum(produced(planner, village) for village in EVERY_VILLAGE if BISHOPRIC_OF[village] == order.see)
    if alone and not (planner.points_game and planner.turn > 1):
        return -1.0
    return 30 + tithe / 100 - (12 if chosen.titles else 0)


def pawn(planner: Planner, number: LordNo) -> Pawn:
    """A lord on the board."""
    return next(one for one in planner.lords if one.number == number)


def produced(planner: Planner, village: VillageNo) -> int:
    """What the mills and presses of a village yield."""
    seen, region = planner.villages[village], planner.regions[REGION_OF[village]]
    if region["famine"] or seen["owner"] is None:
        return 0
    made: int = seen["mills"] * INCOMES.mill + seen["presses"] * INCOMES.press
    return made


def tithe(planner: Planner, order: PlayTithe) -> float:
    """What it takes from others, and saves from other bishops."""
    villages = [village for village in EVERY_VILLAGE if BISHOPRIC_OF[village] == order.see]
    return sum(produced(planner, village) for village in villages if not planner.mine(village)) / 20


def taille(planner: Planner, order: PlayTaille) -> float:
    """200 a village, if the capital is held."""
    return 35.0 * any(planner.capital(village) and planner.present(village) for village in IN_REGION[order.region])


def plague(planner: Planner, order: PlayPlague) -> float:
    """Where it kills more of theirs than of ours."""
    score = -4.0
    for village in IN_REGION[order.region]:
        for seat in planner.villages[village]["present"]:
            lords = [one for one in planner.lords if one.where == village and one.seat == seat]
            loss = planner.soldiers(village, seat) // 2 + 3 * len(lords)
            score += -1.6 * loss if planner.friend(seat) else loss
    return score


def weather(planner: Planner, order: PlayWeather) -> float:
    """Over the enemy's camp, when it could march against us and none of us would be caught."""
    score = -4.0
    for village in IN_REGION[order.region]:
        if planner.present(village):
            return -1.0
        score += planner.defence(village) / 2
    return score


def sun(planner: Planner, order: PlaySun) -> float:
    """Over one's own men, or over a place that the stronger would like to take."""
    mine = any(planner.present(village) for village in IN_REGION[order.region])
    strongest = max(one["soldiers"] for one in planner.view["seats"].values())
    return 10.0 if mine else 2.0 if planner.me["soldiers"] >= 0.8 * strongest else -1.0


def production(planner: Planner, region: RegionNo, *, mine: bool) -> int:
    """What the mills and presses of a region yield to oneself, or to others."""
    return sum(
        planner.villages[village]["mills"] * INCOMES.mill + planner.villages[village]["presses"] * INCOMES.press
        for village in IN_REGION[region]
        if planner.villages[village]["owner"] is not None and planner.friend(planner.villages[village]["owner"]) is mine
    )


def famine(planner: Planner, order: PlayFamine) -> float:
    """Where others live on their mills."""
    theirs, ours = (production(planner, order.region, mine=mine) for mine in (False, True))
    return (theirs - 2 * ours) / 40


def harvest(planner: Planner, order: PlayHarvest) -> float:
    """Where we live on our mills."""
    theirs, ours = (production(planner, order.region, mine=mine) for mine in (False, True))
    return (2 * ours - theirs) / 40


def revolt(planner: Planner, order: PlayRevolt) -> float:
    """Against mills, or a weak garrison, of somebody else."""
    if planner.present(order.village) or planner.mine(order.village):
        return -1.0
    seen = planner.villages[order.village]
    worth = 4 * seen["mills"] + 3 * seen["presses"] + (6 if seen["fort"] == "castle" else 0)
    return worth - planner.defence(order.village) / 4 if seen["owner"] else -1.0


def assassination(planner: Planner, order: PlayAssassination) -> float:
    """The highest lord of an enemy; best, the last one of his family."""
    victim = pawn(planner, order.lord)
    if planner.friend(victim.seat):
        return -1.0
    family = [one for one in planner.lords if one.seat == victim.seat]
    return planner.traits.spite * victim.ransom / 40 + (30 if len(family) == 1 else 0)


def escape(planner: Planner, order: PlayEscape) -> float:
    """Our own people, to a safe place."""
    freed = sum(pawn(planner, number).seat == planner.seat for number in order.lords)
    others = len(order.lords) - freed
    safe = planner.present(order.refuge) - planner.threats[order.refuge] / 20
    return 40 + 5 * freed - 3 * others + safe


def discard(planner: Planner, order: Discard) -> float:
    """What is of no use now, and will not be soon."""
    card = order.card
    family = planner.me["lords"]
    if len(family) < planner.traits.family and card not in LORD_IDS:
        return ASIDE if wanting(planner, card) else -1.0
    if card in LORD_IDS:
        return ASIDE if len(family) >= CONSTANTS.family_max else -1.0
    if card.startswith("bishop_"):
        return -1.0 if len(family) < CONSTANTS.family_max or planner.my_lords else ASIDE
    if card == "tithe":
        return -1.0 if any(one.bishop for one in planner.my_lords) else ASIDE
    if card == "taille":
        return -1.0 if planner.me["fiefs"] else ASIDE
    return -1.0 if card in ("justice", "escape", "assassination") else ASIDE


def wanting(planner: Planner, card: str) -> bool:
    """Whether a family that is too small draws another card rather than keep this one: there are sixteen lords."""
    laymen = [one for one in planner.my_lords if not one.woman and one.bishop is None]
    if card.startswith("bishop_"):
        return len(laymen) < 2
    if card == "escape":
        return not any(one.captor is not None for one in planner.lords if one.seat == planner.seat)
    if card == "tithe":
        return not any(one.bishop for one in planner.my_lords)
    return not (card == "taille" and planner.me["fiefs"])


SCORES: dict[type[Order], Score] = {
    PlayLord: lord,
    PlayHeir: heir,
    PlayDarc: darc,
    PlayBishop: bishop,
    PlayTithe: tithe,
    PlayTaille: taille,
    PlayPlague: plague,
    PlayWeather: weather,
    PlaySun: sun,
    PlayFamine: famine,
    PlayHarvest: harvest,
    PlayRevolt: revolt,
    PlayAssassination: assassination,
    PlayEscape: escape,
    Discard: discard,
}
