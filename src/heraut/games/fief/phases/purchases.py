"""Phase 3: what can be bought (FI-BUY): soldiers, guards, peasants, buildings; titles have a module of their own."""

from __future__ import annotations

from heraut.engine.protocol import Refusal
from heraut.games.fief.asking import Chapter, OrderHandler
from heraut.games.fief.board.land import controls, is_kept, owner, rebels_in, villages_of, welcome_only
from heraut.games.fief.board.pawns import add_tokens, free_family, in_stock, refresh, village_of
from heraut.games.fief.board.places import EVERY_VILLAGE, VILLAGE_IDS
from heraut.games.fief.identities import (
    CASTLE,
    IN,
    KING_GUARD,
    OPEN,
    QUEEN_GUARD,
    SOLDIER,
    PlayerNo,
    Series,
    VillageNo,
)
from heraut.games.fief.orders.grammar import plain
from heraut.games.fief.orders.order import Order
from heraut.games.fief.orders.purchases import Build, BuyGuard, BuyRebels, Ennoble, Hat, Recruit, Transfer
from heraut.games.fief.phases.guards import leader_of, royal_of
from heraut.games.fief.phases.payment import cannot_pay, charge
from heraut.games.fief.phases.revolt import rebel_series
from heraut.games.fief.phases.titles import (
    buy_hat,
    ennoble,
    ennoble_offers,
    ennoble_refusal,
    hat_offers,
    hat_refusal,
    transfer,
    transfer_offers,
    transfer_refusal,
)
from heraut.games.fief.resolution import Turn, lord_name
from heraut.games.fief.state import Realm, replaced
from heraut.games.fief.tables import CONSTANTS, Tokens

PRICES = CONSTANTS.prices
VALUES = CONSTANTS.token_values
PRESS, MILL, FORT = "pressoir", "moulin", "château"
ROYAL = {"roi": KING_GUARD, "reine": QUEEN_GUARD}


def one_token(value: int) -> Tokens:
    """One token of this value."""
    place = VALUES.index(value)
    return int(place == 0), int(place == 1), int(place == 2)


# Soldiers


def recruiting_places(realm: Realm, player: PlayerNo) -> list[VillageNo]:
    """A castle or city of his own, or beside one of his free lords (FI-BUY-02)."""
    places = {village_of(one) for one in free_family(realm, player)}
    for village, fort in zip(EVERY_VILLAGE, realm.forts, strict=True):
        if fort != OPEN and owner(realm, village) == player and is_open_to(realm, player, village):
            places.add(village)
    return sorted(places)


def is_open_to(realm: Realm, player: PlayerNo, village: VillageNo) -> bool:
    """Neither peasants nor an uninvited stranger are in his village, unless he occupies it too (FI-BUY-02)."""
    if player in realm.present[village]:
        return True
    if rebels_in(realm, village):
        return False
    return all((village, other, player) in realm.guests for other in realm.present[village])


def recruit_refusal(realm: Realm, player: PlayerNo, order: Recruit) -> Refusal | None:
    """Tokens that are in stock, in a place where the player may recruit, and paid for (FI-BUY-02, FI-MOD-04)."""
    if order.value not in VALUES or order.number < 1:
        return Refusal("FI-BUY-02", "no_such_token", {"values": list(VALUES)})
    if order.village not in recruiting_places(realm, player):
        return Refusal("FI-BUY-02", "no_castle_nor_lord", {"village": VILLAGE_IDS[order.village]})
    left = in_stock(realm, player, SOLDIER)[VALUES.index(order.value)]
    if left < order.number:
        return Refusal("FI-MOD-04", "stock_empty", {"left": left})
    return cannot_pay(realm, player, order.value * order.number * PRICES.point)


def recruit(turn: Turn, player: PlayerNo, order: Recruit) -> None:
    """Tokens stand where they were bought, in the position of the lord beside whom they are (FI-BUY-03)."""
    realm = turn.now
    charge(turn, player, order.value * order.number * PRICES.point)
    one = one_token(order.value)
    tokens = (one[0] * order.number, one[1] * order.number, one[2] * order.number)
    add_tokens(realm, player, SOLDIER, order.village, tokens, IN)
    refresh(realm, order.village)
    turn.announce(
        "FI-BUY-02",
        "recruited",
        seat=turn.seat(player),
        village=VILLAGE_IDS[order.village],
        value=order.value,
        number=order.number,
        points=order.value * order.number,
    )


