"""What every turn of Daifen must keep: ledgers that balance, told by events; figures in their range; single readers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from heraut.engine.protocol import Event, Json, Seat
from heraut.engine.rng import Rng
from heraut.engine.rulebook import read_rules
from heraut.games import daifen
from heraut.games.daifen import orders as o
from heraut.games.daifen.orders import Form, Order
from heraut.games.daifen.races import BUILDINGS, RACES, TECHNOLOGIES, UNITS
from heraut.games.daifen.sheet.reading import in_order
from heraut.games.daifen.sheet.sample import lawful
from heraut.games.daifen.state import Continent, KingdomName

RULES = read_rules("heraut.games.daifen")

SAMPLE: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"abandon_after": None}),
    (4, {"pace": "rapide"}),
    (5, {"abandon_after": 2}),
    (6, {"returning": ["j1", "j4"]}),
    (8, {"abandon_after": None}),
    (10, {}),
    (12, {"abandon_after": 3}),
    (9, {}),
    (24, {"lords": 40}),
    (2, {}),
]


def warlike(decision: Any, view: Json, rng: Rng) -> Form:
    """Spies and exploration first, then war on whoever is known, with random orders between."""
    book, own = decision.book, view["own"]
    known = [KingdomName(name) for name, other in own["known"].items() if other["alive"]]
    orders: list[Order] = []
    spies = own["units"].get("espion", 0)
    if spies:
        orders.append(o.Explore(spies) if not known or rng.random() < 0.3 else o.Steal(rng.choice(known), 1))
    orders.append(o.Train("espion", 1))
    army = {code: n for code, n in own["units"].items() if UNITS[code].offensive}
    if known and army and rng.random() < 0.7:
        orders.append(o.Attack(rng.choice(known), in_order(army)))
    if view["association"]:
        orders.append(o.Vote(rng.random() < 0.5))
    if rng.random() < 0.1:
        return Form(sent=False)
    return lawful(book, (*orders, *decision.sample(rng).orders))


# Ledgers (DA-INV): gold and intellect kingdom by kingdom, units and buildings by type, told by events alone


def check_gold(before: Continent, after: Continent, events: Iterable[Event]) -> None:
    """Every piece that came or went is told to the lord whose it was (DA-INV-01)."""
    gold = {seat: kingdom.gold for seat, kingdom in before.kingdoms.items()}
    intellect = {seat: kingdom.intellect for seat, kingdom in before.kingdoms.items()}
    for event in events:
        if event.seen_by is None:
            continue
        (seat,), data = event.seen_by, event.data
        change = gold_of(event.kind, data)
        gold[seat] += change
        intellect[seat] += intellect_of(event.kind, data)
        if event.kind == "kingdom_lost":
            orphans = orphaned_gifts(after, before.turn, seat, events)
            gold[seat] += orphans["or"]
            intellect[seat] += orphans["intellect"]
            assert (gold[seat], intellect[seat]) == (data["gold"], data["intellect"]), "what was lost is not what was"
            gold[seat] = intellect[seat] = 0
    assert gold == {seat: kingdom.gold for seat, kingdom in after.kingdoms.items()}
    assert intellect == {seat: kingdom.intellect for seat, kingdom in after.kingdoms.items()}


def orphaned_gifts(after: Continent, turn: int, seat: Seat, events: Iterable[Event]) -> Counter[str]:
    """What a fallen kingdom had sent to others that fell with it: it counts among what was lost (DA-GIF-07)."""
    fallen = {kingdom.name for kingdom in after.kingdoms.values() if kingdom.fallen == turn}
    orphans: Counter[str] = Counter()
    for event in events:
        if event.kind == "gift_sent" and event.seen_by == (seat,) and event.data["recipient"] in fallen:
            orphans[event.data["content"]] += event.data["count"]
    return orphans


def gold_of(kind: str, data: dict[str, Any]) -> int:
    """What an event adds to its reader's gold."""
    match kind:
        case "costs_paid":
            return -int(data["gold"])
        case "gift_sent" if data["content"] == "or":
            return -int(data["count"])
        case "gift_returned" if data["content"] == "or":
            return int(data["count"])
        case "gift_received":
            return int(data["caravan_gold"]) + (int(data["count"]) if data["content"] == "or" else 0)
        case "theft_victim":
            return -int(data["gold"])
        case "theft_gain":
            return sum(data["amounts"])
        case "assault_defender":
            return -int(data["gold_lost"])
        case "assault_attacker":
            return int(data["share"])
        case "explore_event" if data["event"] == "gold":
            return int(data["amount"])
        case "collect_statement":
            return int(data["gold"] - data["gold_before"])
    return 0


