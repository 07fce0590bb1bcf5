"""What may be ordered: every choice called legal does something, every other fails for the reason told; nothing hidden
shows in it (RO-ORD-01 to 23, RO-GEN-07, RO-INFO-03).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.engine.words import LANGUAGES
from heraut.games import rois
from heraut.games.rois import orders as o
from heraut.games.rois.choices.cell import possible_orders
from heraut.games.rois.choices.model import Argument, Choice, Possible, Sort
from heraut.games.rois.choices.plans import stances, tactics
from heraut.games.rois.choices.realm import possible_realm_orders
from heraut.games.rois.choices.routes import reachable
from heraut.games.rois.forecast.certainty import UNDISTURBED, UNKNOWN, Chance, Reason
from heraut.games.rois.forecast.course import TOLD
from heraut.games.rois.forecast.grid import forecast
from heraut.games.rois.forecast.words import say_omen, say_reason
from heraut.games.rois.herald import Herald
from heraut.games.rois.orders import ORDERS, REALM_ORDERS, Action, Sheet
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.sheet.sample import random_sheet
from heraut.games.rois.state import Acquaintance, World
from heraut.games.rois.view import view
from heraut.games.rois.world.geography import within

from .builders import (
    Fate,
    believe,
    decision,
    feature,
    free_hero,
    item,
    king,
    land,
    meet,
    own,
    person,
    play,
    relate,
    sea,
    sheet,
    sheets,
    units,
    world,
)
from .foreseen import legal_values, lived, orders_of, possible_order, with_order
from .scramble import scramble
from .test_calculators import CHANCY, quiet_year, small_empire
from .test_forecast import seen

J1 = Seat("j1")
UNTOLD = ("spell_failed", "track_lost", "hero_refused")  # what comes of it when dice are against it


def known(state: World) -> Any:
    """What King 1 knows."""
    return view(seen(state), J1)


def choices(possible: Possible, name: str) -> dict[int | str, Choice]:
    """The choices of an argument, by value."""
    return {each.value: each for argument in possible.arguments if argument.name == name for each in argument.choices}


def code_of(choice: Choice) -> str:
    """Why it would come to nothing; "" if it would not."""
    return "" if choice.reason is None else choice.reason.code


# Held against the year itself


@pytest.mark.slow
@pytest.mark.rule("RO-GEN-07", "RO-ORD-01", "RO-ORD-04", "RO-ORD-08", "RO-ORD-09", "RO-ORD-14", "RO-ORD-18")
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_a_choice_does_what_is_told_of_it(seed: int) -> None:
    rng = Rng(f"{seed}".encode())
    state = quiet_year(rng)
    seen_now = view(state, J1)
    drawn = random_sheet(Book(seen_now), rng)
    orders = Sheet(tuple(each for each in drawn.actions if not isinstance(each.order, CHANCY)))
    who = rng.choice([n for n, each in Book(seen_now).characters.items() if not each["died"]])
    season = rng.randint(1, 5)
    offers = possible_orders(seen_now, orders, who, season)
    assert [each.kind for each in offers] == [kind.__name__ for kind in ORDERS]
    tried = [
        (order, reason) for each in offers if each.kind not in ("Search", "Meet") for order, reason in orders_of(each)
    ]
    rng.shuffle(tried)
    for order, reason in tried[:20]:
        action = Action(who, season, order)
        assert decision(state, "j1").check(with_order(orders, action)) == [], action
        year = lived(state, {**sheets(state, None), J1: with_order(orders, action)}, Fate(), J1)
        why = [each.data["reason"] for each in year.of(who, season) if each.kind == "ignored"]
        if isinstance(order, (o.Pursue, o.Trail)) and reason is not None and reason.code != "leads_units":
            continue  # dice lose the track first
        if isinstance(order, o.Recruit) and order.type == "TR":
            continue  # no view tells where trolls are whom nobody pays
        assert bool(why) == (reason is not None), (action, reason, why)
        if reason is not None and reason.group == "reason":
            assert why == [reason.code], (action, reason)


# Nothing hidden, and everything has its words


def reasons_in(arguments: tuple[Argument, ...]) -> Iterator[Reason]:
    """Every reason, however deep."""
    for argument in arguments:
        if argument.elsewhere is not None:
            yield argument.elsewhere
        for choice in argument.choices:
            if choice.reason is not None:
                yield choice.reason
            yield from reasons_in(choice.then)


@pytest.mark.slow
@pytest.mark.rule("RO-INFO-03", "RO-INFO-06")
@pytest.mark.parametrize("seed", range(2))
def test_a_choice_reveals_nothing_and_has_its_words(seed: int) -> None:
    rng = Rng(f"choices {seed}".encode())
    state, told = rois.setup([Seat(f"j{n}") for n in range(1, 5)], {}, rng.at("setup")).state, 0
    for year in range(4):
        owed = rois.pending(state)
        answers = {seat: asked.sample(rng.at("sheet", year, seat)) for seat, asked in owed.items()}
        for seat, asked in owed.items():
            other = rois.pending(scramble(state, seat, rng.at("scramble", year, seat)))[seat].view
            heralds = [Herald(asked.view, lang) for lang in LANGUAGES]
            realm = possible_realm_orders(asked.view, answers[seat])
            assert realm == possible_realm_orders(other, answers[seat])
            for who in [n for n, each in asked.book.characters.items() if not each["died"]]:
                season = rng.randint(1, 5)
                found = possible_orders(asked.view, answers[seat], who, season)
                assert found == possible_orders(other, answers[seat], who, season)
                ways = reachable(asked.view, answers[seat], who)
                assert ways == reachable(other, answers[seat], who)
                assert tactics(asked.view, answers[seat], who) == tactics(other, answers[seat], who)
                reasons = [each.reason for each in found if each.reason is not None]
                reasons += [each.reason for each in ways.values() if each.reason is not None]
                reasons += [each for one in found for each in reasons_in(one.arguments)]
                told += len({say_reason(herald, each) for each in reasons for herald in heralds})
            for each in realm:
                told += len([say_reason(heralds[0], reason) for reason in reasons_in(each.arguments)])
            for row in forecast(asked.view, answers[seat]).rows:
                told += len([say_omen(herald, x) for cell in row.cells for x in cell.omens for herald in heralds])
        state = rois.advance(state, answers, rng.at("year", year)).state
    assert told > 500


def test_choices_are_plain_data() -> None:
    state = world()
    found = possible_orders(known(state), Sheet(), 1, 1)
    assert msgspec.json.decode(msgspec.json.encode(found))[0]["code"] == "MO"
    with pytest.raises(KeyError):
        possible_orders(known(state), Sheet(), 2, 1)


def test_a_cell_is_offered_at_once() -> None:
    state = world()
    for _ in range(29):
        units(state, 1, 41, "LE", leader=person(state, 1, 41, TA=3).number)
    here, orders = known(state), sheet(state, "j1", "@1\n1: MO 42\n2: MO 43")
    start = time.process_time()
    possible_orders(here, orders, 1, 4)
    assert time.process_time() - start < 0.3


# One order after the other: King 1 stands at home in 41, beside 22, 23, 40, 42, 58 and 59


@pytest.mark.rule("RO-MOVE-01", "RO-MOVE-02", "RO-DIP-08", "RO-MOVE-07")
def test_move_lights_the_neighbours_that_may_be_entered() -> None:
    state = world(3)
    own(state, 2, 42)
    own(state, 3, 40)
    relate(state, 1, 3, "enemy")
    sea(state, 22)
    units(state, 1, 41, "LE", leader=1)
    for there in (22, 23, 40, 42):
        state.kingdoms[1].sightings[there] = rois.state.Sighting(0, 6, state.provinces[there].owner, {}, [])
    found = choices(possible_order(known(state), Sheet(), 1, 1, o.Move), "province")
    assert {there: code_of(each) for there, each in found.items()} == {
        22: "no_ships", 23: "", 40: "", 42: "neutral_border", 58: "", 59: "",
    }  # fmt: skip
    assert list(found)[-2:] == [22, 42]  # legal ones first
    assert found[40].data["attack"] and not found[40].data["beasts"]
    assert found[58].certainty == UNKNOWN  # of 58 nobody of ours knows whose it is


def test_the_feather_carries_two_provinces_without_units() -> None:
    state = world()
    item(state, "6", king(state, 1))
    assert 43 in legal_values(possible_order(known(state), Sheet(), 1, 1, o.Move), "province")
    units(state, 1, 41, "LE", leader=1)
    far = choices(possible_order(known(state), Sheet(), 1, 1, o.Move), "province")[43]
    assert code_of(far) == "not_adjacent"


@pytest.mark.rule("RO-REC-02", "RO-REC-03", "RO-REC-04")
@pytest.mark.parametrize(("gold", "before", "most"), [(40, "", 4), (7, "", 3), (40, "@1\n1: RE LE 3", 1), (1, "", 0)])
def test_recruit_offers_what_the_province_and_the_treasury_give(gold: int, before: str, most: int) -> None:
    state = world()
    state.kingdoms[1].gold = gold
    offer = possible_order(known(state), sheet(state, "j1", before or "@1"), 1, 2, o.Recruit)
    lancers = choices(offer, "type")["LE"]
    if not most:
        assert code_of(lancers) == "too_poor" and lancers.then == ()
    else:
        assert (lancers.then[0].least, lancers.then[0].most) == (1, most)
    assert code_of(choices(offer, "type")["EL"]) == "type_not_raised"


@pytest.mark.rule("RO-REC-08", "RO-GEN-06")
@pytest.mark.parametrize(("gold", "code"), [(2, "too_poor"), (3, "")])
def test_trolls_whom_nobody_pays_ask_three_pieces(gold: int, code: str) -> None:
    state = world()
    state.kingdoms[1].gold = gold
    assert code_of(choices(possible_order(known(state), Sheet(), 1, 1, o.Recruit), "type")["TR"]) == code


@pytest.mark.rule("RO-REC-08", "RO-ARMY-14", "RO-ARMY-15")
def test_what_no_view_tells_is_neither_promised_nor_denied() -> None:
    state = world()
    king(state, 1, NE=5)
    land(state, 41, types=("LE",))
    here = known(state)
    trolls = choices(possible_order(here, Sheet(), 1, 1, o.Recruit), "type")["TR"]
    dead = choices(possible_order(here, Sheet(), 1, 1, o.Cast), "spell")["AN"]
    assert trolls.legal and trolls.certainty == UNKNOWN and dead.legal and dead.certainty == UNKNOWN
    row = forecast(here, sheet(state, "j1", "@1\n1: RE TR 1\n2: CA AN")).rows[0]
    assert [(each.reason, each.done) for each in row.cells[:2]] == [(None, UNKNOWN)] * 2


@pytest.mark.rule("RO-FIN-03")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_foreseen_has_its_words(lang: str) -> None:
    words = Herald(known(world()), lang).words
    company = {"battle", "conquest", "beasts", "stranger", "comrade", "foes"}
    assert words.groups["omen"].keys() == TOLD | company
    sorts = {f"no_{sort}" for sort in get_args(Sort)} - {"no_plan", "no_flag", "no_thing", "no_text", "no_heir"}
    assert sorts <= words.groups["unfit"].keys()


@pytest.mark.rule("RO-ARMY-02", "RO-ARMY-09", "RO-TURN-06")
def test_units_are_offered_to_whoever_is_there_by_then() -> None:
    state = world()
    own(state, 1, 42)
    comrade, elf = person(state, 1, 42), person(state, 1, 41, race="elf")
    units(state, 1, 41, "LE", "LE", leader=1)
    units(state, 1, 41, "HC")
    coming = sheet(seen(state), "j1", f"@{comrade.number}\n1: MO 41")
    offer = possible_order(known(state), coming, 1, 1, o.Leave)
    receivers = choices(offer, "receiver")
    assert {n: code_of(each) for n, each in receivers.items()} == {
        0: "",
        comrade.number: "",
        elf.number: "may_not_lead",
    }
    to_garrison = {each.value: code_of(each) for each in receivers[0].then[0].choices}
    assert to_garrison == {1: "", 2: "", 3: "in_garrison"}
    assert comrade.number not in choices(possible_order(known(state), Sheet(), 1, 1, o.Leave), "receiver")
    assert choices(possible_order(known(state), Sheet(), 1, 1, o.PickUp), "units").keys() == {3}


@pytest.mark.rule("RO-HERO-01", "RO-HERO-02", "RO-HERO-03", "RO-HERO-04")
def test_hire_tells_chance_and_pay() -> None:
    state = world()
    here, far, away = (
        free_hero(state, 41, alignment="good", TA=4),
        free_hero(state, 41, alignment="evil", TA=1),
        free_hero(state, 43, TA=1),
    )
    believe(state, 1, "good")
    for hero in (here, far, away):
        state.kingdoms[1].met[hero.number] = Acquaintance(hero.province, 0, 0, dict(hero.levels))
    found = choices(possible_order(known(state), Sheet(), 1, 1, o.Hire), "character")
    assert {n: code_of(each) for n, each in found.items()} == {
        here.number: "", far.number: "alignment_too_far", away.number: "not_free_here",
    }  # fmt: skip
    assert found[here.number].data["pay"] == 2 and found[here.number].chance is not None


@pytest.mark.rule("RO-MAG-01", "RO-MAG-04", "RO-MAG-06", "RO-ORD-23")
def test_cast_asks_for_the_targets_within_reach() -> None:
    state = world()
    king(state, 1, WH=2, PS=2)
    spells = choices(possible_order(known(state), Sheet(), 1, 1, o.Cast), "spell")
    assert code_of(spells["PB"]) == "level_too_low"
    healing = spells["GU"]
    assert healing.chance is not None and healing.then[0].optional
    assert [each.value for each in healing.then[0].choices] == [1]
    (seen_far,) = spells["CL"].then
    assert max(each.data["far"] for each in seen_far.choices) == 3 * 2  # three provinces a level


@pytest.mark.rule("RO-ORD-23", "RO-MAG-06", "RO-ITEM-03")
def test_each_spell_and_each_item_asks_for_targets_of_its_own() -> None:
    state = world(3)
    king(state, 1, WH=4, PS=4, EL=4)
    relate(state, 1, 2, "enemy")
    body, guest = person(state, 1, 41, died=1).number, person(state, 2, 42, TA=2).number
    meet(state, 1, guest)
    state.kingdoms[1].exploration |= {60: 5, 61: 0}
    state.kingdoms[1].sightings[40] = rois.state.Sighting(0, 6, 0, {0: 1}, [])
    for kind in ("RR", "RT", "GC", "ER"):
        item(state, kind, king(state, 1))  # 11 to 14
    offers = {each.kind: each for each in possible_orders(known(state), Sheet(), 1, 1)}
    spells, items = choices(offers["Cast"], "spell"), choices(offers["Use"], "item")

    def targets(choice: Choice) -> dict[int | str, str]:
        return {each.value: code_of(each) for each in choice.then[0].choices}

    assert targets(spells["RE"]) == targets(items[11]) == {body: ""}
    assert targets(spells["TP"]) == targets(items[12]) == {60: ""}
    assert targets(spells["TE"]) == {guest: "", body: "out_of_reach"}
    assert len(targets(spells["TT"])) == 7  # a neighbour, whatever the level
    assert targets(spells["CL"]).keys() == set(within(41, 12)) and targets(items[13]).keys() == set(within(41, 6))
    assert {each.value: each.data["path"] for each in spells["VO"].then[0].choices}[44] == [42, 43, 44]
    assert targets(spells["PA"])[40] == "", "its natives in garrison"
    leader = {each.value: each for each in spells["PA"].then[0].choices}[guest]
    assert leader.data == {"garrison": False, "province": 42, "turn": 0} and leader.certainty == UNKNOWN
    assert code_of(items[14]) == "no_action_use"
    del state.characters[body]
    nobody = choices(possible_order(known(state), Sheet(), 1, 1, o.Use), "item")[11]
    assert code_of(nobody) == "no_character" and nobody.then == ()


@pytest.mark.rule("RO-EXP-05", "RO-EXP-06")
def test_practice_knows_its_teacher() -> None:
    state = world()
    master = person(state, 1, 41, TA=4)
    lesson = sheet(seen(state), "j1", f"@{master.number}\n1: PR TA")
    alone = choices(possible_order(known(state), Sheet(), 1, 1, o.Practise), "ability")["TA"]
    taught = choices(possible_order(known(state), lesson, 1, 1, o.Practise), "ability")["TA"]
    assert alone.chance is not None and taught.chance is not None
    assert taught.data["teacher"] and taught.chance.least > alone.chance.least


@pytest.mark.rule("RO-SPY-01", "RO-SPY-08", "RO-SPY-10")
def test_spying_and_trailing() -> None:
    state = world()
    meet(state, 1, 2)
    units(state, 1, 41, "LE", leader=1)
    offers = {each.kind: each for each in possible_orders(known(state), Sheet(), 1, 1)}
    assert len(choices(offers["Spy"], "province")) == 7
    assert offers["Trail"].reason is not None and offers["Trail"].reason.code == "leads_units"
    assert choices(offers["Pursue"], "character")[2].legal
    assert offers["Hire"].reason is not None


@pytest.mark.rule("RO-TURN-05", "RO-SPY-09", "RO-MOVE-02")
@pytest.mark.parametrize(("there", "code"), [(0, ""), (42, ""), (22, "no_ships")])
def test_whoever_pursues_a_comrade_goes_where_he_leads(there: int, code: str) -> None:
    state = world()
    own(state, 1, 42)
    sea(state, 22)
    units(state, 1, 41, "LE", leader=1)
    scout = person(state, 1, 41).number
    orders = sheet(seen(state), "j1", f"@{scout}\n1: MO {there}" if there else "@1")
    quarry = choices(possible_order(known(state), orders, 1, 1, o.Pursue), "character")[scout]
    assert (code_of(quarry), quarry.data["province"]) == (code, there or 41)


@pytest.mark.rule("RO-FEAT-02", "RO-EXPL-04")
def test_search_and_explore_tell_what_is_known() -> None:
    state = world()
    lair = feature(state, 41, guardian="ogre", hp=8)
    state.kingdoms[1].features[lair.number] = 5
    offers = {each.kind: each for each in possible_orders(known(state), Sheet(), 1, 1)}
    place = choices(offers["Search"], "place")[1]
    assert place.data["guardian"] == "ogre" and place.data["hp"] == 5 and place.certainty == UNKNOWN
    assert offers["Explore"].reason is not None and offers["Explore"].reason.code == "all_explored"  # his home
    later = possible_order(known(state), sheet(state, "j1", "@1\n1: MO 42"), 1, 2, o.Explore)
    assert later.legal and later.data["known"] == later.data["gain"] // 2
    assert later.data["beasts"] == 10 and later.chance == Chance(90, 90)


@pytest.mark.rule("RO-ITEM-04", "RO-ITEM-05", "RO-ITEM-03")
def test_gifts_and_items() -> None:
    state = world()
    potion = item(state, "PG", king(state, 1))
    relate(state, 1, 2, "allied")
    guest, friend = person(state, 2, 41), person(state, 1, 41)
    offers = {each.kind: each for each in possible_orders(known(state), Sheet(), 1, 1)}
    assert set(choices(offers["GiveItem"], "character")) == {guest.number, friend.number}
    assert set(choices(offers["GiveGold"], "character")) == {guest.number}
    assert offers["GiveGold"].arguments[0].most == 10
    assert choices(offers["Use"], "item")[potion.number].legal
    given_away = sheet(seen(state), "j1", f"@1\n1: GI {potion.number} {friend.number}")
    assert possible_order(known(state), given_away, 1, 2, o.Use).reason is not None
    assert possible_order(known(state), given_away, friend.number, 2, o.Use).legal


@pytest.mark.rule("RO-ITEM-04", "RO-DIP-13")
@pytest.mark.parametrize(("gold", "poor"), [(0, "too_poor"), (1, "")])
def test_whoever_has_nothing_gives_nothing(gold: int, poor: str) -> None:
    state = world()
    state.kingdoms[1].gold = gold
    person(state, 1, 41)
    if gold:
        item(state, "PG", king(state, 1))
    gift = possible_order(known(state), Sheet(), 1, 1, o.GiveItem)
    assert (gift.reason.code if gift.reason else "") == ("" if gold else "no_item")
    donation = {each.kind: each for each in possible_realm_orders(known(state), Sheet())}["Donate"]
    assert (donation.reason.code if donation.reason else "") == poor


@pytest.mark.rule("RO-MOVE-02", "RO-EXPL-07", "RO-BAT-08")
def test_what_awaits_whoever_enters() -> None:
    """Alone he may meet beasts, half as often at home; with ships he attacks at sea what is an Enemy's."""
    state = world()
    own(state, 1, 42)
    king(state, 1, NA=2)
    alone = choices(possible_order(known(state), Sheet(), 1, 1, o.Move), "province")
    assert [alone[there].data["beasts"] for there in (40, 42)] == [10, 5]
    sea(state, 22, 23)
    own(state, 2, 23)
    relate(state, 1, 2, "enemy")
    units(state, 1, 41, "FL", leader=1)
    for there in (22, 23):
        state.kingdoms[1].sightings[there] = rois.state.Sighting(0, 6, state.provinces[there].owner, {}, [])
    sailing = choices(possible_order(known(state), Sheet(), 1, 1, o.Move), "province")
    assert [sailing[there].data["attack"] for there in (22, 23, 40, 42)] == [False, True, True, False]


