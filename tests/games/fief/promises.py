"""What must be true of every realm and of every step, whatever is played (FI-MOD-17, FI-MOD-01, catalogue D9)."""

from __future__ import annotations

import json
from typing import Any

from heraut.engine.conformance import check_same_decision
from heraut.engine.protocol import Decision, Event, Seat, seen_by
from heraut.engine.rng import Rng
from heraut.games import fief
from heraut.games.fief.board.pawns import family
from heraut.games.fief.board.places import EVERY_VILLAGE, VILLAGE_IDS
from heraut.games.fief.cards import BISHOP, BLUE, FIRST, LORD_NAMES
from heraut.games.fief.identities import CASTLE, CITY, FALLEN, SETUP, SOLDIER
from heraut.games.fief.orders.negotiations import Propose
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.state import Realm
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Housing, Lodging
from tests.games.fief.scramble import disguise, scramble

# The matches of `make test`: seats, options. The long campaign plays them over and over with other seeds.
VARIANTS: dict[str, Any] = {
    "bishop_auction": True, "population_pressure": True, "disease_concentration": True, "surrender": True,
}  # fmt: skip
SAMPLE: list[tuple[int, dict[str, Any]]] = [
    (2, {"mode": "points", "points_turns": 10}),
    (3, {"mode": "points", "points_turns": 10, **VARIANTS}),
    (4, {"mode": "normal", "turn_limit": 12}),
    (5, {"mode": "normal", "turn_limit": 12, "surrender": True, "stock_limits": False}),
    (6, {"mode": "normal", "turn_limit": 10, "pace": "async"}),
    (4, {"mode": "normal", "turn_limit": 12, "pace": "async", "bishop_auction": True, "starting_lord": "choice"}),
    (3, {"mode": "points", "points_turns": 10, "hidden_stacks": False, "disease_concentration": True}),
    (6, {"mode": "points", "points_turns": 10, "batch": True, "surrender": True}),
]


def blue_cards(realm: Realm) -> list[int]:
    """Every blue card, wherever it is."""
    cards = [*realm.draw, *realm.played, *realm.dropped, *realm.sees]
    cards += [card for one in realm.families for card in one.hand]
    cards += [card for card, _, _ in (*realm.tithes, *realm.tailles)]
    cards += [card for card in (*realm.weather, *realm.famine) if card is not None]
    for lord in realm.lords:
        if lord is not None:
            cards.append(lord.number)
            cards += [BISHOP + lord.bishop] if lord.bishop is not None else []
            cards += [FIRST["darc"]] if lord.darc else []
    if realm.revolt is not None:
        cards.append(realm.revolt.card)
    for task in realm.tasks:  # on its way to the board
        lodged = isinstance(task, Lodging) and task.why != "freed" and realm.lords[task.lords[0]] is None
        if lodged or (isinstance(task, Housing) and task.prince):
            cards.append(task.lords[0])  # type: ignore[union-attr]
    return cards


def check_cards(realm: Realm) -> None:
    """57 blue cards are always 57, each in one place."""
    assert sorted(blue_cards(realm)) == list(range(BLUE))


def check_pieces(realm: Realm) -> None:
    """No series of tokens, no kind of building is exceeded."""
    if realm.settings.stock_limits:
        for player in range(len(realm.seats)):
            mine = [s for s in realm.stacks if s.player == player and s.series == SOLDIER]
            used = tuple(sum(s.tokens[place] for s in mine) for place in range(3))
            assert all(a <= b for a, b in zip(used, CONSTANTS.soldier_series, strict=True)), (player, used)
        assert realm.forts.count(CASTLE) <= CONSTANTS.castles
        assert sum(realm.mills) <= CONSTANTS.mills and sum(realm.presses) <= CONSTANTS.presses
    for series, total in ((1, CONSTANTS.king_guard_series), (2, CONSTANTS.queen_guard_series)):
        due = realm.guards_due[series - 1]
        guards = [s for s in realm.stacks if s.series == series]
        used = tuple(sum(s.tokens[place] for s in guards) + due[place] for place in range(3))
        assert all(a <= b for a, b in zip(used, total, strict=True)), used
    assert realm.forts.count(CITY) == sum(capital is not None for capital in realm.capitals)
    assert sum(lord is not None and lord.cardinal for lord in realm.lords) <= CONSTANTS.cardinals