def intellect_of(kind: str, data: dict[str, Any]) -> int:
    """What an event adds to its reader's intellect."""
    match kind:
        case "gift_sent" if data["content"] == "intellect":
            return -int(data["count"])
        case "gift_received" | "gift_returned" if data["content"] == "intellect":
            return int(data["count"])
        case "explore_event" if data["event"] == "intellect":
            return int(data["amount"])
        case "collect_statement":
            return int(data["intellect"] - data["intellect_before"])
        case "tech_done":
            return -int(data["cost"])
    return 0


def check_world_gold(before: Continent, after: Continent, events: Iterable[Event]) -> None:
    """Gifts, thefts, loot only move gold; costs, caravans, stones, finds, Collecte change the sum (DA-INV-01)."""
    total = sum(kingdom.gold for kingdom in before.kingdoms.values())
    for event in events:
        data = event.data
        match event.kind:
            case "costs_paid":
                total -= data["gold"]
            case "gift_received":
                total += data["caravan_gold"]
            case "explore_event" if data["event"] == "gold":
                total += data["amount"]
            case "collect_statement":
                total += data["gold"] - data["gold_before"]
            case "kingdom_lost":
                total -= data["gold"]
            case "assault_defender" if data["pillage"]:
                total += sum(BUILDINGS[code].resistance * n for code, n in data["pillage"]["buildings"].items())
    assert total == sum(kingdom.gold for kingdom in after.kingdoms.values())


def check_units(before: Continent, after: Continent, events: Iterable[Event]) -> None:  # noqa: C901  one check a line of the rulebook
    """Every unit's birth, death and change of lord is told to its lord (DA-INV-02, DA-INV-04)."""
    units = {seat: Counter(kingdom.units) for seat, kingdom in before.kingdoms.items()}
    for event in events:
        if event.seen_by is None:
            continue
        (seat,), data, own = event.seen_by, event.data, units[event.seen_by[0]]
        match event.kind:
            case "train_done":
                own.update(data["units"])
            case "gift_sent" if data["content"] in UNITS:
                own[data["content"]] -= data["count"]
            case "gift_received" | "gift_returned" if data["content"] in UNITS:
                own[data["content"]] += data["count"]
            case "spy_lost":
                own["espion"] -= data["count"]
            case "explore_event" if data["event"] == "death":
                own["espion"] -= 1
            case "explore_event" if data["event"] == "troops":
                own[data["unit"]] += data["amount"]
            case "assault_attacker" | "assault_defender" | "assault_supporter":
                own.subtract(data["lost"])
                own["squelette"] += data["skeletons"]
                assert {c: n - data["lost"].get(c, 0) for c, n in data["sent"].items()} == {
                    **dict.fromkeys(data["sent"], 0),
                    **data["survivors"],
                }
            case "upkeep_unit":
                own[data["unit"]] -= data["count"]
            case "kingdom_lost":
                orphans = orphaned_gifts(after, before.turn, seat, events)
                own.update({code: number for code, number in orphans.items() if code in UNITS})
                assert +own == Counter(data["units"]), "what was lost is not what was"
                units[seat] = Counter()
    found = {seat: Counter(kingdom.units) for seat, kingdom in after.kingdoms.items()}
    assert {seat: +own for seat, own in units.items()} == found


def check_buildings(before: Continent, after: Continent, events: Iterable[Event]) -> None:
    """Every building that rose or fell is told to its lord (DA-INV-03)."""
    buildings = {seat: Counter(kingdom.buildings) for seat, kingdom in before.kingdoms.items()}
    for event in events:
        if event.seen_by is None:
            continue
        (seat,), data = event.seen_by, event.data
        match event.kind:
            case "build_done":
                buildings[seat].update(data["buildings"])
            case "sabotage_victim":
                buildings[seat][data["building"]] -= 1
            case "assault_defender":
                buildings[seat].subtract(data["buildings_lost"])
            case "kingdom_lost":
                assert +buildings[seat] == Counter(data["buildings"])
                assert (data["cause"] == "no_building") is (not data["buildings"])
                buildings[seat] = Counter()
    found = {seat: Counter(kingdom.buildings) for seat, kingdom in after.kingdoms.items()}
    assert {seat: +own for seat, own in buildings.items()} == found