@pytest.mark.rule("RO-ORD-21")
def test_whoever_is_dismissed_may_do_nothing_more() -> None:
    state = world()
    hero = person(state, 1, 41)
    offers = possible_orders(known(state), sheet(seen(state), "j1", f"@1\n1: FI {hero.number}"), hero.number, 2)
    assert {each.reason.code for each in offers if each.reason is not None} == {"dismissed"}
    assert not any(each.legal for each in offers)


@pytest.mark.rule("RO-ORD-21", "RO-TURN-04")
def test_whoever_defends_may_be_dismissed_before_his_turn() -> None:
    """He is quicker than his King, but a defender acts last."""
    state = world()
    hero = person(state, 1, 41, MA=4)
    found = possible_orders(known(state), sheet(seen(state), "j1", f"@1\n1: FI {hero.number}"), hero.number, 1)
    offers = {each.kind: each for each in found}
    assert offers["Practise"].legal
    assert offers["Defend"].reason is not None and offers["Defend"].reason.code == "dismissed"


# The realm


@pytest.mark.rule("RO-ORD-19", "RO-DIP-02", "RO-DIP-07", "RO-DIP-12", "RO-DIP-13", "RO-VIC-02")
def test_the_kingdom_s_orders() -> None:
    state = world(4)
    relate(state, 1, 2, "allied")
    relate(state, 1, 3, "enemy")
    offers = {each.kind: each for each in possible_realm_orders(known(state), sheet(state, "j1", "@ROYAUME\nTRAITE 4"))}
    assert list(offers) == [kind.__name__ for kind in REALM_ORDERS]
    assert {n: code_of(c) for n, c in choices(offers["Treat"], "kingdom").items()} == {2: "", 3: "", 4: "said_twice"}
    assert {n: code_of(c) for n, c in choices(offers["Break"], "kingdom").items()} == {2: "", 4: "", 3: "rompre_enemy"}
    assert {n for n, c in choices(offers["Exchange"], "kingdom").items() if c.legal} == {2}
    assert {n for n, c in choices(offers["Donate"], "kingdom").items() if c.legal} == {2, 4}
    assert offers["Donate"].arguments[1].most == 10
    assert offers["CallVote"].reason is not None and offers["CallVote"].reason.code == "may_not_call"
    assert offers["Vote"].reason is not None and offers["Vote"].reason.code == "no_vote_held"
    assert not offers["Break"].arguments[1].choices
    assert {"C1", "P41"} <= set(choices(offers["Rename"], "number"))
    believe(state, 1, "evil")
    state.kingdoms[1].may_call, state.turn = True, 2
    offers = {each.kind: each for each in possible_realm_orders(known(state), Sheet())}
    assert offers["Break"].arguments[1].choices and offers["CallVote"].legal
    state.vote = 2
    offers = {each.kind: each for each in possible_realm_orders(known(state), Sheet())}
    assert offers["Vote"].legal and set(choices(offers["Vote"], "kingdom")) == {0, 1, 2, 3, 4}


