"""Noble titles and hats: a region becomes a fief, a bishop a cardinal (FI-FIE, FI-TTL, FI-BUY-05)."""

from __future__ import annotations

from heraut.engine.protocol import Refusal
from heraut.games.fief.board.land import hand_over, is_enemy, is_fief, rebels_in
from heraut.games.fief.board.pawns import free_family, lord
from heraut.games.fief.board.places import EVERY_REGION, IN_REGION, RANK, REGION_IDS, TITLES, VILLAGE_IDS
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.identities import CASTLE, CITY, PlayerNo, RegionNo, VillageNo
from heraut.games.fief.orders.order import Order
from heraut.games.fief.orders.purchases import Ennoble, Hat, Transfer
from heraut.games.fief.phases.newcomers import title_refusal
from heraut.games.fief.phases.payment import cannot_pay, charge
from heraut.games.fief.phases.succession import bear
from heraut.games.fief.resolution import Turn, lord_name, village_name
from heraut.games.fief.state import Realm, replaced
from heraut.games.fief.tables import CONSTANTS

PRICES = CONSTANTS.prices


def title_price(region: RegionNo) -> int:
    """200 for each village of the region (FI-EX-11)."""
    return PRICES.village_of_title * len(IN_REGION[region])


def is_held(realm: Realm, player: PlayerNo, village: VillageNo) -> bool:
    """Owned, occupied by a free pawn, and without peasants (FI-FIE-01, FI-FIE-02)."""
    return realm.owners[village] == player and player in realm.present[village] and not rebels_in(realm, village)


def ennoble_refusal(realm: Realm, player: PlayerNo, order: Ennoble) -> Refusal | None:
    """Every village of the region held and unshared, a castle as capital, a free lord, the price (FI-FIE-01 to 03)."""
    region, data = order.region, {"region": REGION_IDS[order.region]}
    if is_fief(realm, region):
        return Refusal("FI-FIE-01", "fief_already", data)
    missing = [VILLAGE_IDS[v] for v in IN_REGION[region] if not is_held(realm, player, v)]
    if missing:
        return Refusal("FI-FIE-01", "villages_missing", {**data, "villages": missing})
    uninvited = [VILLAGE_IDS[v] for v in IN_REGION[region] if strangers(realm, player, v)]
    if uninvited:
        return Refusal("FI-FIE-02", "villages_shared", {**data, "villages": uninvited})
    if order.capital not in IN_REGION[region] or realm.forts[order.capital] != CASTLE:
        return Refusal("FI-FIE-03", "no_castle_there", {**data, "village": VILLAGE_IDS[order.capital]})
    one = realm.lords[order.lord]
    if one is None or one.player != player or one.captor is not None or one.dungeon:
        return Refusal("FI-FIE-01", "no_free_lord", {"lord": LORD_IDS[order.lord]})
    return cannot_pay(realm, player, title_price(region))


def strangers(realm: Realm, player: PlayerNo, village: VillageNo) -> bool:
    """Whether somebody stands there who is neither guest nor ally (FI-FIE-02)."""
    return any(is_enemy(realm, other, village, player) for other in realm.present[village] if other != player)


def ennoble(turn: Turn, player: PlayerNo, order: Ennoble) -> None:
    """A region is a fief: the castle of its capital becomes a city (FI-FIE-03)."""
    realm = turn.now
    charge(turn, player, title_price(order.region))
    realm.capitals = replaced(realm.capitals, order.region, order.capital)
    hand_over(realm, order.region, player, order.lord)
    realm.forts = replaced(realm.forts, order.capital, CITY)
    for village in IN_REGION[order.region]:
        realm.owners = replaced(realm.owners, village, None)  # owned through the title from now on (FI-MOD-06)
    turn.announce(
        "FI-FIE-01",
        "fief_made",
        seat=turn.seat(player),
        region=REGION_IDS[order.region],
        city=village_name(order.capital),
        title=TITLES[RANK[order.region]],
        lord=lord_name(order.lord),
        price=title_price(order.region),
    )


def ennoble_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Regions that can be made fiefs, with every capital and every lord."""
    purse = realm.families[player].purse
    if purse < PRICES.village_of_title * 3:
        return []
    found: list[Order] = []
    for region in EVERY_REGION:
        if title_price(region) > purse or is_fief(realm, region):
            continue
        if all(is_held(realm, player, v) for v in IN_REGION[region]):
            orders = [
                Ennoble(region, capital, one.number)
                for capital in IN_REGION[region]
                for one in free_family(realm, player)
            ]
            found += [order for order in orders if ennoble_refusal(realm, player, order) is None]
    return found


def hat_refusal(realm: Realm, player: PlayerNo, order: Hat) -> Refusal | None:
    """A free bishop of one's own who is no cardinal yet, a hat in stock, and its price (FI-BUY-05, FI-MOD-04)."""
    one = realm.lords[order.lord]
    if one is None or one.player != player or one.captor is not None or one.bishop is None or one.cardinal:
        return Refusal("FI-BUY-05", "cannot_be_cardinal", {"lord": LORD_IDS[order.lord]})
    if sum(other is not None and other.cardinal for other in realm.lords) >= CONSTANTS.cardinals:
        return Refusal("FI-MOD-04", "stock_empty", {"left": 0})
    return cannot_pay(realm, player, PRICES.cardinal)


def buy_hat(turn: Turn, player: PlayerNo, order: Hat) -> None:
    """A bishop is cardinal until his death."""
    charge(turn, player, PRICES.cardinal)
    lord(turn.now, order.lord).cardinal = True
    turn.announce("FI-BUY-05", "cardinal_made", seat=turn.seat(player), lord=lord_name(order.lord))


def hat_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Bishops who may be cardinals."""
    if realm.families[player].purse < PRICES.cardinal:
        return []
    orders = [Hat(one.number) for one in free_family(realm, player) if one.bishop is not None]
    return [order for order in orders if hat_refusal(realm, player, order) is None]


def transfer_refusal(realm: Realm, player: PlayerNo, order: Transfer) -> Refusal | None:
    """A free lord of one's own may take over a title of the family that he does not bear yet (FI-TTL-02 to 04)."""
    one = realm.lords[order.lord]
    if one is None or one.player != player or one.captor is not None or one.dungeon:
        return Refusal("FI-TTL-04", "no_free_lord", {"lord": LORD_IDS[order.lord]})
    if realm.bearers[order.region] == order.lord:
        return Refusal("FI-TTL-02", "bears_it_already", {"lord": LORD_IDS[order.lord]})
    return title_refusal(realm, player, order.region)


def transfer(turn: Turn, player: PlayerNo, order: Transfer) -> None:
    """A title passes to another lord of the family."""
    bear(turn, "FI-TTL-02", order.region, lord(turn.now, order.lord))


def transfer_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Titles that may change bearer."""
    regions = [r for r in EVERY_REGION if realm.holders[r] == player and title_refusal(realm, player, r) is None]
    return [
        Transfer(region, one.number)
        for region in regions
        for one in free_family(realm, player)
        if realm.bearers[region] != one.number
    ]
