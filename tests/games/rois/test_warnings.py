"""The ten frequent mistakes: each is pointed out where it is made, and not in the sheet beside it that is right."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.engine.words import catalogue
from heraut.games import rois
from heraut.games.rois.mistakes.caution import HEADINGS, Caution
from heraut.games.rois.mistakes.page import page
from heraut.games.rois.mistakes.recruits import Recruits
from heraut.games.rois.mistakes.review import cautions, told
from heraut.games.rois.orders import Recruit
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.state import Acquaintance, Sighting, Tactic, World
from heraut.games.rois.view import view
from tests.games.proof_reading import english_faults, french_faults

from .builders import (
    believe,
    decision,
    feature,
    free_hero,
    item,
    king,
    land,
    own,
    person,
    play,
    reasons,
    relate,
    sea,
    units,
    world,
)
from .scramble import scramble

LANGUAGES = ("fr", "en")
REGISTER = tomllib.loads((Path(rois.__file__).parent / "tables/rules.toml").read_text(encoding="utf-8"))
Build = Callable[[World], str]  # bends a world, and returns a sheet


class Case(NamedTuple):
    """A mistake, its rule, the sheet that makes it and one that does not; `line`: where it is pointed out."""

    code: str
    rule: str
    wrong: Build
    right: Build
    line: int = 2


def bent(text: str, *changes: Callable[[World], object]) -> Build:
    """A world changed like this, and a sheet; King 1 stands at home in 41, beside 22, 23, 40, 42, 58 and 59."""

    def build(state: World) -> str:
        for change in changes:
            change(state)
        return text

    return build


def led(*types: str, leader: int = 1, province: int = 41, **fields: object) -> Callable[[World], object]:
    """Units of kingdom 1, under its King unless told otherwise."""
    return lambda state: units(state, 1, province, *types, leader=leader, **fields)


def sight(province: int, owner: int = 0, forces: dict[int, int] | None = None) -> Callable[[World], object]:
    """What kingdom 1 saw of a province at the end of last year; the truth is another matter."""

    def change(state: World) -> None:
        state.kingdoms[1].sightings[province] = Sighting(0, 6, owner, forces or {}, [])

    return change


def enemy(state: World) -> None:
    relate(state, 1, 2, "enemy")


def allied(state: World) -> None:
    relate(state, 1, 2, "allied")


def levels(**chosen: object) -> Callable[[World], object]:
    """The King's talents and temper."""
    return lambda state: king(state, 1, **chosen)


def hero(province: int = 41, *, kingdom: int = 1, **chosen: object) -> Callable[[World], object]:
    """Character 3, a Hero in service."""
    return lambda state: person(state, kingdom, province, **chosen)


def known_hero(province: int = 41, kingdom: int = 0, **chosen: object) -> Callable[[World], object]:
    """Character 3, a free Hero whose talents were discovered."""

    def change(state: World) -> None:
        found = free_hero(state, province, **chosen)
        state.kingdoms[1].met[found.number] = Acquaintance(province, 0, kingdom, dict(found.levels))

    return change


def place(guardian: str = "", province: int = 41) -> Callable[[World], object]:
    """A place that kingdom 1 has discovered."""

    def change(state: World) -> None:
        found = feature(state, province, guardian=guardian)
        state.kingdoms[1].features[found.number] = 10 if guardian else 0

    return change


def carries(kind: str, bearer: int = 1, number: int = 11) -> Callable[[World], object]:
    return lambda state: item(state, kind, state.characters[bearer], number=number)


def vote(turn: int, *, may_call: bool = False, now: int = 1) -> Callable[[World], object]:
    """A vote is held in that year; kingdom 1 may call one."""

    def change(state: World) -> None:
        state.vote, state.turn, state.kingdoms[1].may_call = turn, now, may_call

    return change


def truly(province: int, **fields: object) -> Callable[[World], object]:
    """What a province is."""
    return lambda state: land(state, province, **fields)