def check_money(realm: Realm) -> None:
    """Hundreds of écus, and no debts (FI-MOD-01)."""
    for one in realm.families:
        assert one.purse >= 0 and one.purse % CONSTANTS.unit == 0
    assert all(lord is None or lord.purse % CONSTANTS.unit == 0 for lord in realm.lords)


def check_board(realm: Realm) -> None:
    """Everybody stands somewhere, with those who hold him; nobody counts as present who is not there."""
    for village in EVERY_VILLAGE:
        here = {s.player for s in realm.stacks if s.village == village and s.position == 0}
        here |= {
            one.player
            for one in realm.lords
            if one is not None and (one.village, one.position) == (village, 0) and one.captor is None
        }
        assert set(realm.present[village]) == here and len(realm.present[village]) == len(here)
        assert realm.mills[village] + realm.presses[village] <= CONSTANTS.buildings_max
    assert all(stack.points > 0 and stack.village is not None for stack in realm.stacks)
    for player in range(len(realm.seats)):
        assert len(family(realm, player)) <= CONSTANTS.family_max
    for lord in realm.lords:
        if lord is None or lord.position == FALLEN or lord.dungeon:
            continue
        assert lord.village is not None or realm.phase == SETUP
        if lord.spouse is not None:
            spouse = realm.lords[lord.spouse]
            assert spouse is not None and spouse.spouse == lord.number and spouse.player != lord.player
        assert lord.captor != lord.player


def check_titles(realm: Realm) -> None:
    """Titles are borne by lords of whoever holds them; crowns by lords in play (FI-KIN-01)."""
    for region, bearer in enumerate(realm.bearers):
        if bearer is not None:
            lord = realm.lords[bearer]
            assert lord is not None and lord.player == realm.holders[region]
        assert (realm.capitals[region] is not None) == (realm.holders[region] is not None)
    for crown in (realm.king, realm.queen, realm.prince):
        assert crown is None or realm.lords[crown] is not None
    assert not realm.regent or realm.queen is not None
    assert not realm.minor or (realm.king is not None and realm.regent)


def check_hands(realm: Realm) -> None:
    """Three cards at most, four for whoever took a lord out of the discards (FI-CRD-03)."""
    assert all(len(one.hand) <= CONSTANTS.hand + 1 for one in realm.families)
    assert all(one.alive or not one.hand for one in realm.families)


def check_state(realm: Realm) -> None:
    """All of the above."""
    check_cards(realm)
    check_pieces(realm)
    check_money(realm)
    check_board(realm)
    check_titles(realm)
    check_hands(realm)


def check_spending(before: Realm, after: Realm, events: tuple[Event, ...]) -> None:
    """Écus appear and vanish only as the events say."""

    def wealth(realm: Realm) -> int:
        aside = sum(lord.purse for lord in realm.lords if lord is not None)
        return sum(one.purse for one in realm.families) + aside + sum(money for _, money in realm.legacies)

    total = wealth(before)
    for event in events:
        total += MONEY.get(event.kind, lambda data: 0)(event.data)
    if not any(event.kind == "eliminated" for event in events):  # what the eliminated had is told to nobody
        assert total == wealth(after), [event.kind for event in events]


