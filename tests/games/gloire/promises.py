"""What every turn of Gloire et Pouvoir must keep: accounts that balance, references that hold, outcomes for all."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from heraut.engine.protocol import Event, Json, Seat
from heraut.engine.rng import Rng
from heraut.engine.rulebook import read_rules
from heraut.games import gloire
from heraut.games.gloire import orders as o
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.orders import ForeignKnight, Sheet
from heraut.games.gloire.renown import snapshot
from heraut.games.gloire.state import Realm, garrison_of

RULES = read_rules("heraut.games.gloire")

SAMPLE: list[tuple[str, int, dict[str, Any]]] = [
    *[("SCANDINAVIE", 10, {}) for _ in range(6)],
    ("SCANDINAVIE", 2, {}),
    ("SCANDINAVIE", 3, {"militia": True}),
    ("SCANDINAVIE", 5, {"varied_lands": True}),
    ("SCANDINAVIE", 7, {"turn_limit": 8}),
    ("SCANDINAVIE", 8, {"turn_limit": 13, "turn_limit_secret": True}),
    ("SCANDINAVIE", 45, {}),
    ("SCANDINAVIE", 6, {"start_treasury": 40_000, "happiness_ceiling": None}),
    ("SCANDINAVIE", 4, {"start_treasury": 90_000, "militia": True, "varied_lands": True}),
    ("SCANDINAVIE", 10, {"start_treasury": 300, "royal_period": 2}),
    ("SCANDINAVIE", 10, {"militia": True, "start_treasury": 20_000}),
    *[("MOYEN-ORIENT", 20, {}) for _ in range(3)],
    ("MOYEN-ORIENT", 12, {"militia": True, "start_treasury": 30_000}),
    ("MOYEN-ORIENT", 20, {"varied_lands": True, "turn_limit": 20}),
    ("EUROPE", 30, {}),
    ("EUROPE", 30, {"militia": True, "varied_lands": True, "start_treasury": 15_000}),
    ("EUROPE", 60, {}),
    ("EUROPE", 9, {"start_treasury": 60_000}),
]


def sociable(decision: Any, view: Json, rng: Rng) -> Sheet:
    """Random orders, and those that take two: alliances, sales, jousts and gifts, agreed upon by everybody's number."""
    ring = [Seat(seat) for seat, lord in view["lords"].items() if lord["alive"]]
    me = ring.index(view["own"]["seat"])
    left, right, host = ring[me - 1], ring[(me + 1) % len(ring)], ring[view["turn"] % len(ring)]
    agreed: list[o.Order] = [o.EnterJoust(knight, host, "lys") for knight in decision.book.knights]
    agreed += [o.OfferAlliance(left), o.OfferAlliance(right)]
    agreed += [o.OfferPeace(Seat(foe)) for foe in view["lords"][ring[me]]["enemies"]]
    agreed += [o.CallToArms(Seat(ally)) for ally in view["lords"][ring[me]]["allies"]]
    gift = ForeignKnight(right, view["lords"][right]["name"])
    agreed += [o.Transfer(knight, gift, 5) for knight in decision.book.knights]
    if host == ring[me]:
        agreed.append(o.OrganiseJoust(6, 500, "lys"))
    for land, spot in view["lands"].items():
        if spot["owner"] == ring[me]:
            agreed.append(o.Sell(right, land, 50))
        if spot["owner"] == left:
            agreed.append(o.Buy(left, land, 50))
    rash = (o.Abdicate, o.Dismiss, o.Demobilise)
    sheet = (*agreed, *(order for order in decision.sample(rng) if not isinstance(order, rash)))
    return tuple(order for order in sheet if not decision.check((order,)))


# What a turn may not create or lose


def check_references(realm: Realm) -> None:
    """Lands are those of the map; lords, knights and armies know each other (GP-ARM-09)."""
    assert list(realm.lands) == list(atlas(realm.settings.map).places)
    living = {lord.seat for lord in realm.living()}
    for land in realm.lands.values():
        assert land.owner is None or land.owner in living
    for lord in realm.living():
        assert realm.knights[lord.knight].lord == lord.seat
        assert not set(lord.allies) & set(lord.enemies)
        assert lord.seat not in lord.allies and lord.seat not in lord.enemies
        assert all(lord.seat in realm.lords[other].allies for other in lord.allies)
        assert all(lord.seat in realm.lords[other].enemies for other in lord.enemies)
        assert not any(realm.lands[name].owner == lord.seat for name in lord.memories)
    for id, knight in realm.knights.items():
        assert knight.id == id < realm.lords[knight.lord].next_knight
        assert knight.lord in living and knight.land in realm.lands
        if knight.army is not None:
            assert realm.armies[knight.army].knight == id
    for army_id, army in realm.armies.items():
        assert army.id == army_id < realm.lords[army.lord].next_army and army.lord in living and army.men > 0
        if army.knight is None:
            assert garrison_of(realm, army.lord, army.land) is army, "two garrisons in one land"
        else:
            commander = realm.knights[army.knight]
            assert (commander.army, commander.lord, commander.land) == (army_id, army.lord, army.land)


def check_bounds(realm: Realm) -> None:
    """No figure leaves its range (GP-GEN-11, GP-GEN-12, GP-RG-07, D7)."""
    figures = realm.settings.constants
    for land in realm.lands.values():
        assert 0 <= land.happiness <= (figures.happiness_ceiling or 1e9)
        assert figures.coefficient_min <= land.tax_coefficient <= figures.coefficient_max
        assert isinstance(land.population, int) and land.population >= 0
        assert 0 <= land.fortification <= 3
    for lord in realm.lords.values():
        assert isinstance(lord.treasury, int) and lord.treasury >= 0
        assert lord.alive or not (lord.treasury or lord.title or lord.allies or lord.enemies or lord.memories)
    assert all(knight.renown >= 1 for knight in realm.knights.values())