def held(*provinces: int) -> Callable[[World], object]:
    """Provinces of kingdom 1, as it knows."""

    def change(state: World) -> None:
        own(state, 1, *provinces)
        for number in provinces:
            sight(number, 1)(state)

    return change


def evil(state: World) -> None:
    believe(state, 1, "evil")


def good(state: World) -> None:
    believe(state, 1, "good")


def gold(amount: int) -> Callable[[World], object]:
    return lambda state: setattr(state.kingdoms[1], "gold", amount)


def by_sea(state: World) -> None:
    sea(state, 42)


def roads(state: World) -> None:
    state.kingdoms[1].inventions = [10]


def fallen(state: World) -> None:
    state.kingdoms[2].fallen = 1


def hosts(*provinces: int) -> Callable[[World], object]:
    """Provinces of kingdom 2, as is known."""

    def change(state: World) -> None:
        own(state, 2, *provinces)
        for number in provinces:
            sight(number, 2)(state)

    return change


BORDER = sight(42, 2)  # a Neutral's, whom units alone respect: whoever is stopped there leads some
MARCH, STEPS = "@1\n1: MO 42", "@1\n1: MO 42\n2: MO 43\n3: MO 44"
HIRE, CAST = "@1\n1: HI 3", "@1\nDUEL {CA-FI}"
FOE = sight(42, 0, {0: 1})  # a small force of natives
BAND = led("LE", leader=3)
ATTACK = (FOE, led("LE", "LE", "LE"))
DESERT = (truly(42, terrain="desert"), FOE)
RIDERS = truly(42, types=("LC", "LE"))
PURSE = (known_hero(TA=4), held(41))  # asks for 2
TRAPPED = (levels(province=42), led("LE", province=42), enemy, sight(42, 2, {2: 1}), sight(43, 0, {0: 1}))
INVASION = (sight(42, 2, {2: 1}), enemy, led("LE"))