PRICES = CONSTANTS.prices
MONEY = {
    "income": lambda d: d["money"],
    "income_aside": lambda d: d["money"],
    "tithe_paid": lambda d: d["money"],
    "taille_paid": lambda d: d["money"],
    "pension": lambda d: d["money"],
    "recruited": lambda d: -PRICES.point * d["points"],
    "guard_bought": lambda d: -PRICES.point * d["points"],
    "rebels_armed": lambda d: -PRICES.point * d["points"],
    "garrison_hired": lambda d: -PRICES.point * d["points"],
    "built": lambda d: -{"press": PRICES.press, "mill": PRICES.mill, "castle": PRICES.castle}[d["building"]],
    "fief_made": lambda d: -d["price"],
    "cardinal_made": lambda d: -PRICES.cardinal,
    "calming": lambda d: -d["price"],
    "see_sold": lambda d: d["share"] - d["price"],
}


def check_events(realm: Realm, events: tuple[Event, ...]) -> None:
    """Events are plain JSON; readers exist; reports can be written in both languages."""
    for event in events:
        assert json.loads(json.dumps(event.data)) == event.data, event.kind
        assert event.seen_by is None or set(event.seen_by) <= set(realm.seats)


def check_reports(realm: Realm, events: tuple[Event, ...]) -> None:
    """Every seat can read what happened, and so can everybody."""
    for lang in ("fr", "en"):
        for seat in realm.seats:
            assert fief.report(fief.view(realm, seat), seen_by(events, seat), lang)
        assert fief.chronicle(fief.view(realm, None), seen_by(events, None), lang)


def check_ledgers(before: Realm, after: Realm, events: tuple[Event, ...]) -> None:
    """Cards, pieces, men, écus, titles of one step, and the events that tell of them."""
    check_state(after)
    check_spending(before, after, events)
    check_events(after, events)


def check_secrets(realm: Realm, share: float = 1.0) -> None:
    """One reader, drawn by lot, asked or not, or a passer-by: he learns nothing hidden (FI-INF-01, FI-INF-02).

    `share` is how many of the realms are looked at, drawn by lot too.
    """
    rng = Rng(fief.dump(realm)).at("secrets")
    if rng.random() >= share:
        return
    reader = rng.choice([None, *realm.seats])
    check_sight(realm, reader, rng)
    if reader is not None and reader not in fief.pending(realm):
        check_silence(realm, reader, rng)


def check_sight(realm: Realm, reader: Seat | None, rng: Rng) -> None:
    """Whatever is hidden from a reader: the same view, the same offers, the same refusals."""
    other = disguise(realm, reader, rng.at("disguise"))
    seen, there = fief.view(realm, reader), fief.view(other, reader)
    assert seen == there, f"{reader} sees something hidden: {[key for key in seen if seen[key] != there[key]]}"
    here, twins = fief.pending(realm), fief.pending(other)
    assert (reader in here) == (reader in twins), f"{reader}: whether he is asked betrays something hidden"
    if reader is None or reader not in here:
        return
    mine, twin = here[reader], twins[reader]
    assert (mine.realm, mine.task) == (twin.realm, twin.task), f"{reader}: {mine.kind} holds something hidden"
    assert mine.view == seen, f"{reader}: what {mine.kind} is made from is not what the reader sees"
    check_same_decision(reader, mine, twin, rng.at("decision"))
    assert mine.offers() == twin.offers(), f"{reader}: the offers of {mine.kind} betray something hidden"
    said = [mine.offers(), *(decision.offers() for decision in here.values() if decision is not mine)]
    orders = [order for offers in said for order in offers]
    for number in (1, 2, 2, 3):
        answer = tuple(rng.choice(orders) for _ in range(number)) if orders else ()
        assert mine.check(answer) == twin.check(answer), f"{reader}: a refusal betrays something hidden: {answer}"


def check_silence(realm: Realm, reader: Seat, rng: Rng) -> None:
    """Who is not asked hears the same of a step without answers, whatever is hidden from him."""
    told = []
    for start in (realm, scramble(realm, reader, rng.at("scramble"))):
        silence = dict.fromkeys(fief.pending(start), ())
        told.append(seen_by(fief.advance(start, silence, rng.at("silence")).events, reader))
    assert told[0] == told[1], f"{reader}, who is not asked: the events of a silent step betray something hidden"