def recruit_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """One token of each value, wherever it may stand."""
    purse = realm.families[player].purse
    if purse < PRICES.point:
        return []
    stock = in_stock(realm, player, SOLDIER)
    values = [v for place, v in enumerate(VALUES) if stock[place] > 0 and v * PRICES.point <= purse]
    if not values:
        return []
    return [Recruit(value, village) for village in recruiting_places(realm, player) for value in values]


# Guards and peasants


def guard_refusal(realm: Realm, player: PlayerNo, order: BuyGuard) -> Refusal | None:
    """A token of a royal guard that the player leads, in stock, for money that he has (FI-BUY-07, FI-MOD-04)."""
    series = ROYAL.get(plain(order.royal))
    if series is None or order.value not in VALUES:
        return Refusal("FI-BUY-07", "no_such_guard", {"royals": list(ROYAL)})
    if not leads_guards(realm, player, series):
        return Refusal("FI-BUY-07", "not_your_guards", {"royal": plain(order.royal)})
    left = in_stock(realm, player, series)[VALUES.index(order.value)]
    if left < 1:
        return Refusal("FI-MOD-04", "stock_empty", {"left": left})
    return cannot_pay(realm, player, order.value * PRICES.point)


def leads_guards(realm: Realm, player: PlayerNo, series: Series) -> bool:
    """Whether the guards follow a free lord of this player; a hereditary King or Regent too (FI-BUY-07)."""
    royal = royal_of(realm, series)
    one = realm.lords[royal] if royal is not None else None
    return one is not None and one.player == player and one.captor is None


def buy_guard(turn: Turn, player: PlayerNo, order: BuyGuard) -> None:
    """A guard stands beside his King or Queen."""
    series = ROYAL[plain(order.royal)]
    charge(turn, player, order.value * PRICES.point)
    royal = leader_of(turn.now, series)
    village = village_of(royal)
    add_tokens(turn.now, player, series, village, one_token(order.value), royal.position, royal.road)
    refresh(turn.now, village)
    turn.announce("FI-BUY-07", "guard_bought", seat=turn.seat(player), points=order.value, lord=lord_name(royal.number))


def guard_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Lost guards who can be replaced."""
    if realm.king is None and realm.queen is None:
        return []
    orders = [BuyGuard(royal, value) for royal in ROYAL for value in VALUES]
    return [order for order in orders if guard_refusal(realm, player, order) is None]


def rebels_refusal(realm: Realm, player: PlayerNo, order: BuyRebels) -> Refusal | None:
    """A token for a revolt that is under way, in stock, for money that the player has (FI-REV-06, FI-MOD-04)."""
    revolt = realm.revolt
    if revolt is None:
        return Refusal("FI-REV-06", "no_revolt", {})
    if order.value not in VALUES:
        return Refusal("FI-BUY-02", "no_such_token", {"values": list(VALUES)})
    place = VALUES.index(order.value)
    left = rebel_series(realm)[place] - (revolt.ones, revolt.threes, revolt.sixes)[place]
    if left < 1:
        return Refusal("FI-MOD-04", "stock_empty", {"left": left})
    return cannot_pay(realm, player, order.value * PRICES.point)


def buy_rebels(turn: Turn, player: PlayerNo, order: BuyRebels) -> None:
    """A token joins the peasants, whoever leads them."""
    revolt = turn.now.revolt
    assert revolt is not None
    charge(turn, player, order.value * PRICES.point)
    one = one_token(order.value)
    revolt.ones, revolt.threes, revolt.sixes = revolt.ones + one[0], revolt.threes + one[1], revolt.sixes + one[2]
    turn.announce("FI-REV-06", "rebels_armed", seat=turn.seat(player), points=order.value)


def rebels_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Tokens that are left."""
    if realm.revolt is None:
        return []
    orders = [BuyRebels(value) for value in VALUES]
    return [order for order in orders if rebels_refusal(realm, player, order) is None]


# Buildings


BUILDING_PRICES = {PRESS: PRICES.press, MILL: PRICES.mill, FORT: PRICES.castle}
CHEAPEST_BUILDING = min(BUILDING_PRICES.values())
PRICE_OF_PLAIN = {plain(building): price for building, price in BUILDING_PRICES.items()}


def build_price(building: str) -> int:
    """The price of a building, by its French name; 0 if there is no such building."""
    return PRICE_OF_PLAIN.get(plain(building), 0)