CASES = [
    # Movement
    Case("not_adjacent", "RO-MOVE-02", bent("@1\n1: MO 44"), bent(MARCH)),
    Case("not_adjacent", "RO-MOVE-02", bent("@1\n1: MO 42\n2: MO 44"), bent("@1\n1: MO 42\n2: MO 43"), 3),
    Case("not_adjacent", "RO-MOVE-02", bent("@1\n1: MO 43", led("LE"), carries("6", number=6)),
         bent("@1\n1: MO 43", carries("6", number=6))),
    Case("neutral_border", "RO-MOVE-02", bent(MARCH, sight(42, 2), led("LE")), bent(MARCH, sight(42, 2))),
    Case("neutral_border", "RO-MOVE-02", bent(MARCH, sight(42, 2), led("LE")),
         bent(MARCH, sight(42, 2), led("LE"), allied)),
    Case("neutral_border", "RO-MOVE-02", bent(MARCH, sight(42, 2), led("LE")),
         bent(MARCH + "\n@ROYAUME\nROMPRE 2 DEBUT", sight(42, 2), led("LE"), evil)),
    Case("neutral_border", "RO-MOVE-02", bent(MARCH, BORDER, led("LE")), bent(MARCH, BORDER, led("LE"), fallen)),
    Case("neutral_border", "RO-MOVE-02", bent("@1\n1: LE * 3\n2: MO 42", BORDER, led("LE"), hero(race="elf")),
         bent("@1\n1: LE * 3\n2: MO 42", BORDER, led("LE"), hero()), 3),
    Case("neutral_border", "RO-MOVE-02", bent("@1\n1: PI *\n2: MO 42", BORDER, led("LE", leader=0)),
         bent("@1\n1: LE * G\n2: MO 42", BORDER, led("LE")), 3),
    Case("neutral_border", "RO-MOVE-02", bent("@1\n1: PI 1\n2: MO 42", BORDER, led("LE", leader=0)),
         bent("@1\n1: PI 1\n2: MO 42", BORDER, led("LE", leader=0, province=40)), 3),
    Case("neutral_border", "RO-MOVE-02", bent("@1\n1: PI 1\n2: MO 42", BORDER, hero(), BAND),
         bent("@1\n1: PI *\n2: MO 42", BORDER, hero(), BAND), 3),
    Case("neutral_border", "RO-MOVE-02", bent("@1\n1: PI *\n2: MO 42", BORDER, led("LE", "BO", leader=0)),
         bent("@1\n1: PI *\n2: MO 42", BORDER, led("BO", leader=0, race="elf")), 3),
    Case("neutral_border", "RO-MOVE-02", bent("@1\n1: RE LE 1 POUR 3\n@3\n2: MO 42", BORDER, hero()),
         bent("@1\n1: RE LE 1 POUR 3\n@3\n2: MO 42", BORDER, hero(race="elf")), 4),
    Case("neutral_border", "RO-MOVE-02", bent("@1\n1: RE LE 1 POUR 3\n@3\n1: MO 41\n2: MO 42", BORDER, hero(42)),
         bent("@1\n1: RE LE 1 POUR 3\n@3\n2: MO 42", BORDER, hero(43)), 5),
    Case("no_ships", "RO-MOVE-12", bent(MARCH, by_sea, led("LE")), bent(MARCH, by_sea, led("LE", "LE", "FL"))),
    Case("no_ships", "RO-MOVE-12", bent(MARCH, by_sea, led("LE", "LE", "LE", "FL")), bent(MARCH, by_sea, led("EA"))),
    Case("cannot_enter", "RO-MOVE-12", bent(MARCH, led("FL")), bent(MARCH, by_sea, led("FL"))),
    Case("no_moves", "RO-MOVE-12", bent(STEPS, led("LE"), held(42, 43, 44)),
         bent(STEPS, led("HC"), held(42, 43, 44)), 4),
    Case("no_moves", "RO-MOVE-12", bent(STEPS + "\n4: MO 45", led("HC"), held(42, 43, 44, 45)),
         bent(STEPS + "\n4: MO 45", led("HC"), held(42, 43, 44, 45), roads), 5),
    Case("no_moves", "RO-MOVE-12", bent(STEPS + "\n4: MO 45", led("HC"), hosts(42, 43, 44, 45), allied, roads),
         bent(STEPS, led("HC"), hosts(42, 43, 44, 45), allied, roads), 5),
    Case("paused", "RO-MOVE-08", bent("@1\n1: MO 42\n2: MO 43", led("LE"), sight(42), sight(43)),
         bent("@1\n1: MO 42\n2: MO 43", led("LE"), sight(42), sight(43), levels(MA=2)), 3),
    Case("paused", "RO-MOVE-08", bent("@1\n1: RE LE 2\n2: MO 42\n3: MO 43", sight(42), sight(43)),
         bent("@1\n1: RE HC 2\n2: MO 42\n3: MO 43", sight(42), sight(43)), 4),
    # Exploration
    Case("no_standing_plan", "RO-EXPL-07", bent("@1\n1: MO 42\n2: EX"), bent("@1\nPLAN {FI}\n1: MO 42\n2: EX")),
    Case("no_standing_plan", "RO-EXPL-07", bent("@1\n1: PR ME\n2: EX"), bent("@1\n1: PR ME"), 3),
    Case("no_standing_plan", "RO-EXPL-07", bent(MARCH), bent(MARCH, led("LE"))),
    Case("no_standing_plan", "RO-EXPL-07", bent("@1\n1: SE 1 {FI}"), bent("@1\n1: SE 1 {FI}\nPLAN {FI}")),
    Case("all_explored", "RO-EXPL-04", bent("@1\n1: EX"), bent("@1\n1: MO 42\n2: EX")),
    Case("all_explored", "RO-EXPL-04", bent(MARCH + "\n2: EX\n3: EX\n4: EX"), bent(MARCH + "\n2: EX\n3: EX"), 5),
    Case("all_explored", "RO-EXPL-04", bent(MARCH + "\n2: MO 41\n3: MO 42\n4: EX\n5: EX"),
         bent(MARCH + "\n2: MO 41\n3: MO 42\n4: EX"), 6),  # two visits are worth one exploration
    # Searching places
    Case("unknown_place", "RO-FEAT-02", bent("@1\n1: SE 1 {FI}"), bent("@1\n1: SE 1 {FI}", place())),
    Case("unknown_place", "RO-FEAT-02", bent("@1\n1: SE 2 {FI}", place()), bent("@1\n1: SE 1 {FI}", place())),
    Case("unknown_place", "RO-FEAT-02", bent("@1\n1: MO 42\n2: SE 1", place()),
         bent("@1\n1: MO 42\n2: SE 1", place(province=42)), 3),
    # Hiring Heroes
    Case("serves_another", "RO-HERO-03", bent(HIRE, known_hero(kingdom=2)), bent(HIRE, known_hero())),
    Case("seen_elsewhere", "RO-HERO-03", bent("@1\n2: HI 3", known_hero(42)),
         bent(MARCH + "\n2: HI 3", known_hero(42))),
    Case("too_far_apart", "RO-HERO-02", bent(HIRE, known_hero(alignment="pagan"), good),
         bent(HIRE, known_hero(alignment="neutral"), good)),
    Case("no_first_pay", "RO-HERO-05", bent(HIRE, *PURSE, gold(1)), bent(HIRE, *PURSE, gold(2))),
    Case("no_second_pay", "RO-HERO-05", bent(HIRE, *PURSE, led(*["HC"] * 6)), bent(HIRE, *PURSE, led(*["HC"] * 5))),
    # Taking armies
    Case("no_garrison", "RO-ARMY-09", bent("@1\n1: PI *"), bent("@1\n1: PI *", led("LE", leader=0))),
    Case("not_at_hand", "RO-ARMY-09", bent("@1\n2: PI 1", led("LE", leader=0, province=42)),
         bent(MARCH + "\n2: PI 1", led("LE", leader=0, province=42))),
    Case("not_at_hand", "RO-ARMY-09", bent("@1\n1: LE 1 G", hero(), BAND), bent("@1\n1: PI 1", hero(), BAND)),
    Case("not_at_hand", "RO-ARMY-09", bent("@1\n1: LE 1,2 G", led("LE"), hero(), BAND),
         bent("@1\n1: LE 1 G", led("LE"), hero(), BAND)),
    Case("leads_already", "RO-ARMY-09", bent("@1\n1: PI 1", led("LE")), bent("@1\n1: PI 1", led("LE", leader=0))),
    Case("leads_already", "RO-ARMY-09", bent("@1\n1: PI 1,2", led("LE", "LE")),
         bent("@1\n1: PI 1,2", led("LE"), led("LE", leader=0))),
    Case("leads_nobody", "RO-ARMY-09", bent("@1\n1: LE * G"), bent("@1\n1: LE * G", led("LE"))),
    Case("to_oneself", "RO-ARMY-09", bent("@1\n1: LE 1 1", led("LE", leader=0)),
         bent("@1\n1: LE 1 3", led("LE", leader=0), hero())),
    Case("may_not_lead", "RO-ARMY-02", bent("@1\n1: PI *", led("BO", leader=0, race="elf")),
         bent("@1\n1: PI *", led("BO", leader=0, race="elf"), levels(DR=2))),
    Case("may_not_lead", "RO-ARMY-02", bent("@1\n1: LE * 3", led("LE"), hero(race="elf")),
         bent("@1\n1: LE * 3", led("LE"), hero())),
    Case("receiver_absent", "RO-ARMY-09", bent("@1\n1: LE * 3", led("LE"), hero(42)),
         bent("@1\n1: LE * 3\n@3\n1: MO 41", led("LE"), hero(42))),
    Case("no_garrison_abroad", "RO-ARMY-09",
         bent("@1\n1: LE * G", led("LE", province=42), levels(province=42), sight(42)),
         bent("@1\n1: LE * G", led("LE", province=42), levels(province=42), held(42))),
    Case("cannot_lead_recruits", "RO-ARMY-02", bent("@1\n1: RE LE 1 POUR 3", hero(race="elf")),
         bent("@1\n1: RE LE 1 POUR 3", hero())),
    Case("recruits_in_garrison", "RO-ARMY-02", bent("@3\n1: RE LE 1", hero(race="elf")),
         bent("@3\n1: RE LE 1 POUR 1", hero(race="elf"))),
    # Encounter plans
    Case("meets_without_plan", "RO-ENC-10", bent("@1\n1: EN 3", hero()), bent('@1\n1: EN 3 {SA-"Bonjour"}', hero())),
    Case("searches_without_plan", "RO-ENC-27", bent("@1\n1: SE 1", place("ogre")),
         bent("@1\n1: SE 1 {ME}", place("ogre"))),
    Case("searches_without_plan", "RO-ENC-27", bent("@1\n1: SE 1", place("ogre")),
         bent("@1\n1: SE 1\nPLAN {ME}", place("ogre"))),
    Case("only_scouts", "RO-ENC-10", bent("@1\n1: SE 2 {SC}", place(), place("ogre")),
         bent("@1\n1: SE 1 {SC}", place(), place("ogre"))),
    Case("only_scouts", "RO-ENC-10", bent("@1\n1: SE 1 {SC}", place("ogre")),
         bent("@1\n1: SE 1 {SC}", place("ogre"), lambda state: setattr(state.kingdoms[1], "pacified", [1]))),
    Case("only_scouts", "RO-ENC-10", bent("@1\n1: SE 1 {SC}", place("ogre")),
         bent("@1\n1: SE 1 {ME, SC}", place("ogre"))),
    Case("only_scouts", "RO-ENC-10", bent("@1\n1: SE 1 {SC}", place("ogre")), bent("@1\n1: SE 1 {SC}", place())),
    Case("not_carried", "RO-ENC-08", bent("@1\nPLAN {US-11}"), bent("@1\nPLAN {US-11}", carries("LM"))),
    Case("not_carried", "RO-ENC-08", bent("@1\n1: PR ME\nPLAN {US-11}", hero(), carries("LM", 3)),
         bent("@1\n1: PR ME\nPLAN {US-11}\n@3\n1: GI 11 1", hero(), carries("LM", 3)), 3),
    Case("cannot_cast", "RO-ENC-08", bent(CAST), bent(CAST, levels(EL=4))),
    Case("berserk_flees", "RO-ENC-08", bent("@1\nPLAN {FL}", levels(temper="berserk")), bent("@1\nPLAN {FL}")),
    Case("unknown_item", "RO-ENC-04", bent("@1\nPLAN {US-77, TA}"), bent("@1\nPLAN {TA, US-77}")),
    Case("unknown_item", "RO-ENC-04", bent("@1\nPLAN {US-77, TA}"), bent('@1\nPLAN {SA-"Salut", TA}')),
    # Duels before battle
    Case("king_must_fight", "RO-DUEL-04", bent("@1\nDUEL {FL}"), bent("@1\nDUEL {ME, FL}")),
    Case("refuses_duel", "RO-DUEL-06", bent("@3\nDUEL {FL}", hero()), bent("@3\nDUEL {ME}", hero())),
    Case("refuses_duel", "RO-DUEL-06", bent("@3\n1: MO 42", hero(duel=(Tactic("FL"),)), FOE, BAND),
         bent("@3\n1: MO 42\nDUEL {ME}", hero(duel=(Tactic("FL"),)), FOE, BAND)),
    Case("refuses_duel", "RO-DUEL-06", bent("@3\n1: MO 42\nPLAN {ME}", hero(duel=(Tactic("FL"),)), FOE, BAND),
         bent("@3\n1: MO 42\nPLAN {FL}", hero(), FOE, BAND)),
    Case("may_refuse", "RO-DUEL-03",
         bent("@3\n1: MO 42", by_sea, hero(temper="prudent"), led("FL", leader=3), enemy, sight(42, 0, {2: 1})),
         bent("@3\n1: MO 42", by_sea, hero(temper="prudent"), led("FL", leader=3), sight(42, 0, {2: 1}))),
    Case("may_refuse", "RO-DUEL-03", bent("@3\n1: MO 42", hero(temper="prudent"), FOE, BAND),
         bent("@3\n1: MO 42", hero(), FOE, BAND)),
    Case("may_refuse", "RO-DUEL-03", bent("@3\n1: MO 42", hero(temper="coward"), FOE, BAND),
         bent("@3\n1: MO 42\n@1\n1: MO 42", hero(temper="coward"), *ATTACK, BAND)),
    Case("may_refuse", "RO-DUEL-03", bent("@3\n1: MO 42", hero(temper="coward"), FOE, BAND),
         bent("@3\n1: MO 42", hero(temper="coward"), sight(42), BAND)),
    # Battles
    Case("no_camels", "RO-BAT-19", bent(MARCH, *DESERT, led("LE", "LE")), bent(MARCH, *DESERT, led("LE", "CC"))),
    Case("strange_land", "RO-BAT-23", bent(MARCH, *INVASION), bent(MARCH, FOE, led("LE"))),
    Case("strange_land", "RO-BAT-23", bent(MARCH, *INVASION),
         bent(MARCH, *INVASION, lambda state: state.kingdoms[1].exploration.update({42: 40}))),
    Case("outnumbered", "RO-BAT-30", bent(MARCH, sight(42, 0, {0: 2}), led("LE", "LE", "LE")),
         bent(MARCH, sight(42, 0, {0: 2}), led("LE", "LE", "LE", "LE"))),
    Case("outnumbered", "RO-BAT-30", bent(MARCH, sight(42, 0, {0: 2}), led("LE", "LE", "LE")),
         bent(MARCH + "\n@3\n1: MO 42", sight(42, 0, {0: 2}), led("LE", "LE", "LE"), hero(), BAND)),
    Case("rear_rows", "RO-BAT-30", bent(MARCH, FOE, led(*["LE"] * 10)), bent(MARCH, FOE, led(*["LE"] * 9))),
    # What comes of them
    Case("no_retreat", "RO-BAT-34", bent("@1\n1: MO 43", *TRAPPED), bent("@1\n1: MO 43", *TRAPPED, held(44))),
    Case("no_retreat", "RO-BAT-34", bent("@1\n1: MO 43", *TRAPPED), bent("@1\n1: MO 43", *TRAPPED, sight(42))),
    Case("too_slow", "RO-BAT-32", bent(MARCH, *ATTACK, RIDERS), bent(MARCH, *ATTACK)),
    Case("too_slow", "RO-BAT-32", bent(MARCH, *ATTACK, RIDERS), bent(MARCH, *ATTACK, RIDERS, led("LE"))),
    Case("too_slow", "RO-BAT-32", bent(MARCH, FOE, led("LC", "LE"), RIDERS), bent(MARCH, FOE, led("LC"), RIDERS)),
    # Elections
    Case("no_vote_held", "RO-VIC-02", bent("@ROYAUME\nVOTE 1"), bent("@ROYAUME\nVOTE 1", vote(1))),
    Case("no_vote_held", "RO-VIC-02", bent("@ROYAUME\nVOTE 1", vote(2)), bent("@ROYAUME\nVOTE 1", vote(1))),
    Case("votes_already", "RO-VIC-02", bent("@ROYAUME\nELECTION", vote(1, may_call=True)),
         bent("@ROYAUME\nELECTION", vote(0, may_call=True))),
    Case("may_not_call", "RO-VIC-02", bent("@ROYAUME\nELECTION"), bent("@ROYAUME\nELECTION", vote(0, may_call=True))),
    Case("too_late", "RO-VIC-04", bent("@ROYAUME\nELECTION", vote(0, may_call=True, now=15)),
         bent("@ROYAUME\nELECTION", vote(0, may_call=True, now=14))),
    Case("no_ballot", "RO-VIC-03", bent("@ROYAUME\nTRAITE 2", vote(1)), bent("@ROYAUME\nVOTE BLANC", vote(1)), 0),
    Case("no_ballot", "RO-VIC-03", bent("@ROYAUME\nTRAITE 2", vote(1)), bent("SILENCE", vote(1)), 0),
]  # fmt: skip


