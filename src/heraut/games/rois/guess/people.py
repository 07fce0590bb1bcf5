"""Everybody: one's own people as they are, those who were met, and those whom nobody has seen yet (RO-MAP-09, 10)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import count
from typing import Any

from heraut.engine.protocol import Json
from heraut.games.rois.calculators.knowledge import role_of
from heraut.games.rois.dice import Dice
from heraut.games.rois.encounter.plan import read_plan
from heraut.games.rois.guess import growth
from heraut.games.rois.guess.known import Known
from heraut.games.rois.setup import similar_temper
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.state import (
    ABILITIES,
    HUMANOIDS,
    NATIVES,
    Character,
    Kingdom,
    Province,
)
from heraut.games.rois.tables import ALIGNMENT_TABLE, CONSTANTS
from heraut.games.rois.world.population import draw_hero, hero_aptitudes, king_aptitudes, new_name, shuffled_names

START_HEROES = 2  # of each kingdom (D21)
SAME = ("name", "sex", "race", "alignment", "temper", "role", "hp", "max_hp", "died", "hired", "veil")
Names = dict[tuple[str, str], list[str]]


class Census:
    """Who is who in the world that is being drawn. `names` are those that nobody bears."""

    def __init__(
        self, known: Known, lands: Mapping[int, Province], kingdoms: Mapping[int, Kingdom], dice: Dice
    ) -> None:
        self.known, self.lands, self.kingdoms, self.dice = known, lands, kingdoms, dice
        borne = [each["name"] for each in (*known.cards.values(), *known.met.values(), *known.characters.values())]
        self.names: Names = shuffled_names(dice, borne)
        self.found: dict[int, Character] = {}
        self.numbers = count(1 + (1 + START_HEROES) * len(known.cards))
        self.dark = [number for number in lands if number not in known.fresh]  # where anybody may be, unseen
        self.realms: dict[int, list[int]] = {number: [] for number in known.others}
        for number in self.dark:
            if lands[number].owner in self.realms:
                self.realms[lands[number].owner].append(number)

    @cached_property
    def book(self) -> Book:
        """The view, arranged for reading."""
        return Book(self.known.view)

    def next_number(self) -> int:
        """A number that nobody bears, as the set-up gives them."""
        taken = self.known.met.keys() | self.known.characters.keys()
        return next(number for number in self.numbers if number not in taken and number not in self.found)

    def somewhere(self, kingdom: int) -> int:
        """Where somebody of this kingdom may be who is not seen: in its lands, else anywhere in the dark."""
        places = self.realms.get(kingdom) or self.dark or [self.kingdoms[kingdom].home]
        return self.dice.pick(places)


def draw_people(
    known: Known, lands: Mapping[int, Province], kingdoms: Mapping[int, Kingdom], dice: Dice
) -> tuple[dict[int, Character], dict[str, list[str]]]:
    """Everybody, one's own people first, and the names that are left."""
    census = Census(known, lands, kingdoms, dice)
    own = {number: own_character(known, seen, dice) for number, seen in known.characters.items()}
    census.found |= own
    for number, card in known.cards.items():
        if card["king"] not in own:
            census.found[card["king"]] = other_king(census, number, card)
    for number, met in known.met.items():
        if number not in census.found:
            census.found[number] = acquaintance(census, number, met)
    for number in known.others:
        draw_court(census, number)
    draw_natives(census)
    draw_free(census)
    others = {number: each for number, each in sorted(census.found.items()) if number not in own}
    return own | others, {f"{race} {sex}": left for (race, sex), left in census.names.items()}


def own_character(known: Known, seen: Json, dice: Dice) -> Character:
    """One of one's own: all that is not known of him is whether he is devoted."""
    fields: dict[str, Any] = {field: seen[field] for field in SAME}
    return Character(
        number=seen["number"],
        kingdom=known.kingdom,
        province=0 if seen["number"] == known.own["heir"] else seen["province"],
        levels=dict(seen["levels"]),
        aptitudes=dict(seen["aptitudes"]),
        items=list(seen["items"]),
        merit=dict(seen["merit"]),
        plan=read_plan(seen["plan"]),
        duel=read_plan(seen["duel"]),
        devoted=seen["role"] == "hero" and dice.pct(CONSTANTS.devoted),
        spring=seen["max_hp"] > CONSTANTS.hit_points,
        **fields,
    )