def buildings_left(realm: Realm, building: str) -> int:
    """Pieces left in the bank (FI-MOD-04)."""
    if not realm.settings.stock_limits:
        return 99
    name = plain(building)
    if name == plain(PRESS):
        return CONSTANTS.presses - sum(realm.presses)
    if name == plain(MILL):
        return CONSTANTS.mills - sum(realm.mills)
    return CONSTANTS.castles - realm.forts.count(CASTLE)


def build_refusal(realm: Realm, player: PlayerNo, order: Build) -> Refusal | None:
    """A building for which a village that the player controls has room (FI-BUY-04), in stock and paid for."""
    price = build_price(order.building)
    if not price:
        return Refusal("FI-BUY-04", "no_such_building", {"text": order.building, "buildings": [PRESS, MILL, FORT]})
    data = {"village": VILLAGE_IDS[order.village]}
    if not controls(realm, player, order.village):
        return Refusal("FI-BUY-04", "not_controlled", data)
    if plain(order.building) == plain(FORT):
        if realm.forts[order.village] != OPEN:
            return Refusal("FI-BUY-04", "fort_already", data)
    elif realm.mills[order.village] + realm.presses[order.village] >= CONSTANTS.buildings_max:
        return Refusal("FI-BUY-04", "village_full", {**data, "most": CONSTANTS.buildings_max})
    if buildings_left(realm, order.building) < 1:
        return Refusal("FI-MOD-04", "stock_empty", {"left": 0})
    return cannot_pay(realm, player, price)


def build(turn: Turn, player: PlayerNo, order: Build) -> None:
    """A building stands."""
    realm = turn.now
    charge(turn, player, build_price(order.building))
    name = plain(order.building)
    if name == plain(PRESS):
        realm.presses = replaced(realm.presses, order.village, realm.presses[order.village] + 1)
    elif name == plain(MILL):
        realm.mills = replaced(realm.mills, order.village, realm.mills[order.village] + 1)
    else:
        realm.forts = replaced(realm.forts, order.village, CASTLE)
    kind = {plain(PRESS): "press", plain(MILL): "mill", plain(FORT): "castle"}[name]
    turn.announce("FI-BUY-04", "built", seat=turn.seat(player), village=VILLAGE_IDS[order.village], building=kind)


def build_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """What can be built, village by village."""
    purse = realm.families[player].purse
    if purse < CHEAPEST_BUILDING:
        return []
    affordable = [b for b, price in BUILDING_PRICES.items() if price <= purse and buildings_left(realm, b) > 0]
    found: list[Order] = []
    for village in villages_of(realm, player):
        if is_kept(realm, player, village) and welcome_only(realm, player, village):
            full = realm.mills[village] + realm.presses[village] >= CONSTANTS.buildings_max
            found += [
                Build(building, village)
                for building in affordable
                if (realm.forts[village] == OPEN if building == FORT else not full)
            ]
    return found


# The chapter

PURCHASES: dict[type[Order], OrderHandler] = {
    Recruit: OrderHandler(recruit_refusal, recruit),
    BuyGuard: OrderHandler(guard_refusal, buy_guard),
    BuyRebels: OrderHandler(rebels_refusal, buy_rebels),
    Build: OrderHandler(build_refusal, build),
    Ennoble: OrderHandler(ennoble_refusal, ennoble),
    Hat: OrderHandler(hat_refusal, buy_hat),
    Transfer: OrderHandler(transfer_refusal, transfer),
}
OFFERS = (
    recruit_offers,
    build_offers,
    ennoble_offers,
    hat_offers,
    transfer_offers,
    guard_offers,
    rebels_offers,
)


def open_to(realm: Realm, player: PlayerNo) -> bool:
    """Everyone is asked: purses are hidden (FI-DP-R10)."""
    return realm.families[player].alive


def offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Everything that can be bought, one by one."""
    found: list[Order] = []
    for part in OFFERS:
        found += part(realm, player)
    return found


def refusal(realm: Realm, player: PlayerNo, order: Order) -> Refusal | None:
    """Why an order of phase 3 is refused."""
    known = PURCHASES.get(type(order))
    return known.refusal(realm, player, order) if known else Refusal("FI-TRN-05", "not_now", {"order": order.code})


def execute(turn: Turn, player: PlayerNo, order: Order) -> None:
    """A purchase, paid at once."""
    PURCHASES[type(order)].execute(turn, player, order)


def close(turn: Turn, player: PlayerNo) -> None:
    """Nothing is left to do."""


PURCHASE_TURN = Chapter("purchase", open_to, offers, refusal, execute, close, 0.2, ())