def built(build: Build) -> tuple[World, str]:
    """A world whose Kings have seen their homes, bent, and the sheet."""
    state = world(2)
    held(41)(state)
    return state, build(state)


def review(build: Build) -> tuple[World, str, list[Caution]]:
    """The world, the sheet, and what is said of it; every line of it is taken."""
    state, text = built(build)
    asked = decision(state, "j1")
    reading = asked.parse(text)
    assert not reading.refusals, reading.refusals
    return state, text, cautions(asked.view, reading.answer)


@pytest.mark.parametrize("case", CASES, ids=[f"{number} {case.code}" for number, case in enumerate(CASES)])
def test_a_mistake_is_pointed_out_where_it_is_made_and_nowhere_else(case: Case) -> None:
    state, text, found = review(case.wrong)
    said = [caution for caution in found if caution.code == case.code]
    assert [caution.rule for caution in said] == [case.rule], found
    assert said[0].heading in HEADINGS and said[0].rule in REGISTER
    for lang in LANGUAGES:
        lines = told(decision(state, "j1"), text, lang)
        sentence = catalogue("heraut.games.rois", lang).groups["mistake"][said[0].heading]
        assert any(words.startswith(f"{sentence}. ") and words.endswith(f"({case.rule})") for words in lines[case.line])
    assert case.code not in {caution.code for caution in review(case.right)[2]}


