"""A new match (FI-SET): dice, villages and blazons, the first lord, the cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heraut.engine.protocol import Json, Seat, Step
from heraut.engine.rng import Rng
from heraut.games.fief.asking import Offers, choice
from heraut.games.fief.board.pawns import add_tokens, refresh
from heraut.games.fief.board.places import CLOCKWISE, EVERY_REGION, EVERY_VILLAGE, IN_REGION, REGION_OF, VILLAGE_IDS
from heraut.games.fief.cards import EVERY_CARD, EVERY_LORD, is_lord
from heraut.games.fief.identities import CASTLE, OPEN, SETUP, SOLDIER, BlazonNo, PlayerNo, VillageNo
from heraut.games.fief.options import read_options
from heraut.games.fief.orders.answers import Choose, Settle
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.resolution import Turn, lord_name
from heraut.games.fief.state import SEATED, Family, Lord, Realm, Settings, replaced
from heraut.games.fief.tables import CONSTANTS, blazons
from heraut.games.fief.tasks import ChooseLord, ChooseVillage, Wheel

BLAZON_IDS = tuple(blazons())


def setup(seats: Sequence[Seat], options: Json, rng: Rng) -> Step[Realm]:
    """A new match between these seats. `options`: see `options.Options`. Raises SetupError."""
    chosen, settings = read_options(seats, options)
    names = [chosen.names.get(seat) or default_name(place) for place, seat in enumerate(seats)]
    turn = Turn(empty_realm(tuple(seats), settings, names), rng.at("dice"))
    for seat, name in zip(seats, names, strict=True):
        turn.announce("FI-SET-08", "family_founded", seat=seat, name=name, money=CONSTANTS.start_purse)
    places = throw_for_places(turn)
    turn.now.first = places[0]
    shuffle(turn, rng)
    if settings.choose_lord:
        turn.push(ChooseLord(places))
    turn.push(ChooseVillage(places))
    return Step(turn.now, tuple(turn.events))


def empty_realm(seats: tuple[Seat, ...], settings: Settings, names: Sequence[str]) -> Realm:
    """The board before anybody has chosen a village: families with their money, nothing else."""
    number, villages, regions = len(seats), len(EVERY_VILLAGE), len(EVERY_REGION)
    players = SEATED[:number]
    ask = ("ask",) * number
    return Realm(
        settings=settings,
        seats=seats,
        turn=0,
        phase=SETUP,
        order=players,
        first=players[0],
        families=[Family(name, CONSTANTS.start_purse, entry=ask, exit=ask) for name in names],
        lords=[None for _ in EVERY_LORD],
        stacks=[],
        owners=(None,) * villages,
        forts=(OPEN,) * villages,
        mills=(0,) * villages,
        presses=(0,) * villages,
        present=((),) * villages,
        holders=(None,) * regions,
        bearers=(None,) * regions,
        capitals=(None,) * regions,
        weather=(None,) * regions,
        famine=(None,) * regions,
        tasks=[Wheel()],
    )


def default_name(place: int) -> str:
    """A name for a family without one."""
    return ("Aubrac", "Brion", "Courcy", "Dinan", "Esterel", "Fougères")[place]


def throw_for_places(turn: Turn) -> tuple[PlayerNo, ...]:
    """Three dice each; equal sums throw again among themselves (FI-SET-03)."""
    seats = turn.now.seats
    order: list[list[PlayerNo]] = [list(turn.now.order)]
    while any(len(group) > 1 for group in order):
        ranked: list[list[PlayerNo]] = []
        for group in order:
            if len(group) == 1:
                ranked.append(group)
                continue
            thrown = {player: turn.dice(CONSTANTS.setup_dice) for player in group}
            for player in group:
                turn.announce("FI-SET-03", "setup_dice", seat=seats[player], dice=thrown[player])
            sums = sorted({sum(dice) for dice in thrown.values()}, reverse=True)
            ranked += [[player for player in group if sum(thrown[player]) == total] for total in sums]
        order = ranked
    places = tuple(player for group in order for player in group)
    turn.announce("FI-SET-03", "setup_order", seats=[seats[player] for player in places])
    return places


def shuffle(turn: Turn, rng: Rng) -> None:
    """The blue cards; without a choice of lords, one lord for each player is drawn first (FI-SET-06, FI-SET-09)."""
    realm = turn.now
    cards = list(EVERY_CARD)
    if not realm.settings.choose_lord:
        lords = list(EVERY_LORD)
        rng.at("lords").shuffle(lords)
        for player in realm.order:
            realm.lords[lords[player]] = Lord(lords[player], player, player + 1, None)
        cards = [card for card in cards if not is_lord(card) or realm.lords[card] is None]
        realm.births = len(realm.seats)
    rng.at("deck").shuffle(cards)
    realm.draw = tuple(cards)


# FI-DP-01: a village and a blazon


def settle_options(realm: Realm, task: ChooseVillage) -> Offers:
    """Every village and every blazon that nobody has chosen yet (FI-SET-04)."""
    taken = {one.blazon for one in realm.families}
    free = [name for number, name in enumerate(BLAZON_IDS) if number not in taken]
    return [Settle(village, name) for village in EVERY_VILLAGE if not realm.forts[village] for name in free]


def default_village(realm: Realm, task: ChooseVillage, options: Offers) -> Order:
    """The first village in a region without a castle, else the first free one; the first free blazon (FI-SET-10)."""
    for option in options:
        assert isinstance(option, Settle)
        if not any(realm.forts[village] for village in IN_REGION[REGION_OF[option.village]]):
            return option
    return options[0]


def take_village(turn: Turn, task: ChooseVillage, order: Order) -> None:
    """Castle, eight soldiers and the lord stand on the village chosen (FI-SET-05, FI-SET-06)."""
    assert isinstance(order, Settle)
    realm, player, village = turn.now, task.waiting[0], order.village
    realm.families[player].blazon = BlazonNo(BLAZON_IDS.index(order.blazon))
    realm.forts, realm.owners = replaced(realm.forts, village, CASTLE), replaced(realm.owners, village, player)
    add_tokens(realm, player, SOLDIER, village, CONSTANTS.start_tokens)
    lord = next((lord for lord in realm.lords if lord is not None and lord.player == player), None)
    if lord is not None:
        lord.village = village
    refresh(realm, village)
    turn.announce(
        "FI-SET-04",
        "village_chosen",
        seat=turn.seat(player),
        village=VILLAGE_IDS[village],
        blazon=order.blazon,
        lord=lord_name(lord.number) if lord is not None else None,
    )
    task.waiting = task.waiting[1:]
    if not task.waiting:
        turn.done(task)
        take_seats(turn)


def take_seats(turn: Turn) -> None:
    """Seats clockwise by the villages; the first to choose begins (FI-SET-07)."""
    realm = turn.now
    home = {player: realm.owners.index(player) for player in realm.order}
    realm.order = tuple(sorted(realm.order, key=lambda player: CLOCKWISE[home[player]]))
    turn.announce("FI-SET-07", "seats_taken", seats=[realm.seats[player] for player in realm.order])


# FI-DP-02: the first lord


def first_lords(realm: Realm, task: ChooseLord) -> Offers:
    """The lords who are in nobody's family (FI-SET-06)."""
    return [Choose(lord) for lord in EVERY_LORD if realm.lords[lord] is None]