def check_bounds(state: Continent) -> None:
    """No stock is negative, no type is counted at none, nothing is of an unknown type (DA-KIN-02, DA-INV-04)."""
    for kingdom in state.kingdoms.values():
        assert kingdom.gold >= 0 and kingdom.intellect >= 0
        assert all(number > 0 for number in (*kingdom.units.values(), *kingdom.buildings.values()))
        assert set(kingdom.units) <= set(UNITS) and set(kingdom.buildings) <= set(BUILDINGS)
        assert len(set(kingdom.technologies)) == len(kingdom.technologies)
        assert set(kingdom.technologies) <= set(RACES[kingdom.race].technologies)
        for code in kingdom.technologies:
            assert TECHNOLOGIES[code].requires in (None, *kingdom.technologies)
        assert kingdom.seat not in kingdom.known and set(kingdom.known) <= set(state.kingdoms)
        assert set(kingdom.reports) <= set(kingdom.known)
        assert kingdom.alive or not (kingdom.gold or kingdom.intellect or kingdom.units or kingdom.buildings)
        assert bool(kingdom.buildings) or not kingdom.alive


def check_knowledge(before: Continent, after: Continent, events: Iterable[Event]) -> None:
    """Knowledge is permanent, and comes of finding, of a revelation, or of a caught spy (DA-FOG-02, DA-FOG-04)."""
    names = {kingdom.name: seat for seat, kingdom in after.kingdoms.items()}
    learnt: dict[Seat, set[Seat]] = {seat: set() for seat in after.kingdoms}
    for event in events:
        if event.kind in ("explore_found", "reveal_received", "spy_caught") and event.seen_by:
            learnt[event.seen_by[0]].add(names[event.data["kingdom"]])
    for seat, kingdom in after.kingdoms.items():
        former = before.kingdoms[seat].known
        assert former.items() <= kingdom.known.items()
        assert set(kingdom.known) - set(former) == learnt[seat] - set(former)


def check_events(before: Continent, after: Continent, events: tuple[Event, ...]) -> None:
    """Events are plain JSON, of known rules, for one reader each; all others are headline or end (DA-FOG-08)."""
    seats = set(before.kingdoms)
    for event in events:
        assert json.loads(json.dumps(event.data)) == event.data, event.kind
        assert event.rule in RULES, event.rule
        if event.seen_by is None:
            assert event.kind in ("turn_header", "turn_unplayed", "game_over")
            continue
        assert len(event.seen_by) == 1 and event.seen_by[0] in seats
        check_names(after, event)


def check_names(after: Continent, event: Event) -> None:
    """No name, lord or seat of a kingdom that the reader does not know stands in his news; own free words excepted."""
    (seat,) = event.seen_by or ()
    reader = after.kingdoms[seat]
    strangers = [other for other in after.kingdoms.values() if other.seat != seat and other.seat not in reader.known]
    words = set(strings({key: value for key, value in event.data.items() if key != "text"}))
    for stranger in strangers:
        assert not words & {stranger.name, stranger.lord, stranger.seat}, (event.kind, event.data)


def strings(value: Any) -> Iterable[str]:
    """Every string in the data of an event."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


def check_step(before: Continent, after: Continent, events: tuple[Event, ...]) -> None:
    """All of the above, of one turn, and its reports in both languages."""
    assert after.turn == before.turn + 1
    check_bounds(after)
    check_ledgers(before, after, events)
    for seat in after.kingdoms:
        own = [event for event in events if event.seen_by is None or seat in event.seen_by]
        for lang in ("fr", "en"):
            assert daifen.report(daifen.view(after, seat), own, lang)


def check_ledgers(before: Continent, after: Continent, events: tuple[Event, ...]) -> None:
    """Gold, intellect, units, buildings and knowledge of one turn, and the events that tell of them."""
    check_gold(before, after, events)
    check_world_gold(before, after, events)
    check_units(before, after, events)
    check_buildings(before, after, events)
    check_knowledge(before, after, events)
    check_events(before, after, events)