def test_every_mistake_under_every_heading_has_its_case_and_its_words() -> None:
    for lang in LANGUAGES:
        groups = catalogue("heraut.games.rois", lang).groups
        assert set(groups["caution"]) == {case.code for case in CASES}
        assert list(groups["mistake"]) == list(groups["mistake_page"]) == list(HEADINGS)
    assert {caution.heading for case in CASES for caution in review(case.wrong)[2]} == set(HEADINGS)


@pytest.mark.parametrize(
    "code", ["not_adjacent", "no_ships", "cannot_enter", "no_moves", "paused", "no_garrison", "receiver_absent"]
)
def test_what_is_sure_to_fail_fails(code: str) -> None:
    ignored = {"paused": "no_moves", "no_garrison": "no_units"}
    for case in CASES:
        if case.code == code:
            state, sheet = built(case.wrong)
            assert reasons(play(state, {"j1": sheet})) == [ignored.get(code, code)]
            state, sheet = built(case.right)
            assert ignored.get(code, code) not in reasons(play(state, {"j1": sheet}))


def test_units_that_are_not_raised_here_are_not_counted_upon() -> None:
    march = "\n2: MO 42\n3: MO 43\n4: MO 44\n5: MO 45\nPLAN {FI, FL}\nDUEL {ME}"
    seen = [sight(province) for province in (42, 43, 44, 45)]
    raised, not_raised = (review(bent(f"@1\n1: RE {type} 2{march}", *seen))[2] for type in ("LE", "EN"))
    assert "paused" in {caution.code for caution in raised} - {caution.code for caution in not_raised}