# Plans


@pytest.mark.rule("RO-ENC-04", "RO-ENC-08", "RO-DUEL-02")
def test_a_plan_is_built_tactic_by_tactic() -> None:
    state = world()
    king(state, 1, EL=3, temper="berserk")
    sword, shades = item(state, "1", king(state, 1)), item(state, "CP", king(state, 1))
    first = {each.value: code_of(each) for each in tactics(known(state), Sheet(), 1)}
    assert first["FI"] == "" and first["FL"] == "berserk_flees" and first[f"US-{sword.number}"] == ""
    assert first[f"US-{shades.number}"] == "no_use_in_fight" and first[f"GI-{shades.number}"] == ""
    assert {value for value in map(str, first) if value.startswith("CA-")} == {"CA-FI", "CA-GL", "CA-PI", "CA-FO"}
    after = {each.value: code_of(each) for each in tactics(known(state), Sheet(), 1, (rois.state.Tactic("FI"),))}
    assert after["ST"] == "plan_after_attack" and after["SC"] == ""
    in_duel = {each.value: code_of(each) for each in tactics(known(state), Sheet(), 1, duel=True)}
    assert in_duel["TA"] == "plan_not_in_duel" and in_duel["ME"] == ""


@pytest.mark.rule("RO-DUEL-03", "RO-DUEL-04")
def test_stances_to_duels() -> None:
    state = world()
    hero = person(state, 1, 41, temper="prudent")
    crowned = {each.value: code_of(each) for each in stances(known(state), Sheet(), 1)}
    assert crowned == {"": "", "FI": "", "ME": "", "FL": "king_must_fight"}
    prudent = {
        each.value: each
        for each in stances(known(state), sheet(seen(state), "j1", f"@{hero.number}\nDUEL {{FI}}"), hero.number)
    }
    assert prudent["FI"].data["standing"] and not prudent[""].data["standing"]
    refusing, wavering = prudent["FL"].chance, prudent[""].chance
    assert refusing is not None and (refusing.least, refusing.most) == (100, 100)
    assert wavering is not None and (wavering.least, wavering.most) == (1, 50)