# The courts of others


def other_king(census: Census, kingdom: int, card: Json) -> Character:
    """The King of others: his first talents, and what the years have added."""
    realm, known = census.kingdoms[kingdom], census.known
    levels = dict(realm.creation.levels)
    king = Character(
        number=card["king"], name=card["name"], sex=card["sex"], race=card["race"], alignment=card["alignment"],
        temper=realm.creation.temper, role="king", kingdom=kingdom, province=0, levels=levels,
        aptitudes=king_aptitudes(levels, card["alignment"]),
    )  # fmt: skip
    if card["fallen"]:
        king.role = "gone"
        return king
    grow(king, known.turn - 1, census.dice)
    recall(census, king)
    king.province = whereabouts(census, king.number, kingdom)
    return king


def whereabouts(census: Census, number: int, kingdom: int) -> int:
    """Where somebody of another kingdom is: where he is seen, was last seen, or at home."""
    known, dice = census.known, census.dice
    met = known.met.get(number)
    if met is not None:
        there: int = met["province"]
        if number in known.seen_now or (
            there not in known.fresh and there and dice.pct(100 // (1 + known.age(met["turn"])))
        ):
            return there
    home = census.kingdoms[kingdom].home
    if number == census.kingdoms[kingdom].king and home in census.realms.get(kingdom, ()) and dice.pct(50):
        return home
    return census.somewhere(kingdom)


def draw_court(census: Census, kingdom: int) -> None:
    """The Heroes of others whom one has not met: those of their start, and those whom they have hired."""
    known, dice, realm = census.known, census.dice, census.kingdoms[kingdom]
    first = len(known.cards) + START_HEROES * (kingdom - 1) + 1
    row = ALIGNMENT_TABLE[realm.alignment]
    second = {row.special: 1, row.magic: 1, "ME" if row.special == "EX" else "EX": 1}
    for number, levels in ((first, {"TA": 1, "MA": 1, "ME": 1}), (first + 1, second)):
        if number not in census.found and not growth.times(growth.LOSS, known.turn - 1, dice):
            census.found[number] = hero = starting_hero(census, number, realm, levels)
            grow(hero, known.turn - 1, dice)
            hero.province = whereabouts(census, number, kingdom)
    for _ in range(growth.times(growth.HIRES, known.turn - 1, dice)):
        hero = stranger(census, dice.pick(HUMANOIDS), census.somewhere(kingdom))
        hero.role, hero.kingdom, hero.hired = "hero", kingdom, dice.between(1, known.turn - 1)
        hero.alignment = dice.pick((realm.alignment, hero.alignment))
        grow(hero, known.turn - hero.hired, dice)
        census.found[hero.number] = hero


def starting_hero(census: Census, number: int, realm: Kingdom, levels: dict[str, int]) -> Character:
    """A Hero of a start package (D21)."""
    dice, sex = census.dice, census.dice.pick("MF")
    return Character(
        number=number, name=new_name(census.names, realm.race, sex), sex=sex, race=realm.race,
        alignment=realm.alignment, temper=similar_temper(realm.creation.temper, dice), role="hero",
        kingdom=realm.number, province=0, levels=dict(levels),
        aptitudes=hero_aptitudes(levels, realm.alignment, dice), devoted=dice.pct(CONSTANTS.devoted),
    )  # fmt: skip


def grow(who: Character, years: int, dice: Dice) -> None:
    """Raises levels for the years in service: now and then one, mostly of what he already knows (RO-EXP)."""
    for _ in range(growth.times(int(100 * growth.LEVELS), max(0, years), dice)):
        ability = dice.pick([*who.levels, dice.pick(ABILITIES)])
        if who.levels.get(ability, 0) < who.aptitudes[ability]:
            who.levels[ability] = who.levels.get(ability, 0) + 1


# Those who were met


def acquaintance(census: Census, number: int, met: Json) -> Character:
    """Somebody who was met: as he was then, and what may have become of him since."""
    known, dice = census.known, census.dice
    kingdom, role = met["kingdom"], role_of(census.book, number, met)
    if met["kingdom"] not in known.others:
        kingdom = NATIVES
        role = "provincial" if role == "provincial" else "free"
    who = draw_hero(number, met["race"], met["province"], {(met["race"], sex): ["?"] for sex in "MF"}, dice)
    who.name, who.sex, who.role, who.kingdom, who.threshold = (
        met["name"],
        met["sex"],
        role,
        kingdom,
        int(role == "free"),
    )
    if kingdom:
        who.alignment = census.kingdoms[kingdom].alignment
        grow(who, known.turn - 1, dice)
    who.captor = known.kingdom if met.get("freed") else 0
    recall(census, who)
    settle(census, who)
    return who


def recall(census: Census, who: Character) -> None:
    """Gives him what is known of him, and what a spell or a spy has told of him last year."""
    known, met = census.known, census.known.met.get(who.number)
    if met is not None and "levels" in met:
        who.alignment, who.levels = met["alignment"], dict(met["levels"])
    told = known.minds.get(who.number) or known.trailed.get(who.number)
    if told is not None:
        who.levels = dict(told.get("levels", who.levels))
        who.hp = min(who.max_hp, max(1, told["hp"]))
    if who.number in known.trailed:
        who.plan, who.duel = read_plan(known.trailed[who.number]["plan"]), read_plan(known.trailed[who.number]["duel"])
    for ability, level in who.levels.items():
        who.aptitudes[ability] = max(level, who.aptitudes[ability])


def settle(census: Census, who: Character) -> None:
    """Where somebody is who was met, and in whose service now."""
    known = census.known
    seen = who.number in known.seen_now
    if who.kingdom:
        who.province = whereabouts(census, who.number, who.kingdom)
    elif who.role == "provincial":
        settle_native(census, who, seen=seen)
    elif not seen and (who.province in known.fresh or not who.province or is_hired(census, who)):
        leave(census, who)


def is_hired(census: Census, who: Character) -> bool:
    """Whether a free Hero has found a lord since he was last seen."""
    since = census.known.age(census.known.met[who.number]["turn"])
    return bool(growth.times(growth.HIRES, since, census.dice))


def settle_native(census: Census, who: Character, *, seen: bool) -> None:
    """The Hero of a native province stays as long as it is the natives'; conquered, it frees him, or he goes."""
    province = census.lands[who.province] if who.province else None
    if (
        province is not None
        and province.owner == NATIVES
        and not province.hero
        and (seen or province.number not in census.known.fresh)
    ):
        province.hero = who.number
    elif not seen:
        leave(census, who)
    else:
        who.role, who.threshold = "free", 1


def leave(census: Census, who: Character) -> None:
    """Somebody is no more where he was seen: hired by another King, wandering in the dark, or out of the world."""
    known, dice = census.known, census.dice
    fate = dice.d(3)
    if fate == 1 and known.others:
        who.role, who.kingdom, who.threshold, who.captor = "hero", dice.pick(known.others), 0, who.captor
        who.hired, who.province = max(1, known.turn - 1), census.somewhere(who.kingdom)
    elif fate == 2 and census.dark:
        who.role, who.threshold, who.province = "free", 1, dice.pick(census.dark)
    else:
        who.role, who.province, who.threshold = "gone", 0, 0


# Those whom nobody has seen


def stranger(census: Census, race: str, province: int) -> Character:
    """A Hero with a number and a name of his own."""
    return draw_hero(census.next_number(), race, province, census.names, census.dice)


def draw_natives(census: Census) -> None:
    """The Heroes of native provinces that are not in sight (RO-MAP-09)."""
    for number in census.dark:
        province = census.lands[number]
        native = province.owner == NATIVES and not province.home and province.terrain != "sea"
        if native and not province.hero and province.race in HUMANOIDS and census.dice.pct(CONSTANTS.provincial_hero):
            hero = stranger(census, province.race, number)
            hero.role, province.hero = "provincial", hero.number
            census.found[hero.number] = hero


def draw_free(census: Census) -> None:
    """Free Heroes still to be discovered: as many as there may be where one has not explored enough (RO-EXPL-04)."""
    places = [n for n, each in census.lands.items() if each.terrain != "sea" and not each.home]
    for _ in range(CONSTANTS.free_heroes):
        number, threshold = census.dice.pick(places), census.dice.d(CONSTANTS.free_threshold)
        if threshold <= census.known.exploration(number):
            continue  # he would be known, or was
        race = census.lands[number].race
        hero = stranger(census, race if race in HUMANOIDS else "human", number)
        hero.threshold = threshold
        census.found[hero.number] = hero
