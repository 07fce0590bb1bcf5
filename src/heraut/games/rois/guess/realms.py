"""The other kingdoms: how they stand with each other, what they hold, and their treasuries (RO-DIP, RO-OFF-07)."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.engine.protocol import Json, Seat
from heraut.games.rois.dice import Dice
from heraut.games.rois.guess import growth
from heraut.games.rois.guess.domains import share_lands
from heraut.games.rois.guess.known import Known
from heraut.games.rois.setup import DEFAULT_TALENTS
from heraut.games.rois.state import TEMPERS, Creation, Kingdom, Province, Relation
from heraut.games.rois.tables import ALIGNMENT_TABLE, CONSTANTS, INVENTIONS

RELATIONS: tuple[Relation, ...] = ("allied", "neutral", "enemy")


def draw_kingdoms(known: Known, lands: Mapping[int, Province], dice: Dice) -> dict[int, Kingdom]:
    """All kingdoms with what they hold; the owners are written into the lands. What they know comes later."""
    homes = {province.home: province.number for province in lands.values() if province.home}
    kingdoms = {}
    for number, card in known.cards.items():
        if number == known.kingdom and known.own:
            kingdoms[number] = own_kingdom(known, dice)
            continue
        home = homes.get(number, 0) or dice.pick(range(1, len(lands) + 1))
        race = lands[home].race if number in homes else card["race"]
        form = Creation(card["sex"], race, dice.pick(TEMPERS), talents(card["alignment"], dice))
        kingdoms[number] = Kingdom(number, seat_of(known, number), card["king"], home, race, card["alignment"], form, 0)
        kingdoms[number].fallen = card["fallen"]
    draw_relations(known, kingdoms, dice)
    share_lands(known, lands, kingdoms, dice)
    fill_treasuries(known, kingdoms, dice)
    for number in known.others:
        found = growth.times(growth.INVENTS, known.turn - 1, dice)
        kingdoms[number].inventions = sorted({dice.pick([*INVENTIONS]) for _ in range(found)})
    return kingdoms


def own_kingdom(known: Known, dice: Dice) -> Kingdom:
    """One's own kingdom; what its first King was made of is remembered by nobody."""
    own, card = known.own, known.cards[known.kingdom]
    king: Json = known.characters[own["king"]]
    form = Creation(card["sex"], own["race"], king["temper"], first_levels(king["levels"], own["alignment"], dice))
    kingdom = Kingdom(known.kingdom, known.seat, own["king"], own["home"], own["race"], own["alignment"], form, 0)
    kingdom.gold, kingdom.heir, kingdom.may_call = own["gold"], own["heir"], own["may_call"]
    kingdom.inventions, kingdom.standings = list(own["inventions"]), dict(own["standings"])
    if own["heir_form"] is not None:
        kingdom.heir_form = Creation(**{**own["heir_form"], "levels": dict(own["heir_form"]["levels"])})
    return kingdom


def first_levels(levels: Mapping[str, int], alignment: str, dice: Dice) -> dict[str, int]:
    """Four of the levels that a King has, at most two of each: those that he may have begun with (RO-CHAR-01)."""
    had = [ability for ability, level in levels.items() for _ in range(min(level, CONSTANTS.start_level_max))]
    if len(had) < CONSTANTS.start_levels:
        return talents(alignment, dice)
    dice.shuffle(had)
    kept = sorted(had[: CONSTANTS.start_levels])
    return {ability: kept.count(ability) for ability in dict.fromkeys(kept)}


def talents(alignment: str, dice: Dice) -> dict[str, int]:
    """The talents of a King: those that are advised, or the one that his alignment favours among them."""
    if dice.pct(50):
        return dict(DEFAULT_TALENTS)
    row = ALIGNMENT_TABLE[alignment]
    return dict(sorted({"TA": 2, "ME": 1, dice.pick((row.magic, row.special)): 1}.items()))


def seat_of(known: Known, kingdom: int) -> Seat:
    """The seat of another kingdom: they are numbered alike, unless one's own is not."""
    if kingdom == known.kingdom:
        return known.seat
    return Seat(f"j{kingdom}" if known.seat == f"j{known.kingdom}" else f"?{kingdom}")


# Relations


def draw_relations(known: Known, kingdoms: Mapping[int, Kingdom], dice: Dice) -> None:
    """One's own as they are; those of others as far as they are public or spied out, else much like one's own."""
    told: dict[tuple[int, int], Relation] = {}
    for text, relation in known.own.get("relations", {}).items():
        told[known.kingdom, int(text)] = relation
    for province, report in known.spied.items():
        home = known.surveyed[province]["home"]
        if home and report["treasury"] >= 0:
            told |= {(home, other): "neutral" for other in known.living if other != home}
            told |= {(home, other): relation for other, relation in report["relations"]}
    if "relations" in known.view:
        told = {(one, other): relation for one, other, relation in known.view["relations"]}
    pattern = [*known.own.get("relations", {}).values()]
    for place, one in enumerate(known.living):
        for other in known.living[place + 1 :]:
            relation = told.get((one, other)) or told.get((other, one)) or likely(known, pattern, dice)
            if relation != "neutral":
                kingdoms[one].relations[other] = kingdoms[other].relations[one] = relation


def likely(known: Known, pattern: list[Relation], dice: Dice) -> Relation:
    """How two others may stand: nobody has treated before the first year is over."""
    if known.turn == 1 or "relations" in known.view:
        return "neutral"
    return dice.pick([*pattern, *RELATIONS])


# Gold


def fill_treasuries(known: Known, kingdoms: Mapping[int, Kingdom], dice: Dice) -> None:
    """What the others have saved, as spies tell it, as far as the standings betray the richest (RO-OFF-02)."""
    mean = growth.treasury(known.turn)
    gold = {number: growth.around(mean, dice) if known.turn > 1 else mean for number in known.others}
    for province, report in known.spied.items():
        home = known.surveyed[province]["home"]
        if report["treasury"] >= 0 and home in gold:
            gold[home] = report["treasury"]
    found = growth.bounded(gold, known.most_of_others("treasurer", known.own.get("gold", 0)), dice)
    for number, amount in found.items():
        kingdoms[number].gold = int(amount)