@pytest.mark.rule("RO-REC-03", "RO-GEN-06")
@pytest.mark.parametrize(
    ("purse", "orders", "raised"),
    [
        (10, [("HC", 9), ("LE", 9)], [3, 0]),  # nine pieces are spent, and one buys nothing
        (11, [("HC", 9), ("LE", 9)], [3, 1]),
        (99, [("HC", 3), ("LE", 9), ("LE", 1)], [3, 1, 0]),  # four a year at home
        (99, [("LE", 2), ("LE", 1)], [2, 1]),
    ],
)
def test_recruits_are_counted_within_the_treasury_and_the_capacity(
    purse: int, orders: list[tuple[str, int]], raised: list[int]
) -> None:
    state = world(1)
    held(41)(state)
    gold(purse)(state)
    recruits, counts = Recruits(Book(view(state, Seat("j1")))), []
    for type, count in orders:
        before = len(recruits.raised)
        recruits.recruit(41, Recruit(type, count))
        counts.append(len(recruits.raised) - before)
    assert counts == raised


@pytest.mark.rule("RO-MOVE-05", "RO-MAG-06")
@pytest.mark.parametrize(("spell", "found", "calm"), [("VE", [], False), ("MO", [], True), ("MO", [9], False)])
def test_fair_winds_and_the_compass_are_counted_upon(spell: str, found: list[int], calm: bool) -> None:
    """With either a fleet makes three moves a year."""
    text = f"@1\n1: CA {spell}\n2: MO 42\n3: MO 43\n4: MO 44"
    seas = [lambda state: sea(state, 42, 43, 44), *[sight(province) for province in (42, 43, 44)]]
    inventions = lambda state: setattr(state.kingdoms[1], "inventions", found)  # noqa: E731
    said = review(bent(text, led("FL"), levels(EL=4, WH=4), inventions, *seas))[2]
    assert ("no_moves" in {caution.code for caution in said}) is calm