INCOME = {
    "rent": ("amount",),
    "taxed": ("amount",),
    "sold": ("price",),
}
EXPENSE = {
    "redistributed": ("amount",),
    "knight_hired": ("price",),
    "levied": ("amount",),
    "levied_for_knight": ("amount",),
    "levied_without_knight": ("amount",),
    "joust_organised": ("fee", "prize"),
    "bought": ("price",),
    "spied": ("price",),
    "nothing_learnt": ("price",),
    "fortified": ("price",),
    "wages": ("knights", "armies"),
}


def check_money(before: Realm, after: Realm, events: tuple[Event, ...]) -> None:
    """Every écu that came or went is told by an event to the lord whose it was; those of the dead are lost."""
    expected = {seat: lord.treasury for seat, lord in before.lords.items()}
    for event in events:
        data = event.data
        if event.kind in ("joust_held", "royal_jousts_held"):
            prize = data.get("prize") or next(
                other.data["prize"]
                for other in events
                if other.kind == "joust_results" and other.data["organiser"] == data["organiser"]
            )
            expected[data["lord"]] += prize
        elif event.kind == "joust_deserted":
            if data["organiser"] is not None:
                expected[data["organiser"]] += data["prize"]
        elif event.kind in INCOME or event.kind in EXPENSE:
            (seat,) = event.seen_by or ()
            expected[seat] += sum(data[field] for field in INCOME.get(event.kind, ()))
            expected[seat] -= sum(data[field] for field in EXPENSE.get(event.kind, ()))
        elif event.kind == "lord_eliminated":
            expected[data["lord"]] = 0
    assert expected == {seat: lord.treasury for seat, lord in after.lords.items()}


LEFT = ("army_dissolved", "knight_dismissed", "knight_scorned", "knight_unpaid", "army_unpaid", "garrison_lost")


def check_men(before: Realm, after: Realm, events: tuple[Event, ...]) -> None:
    """Every man who came, changed sides, fell, deserted or was sent home is told by an event."""
    expected = Counter(dict.fromkeys(before.lords, 0))
    for army in before.armies.values():
        expected[army.lord] += army.men
    for event in events:
        data = event.data
        if event.kind in ("levied", "levied_for_knight", "levied_without_knight"):
            (seat,) = event.seen_by or ()
            expected[seat] += data["men"]
        elif event.kind == "transferred" and event.seen_by != (data["lord"],):
            expected[event.seen_by[0]] -= data["men"]  # type: ignore[index]
            expected[data["lord"]] += data["men"]
        elif event.kind in LEFT:
            expected[event.seen_by[0]] -= data["men"]  # type: ignore[index]
        elif event.kind in ("knight_repatriated", "garrison_repatriated"):
            expected[event.seen_by[0]] -= data["lost"]  # type: ignore[index]
        elif event.kind == "battle":
            expected[data["lord"]] -= data["attacker_men"] - data["attacker_left"]
            if data["defender"] is not None and data["commander"] != "peasants":
                expected[data["defender"]] -= data["defender_men"] - data["defender_left"]
        elif event.kind == "lord_eliminated":
            expected[data["lord"]] = 0
    found = Counter(dict.fromkeys(before.lords, 0))
    for army in after.armies.values():
        found[army.lord] += army.men
    assert found == expected


def check_people(before: Realm, after: Realm) -> None:
    """Nobody is born and nobody dies (GP-MIG-03, GP-ARM-06)."""
    people = [sum(land.population for land in realm.lands.values()) for realm in (before, after)]
    assert people[0] == people[1]


def check_outcomes(after: Realm, events: tuple[Event, ...]) -> None:
    """Every order on the sheet of a lord who lives has an outcome that bears its line (GP-INF-10)."""
    for sheet in events:
        if sheet.kind != "sheet_read":
            continue
        (seat,) = sheet.seen_by or ()
        if not after.lords[seat].alive:
            continue
        told = {
            event.data["order"]
            for event in events
            if "order" in event.data and event.seen_by is not None and event.seen_by == (seat,)
        }
        assert told == set(range(1, len(sheet.data["lines"]) + 1))


def check_events(before: Realm, events: tuple[Event, ...]) -> None:
    """Event data are plain JSON, addressed to seats of the match; nobody dies after phase 7 (GP-ELI-03)."""
    late = False
    for event in events:
        assert json.loads(json.dumps(event.data)) == event.data, event.kind
        assert event.seen_by is None or (event.seen_by and set(event.seen_by) <= set(before.lords))
        assert event.rule in RULES
        late = late or RULES[event.rule].phase >= 8
        assert not (late and event.kind == "lord_eliminated")


def check_means(after: Realm) -> None:
    """The means that everyone sees are those that the coming turn will start with (GP-INF-01, GP-GEN-07)."""
    now = snapshot(after)
    assert gloire.view(after, None)["means"] == {
        "happiness": now.mean_happiness,
        "population": now.mean_population,
        "knight_renown": now.mean_knight_renown,
        "global_renown": now.mean_global_renown,
        "max_global_renown": now.max_global_renown,
    }


def check_step(before: Realm, after: Realm, events: tuple[Event, ...]) -> None:
    """All of the above, of one turn."""
    assert after.turn == before.turn + 1
    check_references(after)
    check_bounds(after)
    check_means(after)
    check_people(before, after)
    check_money(before, after, events)
    check_men(before, after, events)
    check_outcomes(after, events)
    check_events(before, events)