def take_first_lord(turn: Turn, task: ChooseLord, order: Order) -> None:
    """A chosen lord stands on the village of his family."""
    assert isinstance(order, Choose)
    realm, player = turn.now, task.waiting[0]
    village = VillageNo(realm.owners.index(player))
    realm.births += 1
    realm.lords[order.lord] = Lord(order.lord, player, realm.births, village)
    realm.draw = tuple(card for card in realm.draw if card != order.lord)
    refresh(realm, village)
    turn.announce("FI-SET-06", "first_lord", seat=turn.seat(player), lord=lord_name(order.lord))
    task.waiting = task.waiting[1:]
    if not task.waiting:
        turn.done(task)


def take_lord_or_draw(turn: Turn, task: ChooseLord, answers: Mapping[PlayerNo, Answer]) -> None:
    """A silent player's first lord is drawn (FI-DP-02)."""
    (answer,) = answers.values()
    options = first_lords(turn.now, task)
    take_first_lord(turn, task, answer[0] if answer else turn.rng.choice(options))


def _chooser(realm: Realm, task: ChooseVillage | ChooseLord) -> PlayerNo:
    return task.waiting[0]


CHOOSE_VILLAGE = choice("settle", _chooser, settle_options, take_village, default=default_village)
CHOOSE_LORD = choice("first_lord", _chooser, first_lords, take_first_lord)._replace(take=take_lord_or_draw)