def test_a_sheet_with_nothing_to_fear_is_passed_over_in_silence() -> None:
    text = "@1\n1: RE LE 2\n2: MO 42\nPLAN {FI, FL}\nDUEL {ME}\n@ROYAUME\nTRAITE 2"
    assert review(bent(text, led("LE", "LE"), sight(42)))[2] == []
    assert review(bent("SILENCE"))[2] == []


def test_nobody_can_say_where_a_pursuer_will_be() -> None:
    text = "@1\nPLAN {FI}\n1: PU 3\n2: MO 120\n3: SE 9\n4: HI 4\n5: PI *"

    def build(state: World) -> str:
        hero(42, kingdom=2)(state)
        known_hero()(state)
        state.kingdoms[1].met[3] = Acquaintance(42, 0, 2)
        return text

    assert review(build)[2] == []


def test_a_character_is_reminded_once_of_the_plan_that_he_lacks() -> None:
    text = "@1\n1: MO 42\n2: EX\n3: EX\n@3\n1: MO 40"
    found = [caution.entry for caution in review(bent(text, hero()))[2]]
    assert [(entry.character, entry.season) for entry in found] == [(1, 1), (3, 1)]  # type: ignore[union-attr]


@pytest.mark.parametrize("seed", range(3))
def test_a_caution_reveals_nothing(seed: int) -> None:
    rng = Rng(seed.to_bytes(4, "big"))
    seats = [Seat(f"j{n}") for n in range(1, 5)]
    state = rois.setup(seats, {}, rng.at("setup")).state
    spoken = 0
    for year in range(3):
        answers = {seat: asked.sample(rng.at("sheet", year, seat)) for seat, asked in rois.pending(state).items()}
        for seat, asked in rois.pending(state).items():
            other = rois.pending(scramble(state, seat, rng.at("scramble", year, seat)))[seat]
            found = cautions(asked.view, answers[seat])
            assert found == cautions(other.view, answers[seat])
            text = asked.write(answers[seat])
            assert told(asked, text, "fr") == told(other, text, "fr")
            assert sum(map(len, told(asked, text, "en").values())) == len(found)
            spoken += len(found)
        state = rois.advance(state, answers, rng.at("year", year)).state
    assert spoken


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_page_has_the_ten_headings_and_their_rules(lang: str) -> None:
    text = page(lang)
    words = catalogue("heraut.games.rois", lang)
    faults = french_faults if lang == "fr" else english_faults
    assert len(HEADINGS) == 10
    places = [text.index(f"── {words.say('mistake', heading)} ") for heading in HEADINGS]
    assert places == sorted(places)
    for heading, rules in HEADINGS.items():
        assert faults(words.groups["mistake_page"][heading]) == []
        assert all(rule in REGISTER and rule in text for rule in rules)
    assert all(len(line) <= 98 for line in text.splitlines())