def check_step(before: Realm, after: Realm, events: tuple[Event, ...]) -> None:
    """All promises of a step, and what players read of it."""
    check_secrets(before)
    check_ledgers(before, after, events)
    check_reports(after, events)


def check_long(before: Realm, after: Realm, events: tuple[Event, ...]) -> None:
    """The same of a long campaign: reports are read as turns begin and at the end, secrets tried at half the steps."""
    check_secrets(before, share=0.5)
    check_ledgers(before, after, events)
    if after.turn != before.turn or after.road is not None:
        check_reports(after, events)


# Who plays the matches


def schemer(decision: Decision[Answer], view: Any, rng: Rng) -> Answer:
    """Random answers, and now and then a bargain, or instructions: policies, plans, orders in advance."""
    said = decision.sample(rng)
    if decision.kind == "window" and rng.random() < 0.4:
        deal = bargain(view, rng)
        said = said if decision.check((*said, deal)) else (*said, deal)
    if rng.random() < 0.15:
        said = (*said, *decision.parse("\n".join(instruction(view, rng) for _ in range(rng.randint(1, 3)))).answer)
    return said


def bargain(view: Any, rng: Rng) -> Order:
    """A deal of money, of a promise, and of a card with the ally."""
    seats, own = list(view["seats"]), view["own"]
    other = rng.choice([seat for seat in seats if seat != own["seat"]])
    other = view["seats"][own["seat"]]["ally"] or other
    cards = tuple(own["hand"][:1]) if view["seats"][own["seat"]]["ally"] else ()
    gives, asks = 100 * rng.randint(0, 3), 100 * rng.randint(0, 2)
    asked = int(bool(cards) and rng.random() < 0.5)
    return Propose(seats.index(other), gives=gives, asks=asks, cards=cards, asked_cards=asked, promise="paix")


def instruction(view: Any, rng: Rng) -> str:
    """A line that may be said at any time (FI-DP-43)."""
    other = rng.choice([seat for seat in view["seats"] if seat != view["own"]["seat"]])
    village, lord = rng.choice(VILLAGE_IDS).replace("_", " "), rng.choice(LORD_NAMES)
    plan = [
        f"viser, {rng.choice(['non', 'tous', '1', lord])}", f"cible, {rng.choice(['plus fort', 'plus faible', other])}",
        f"grâce, {rng.choice(['jamais', 'dernier', '3'])}", f"merci, {rng.choice(['jamais', 'demander', '500'])}",
        f"arrêt, {rng.choice(['fin', 'rounds', '4'])}", f"seigneurs, {lord}", f"camp, {rng.choice(['neutre', other])}",
        f"avec, {rng.choice(['personne', other])}", f"place, {rng.choice(['tenir', 'sortie'])}",
        f"sommation, {rng.choice(['combattre', 'rendre'])}", "pertes, gardes",
    ]  # fmt: skip
    entry = rng.choice(["demander", "passer", "camper", "refuser"])
    return rng.choice(
        [
            f"POLITIQUE {other}, {entry}, {rng.choice(['demander', 'accorder', 'refuser'])}",
            f"PASSAGE {other}, {village}, {entry}",
            f"SOLLICITER {village}",
            f"PLAN {rng.choice(plan)}",
            f"PLAN {rng.choice(plan)}",
            f"BULLETIN {rng.choice(['candidat', 'votes', 'sacre'])}, {lord}",
            f"POUR cartes, {rng.choice(['DEFAUSSER soleil', 'demander', 'rien'])}",
            f"POUR achats, {rng.choice(['RECRUTER 1, ' + village, 'BATIR moulin, ' + village, 'rien'])}",
            f"POUR mouvements, {rng.choice([f'MARCHER {lord}, {village}', 'demander', 'rien'])}",
            "OUBLIER plan",
            "REMPLACER",
        ]
    )