# Routes


@pytest.mark.rule("RO-MOVE-01", "RO-MOVE-03")
def test_alone_one_reaches_five_provinces_in_a_year() -> None:
    found = reachable(known(world()), Sheet(), 1)
    assert found[46].season == 5 and len(found[46].path) == 5 and 47 not in found
    assert found[42].path == (42,) and found[42].moves is None and found[42].certainty == UNDISTURBED
    later = reachable(known(world()), sheet(world(), "j1", "@1\n1: MO 42\n2: MO 43"), 1, 4)
    assert later[45].season == 5 and 46 not in later


@pytest.mark.rule("RO-MOVE-01", "RO-ITEM-03")
@pytest.mark.parametrize(("led", "path"), [(False, (43,)), (True, (42, 43))])
def test_the_feather_takes_a_season_for_two_provinces_alone(led: bool, path: tuple[int, ...]) -> None:
    state = world()
    own(state, 1, 42, 43)
    item(state, "6", king(state, 1))
    if led:
        units(state, 1, 41, "LE", leader=1)
    found = reachable(known(state), Sheet(), 1)
    assert found[43].path == path and found[42].certainty != UNKNOWN


@pytest.mark.rule("RO-MOVE-03", "RO-MOVE-08", "RO-MOVE-12")
def test_a_contingent_goes_as_far_as_its_slowest_unit() -> None:
    state = world()
    own(state, 1, 42, 43, 44)
    units(state, 1, 41, "LE", "HC", leader=1)
    found = reachable(known(state), Sheet(), 1)
    assert (found[42].moves, found[43].moves) == (1, 0)
    assert found[44].season == 0 and found[44].reason is not None and found[44].reason.code == "no_moves"
    assert found[40].attack and found[40].moves == 0 and found[40].certainty == UNKNOWN


@pytest.mark.slow
@pytest.mark.rule("RO-MOVE-02")
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_a_route_is_walked_as_it_is_told(seed: int) -> None:
    rng = Rng(f"{seed}".encode())
    state = play(small_empire(rng)).state
    state.road = None
    here = view(state, J1)
    who = rng.choice([n for n, each in Book(here).characters.items() if not each["died"]])
    ways = [each for each in reachable(here, Sheet(), who).values() if each.season]
    for step in [rng.choice(ways) for _ in range(8)] if ways else ():
        orders = Sheet(tuple(Action(who, n, o.Move(there)) for n, there in enumerate(step.path, start=1)))
        truth = lived(state, {**sheets(state, None), J1: orders}, Fate(), J1)
        assert truth.stands[step.season].places[who] == step.province, step
        cell = forecast(here, orders).cell(who, step.season)
        assert cell.after == step.province
        if step.moves is not None:
            assert cell.moves is not None and step.moves in cell.moves, step
