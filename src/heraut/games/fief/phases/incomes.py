"""Phase 2: incomes, tithes, what is set aside for prisoners, tailles, pensions (FI-INC)."""

from __future__ import annotations

from heraut.games.fief.board.land import city_of, is_enemy, owner, rebels_in
from heraut.games.fief.board.pawns import family, lord
from heraut.games.fief.board.places import (
    BISHOPRIC_IDS,
    BISHOPRIC_OF,
    EVERY_VILLAGE,
    IN_REGION,
    REGION_IDS,
    REGION_OF,
    VILLAGE_IDS,
)
from heraut.games.fief.identities import CASTLE, CITY, OPEN, LordNo, PlayerNo, RegionNo, SeeNo, VillageNo
from heraut.games.fief.phases.heirs import sovereign
from heraut.games.fief.phases.plague import pawns_in
from heraut.games.fief.resolution import Turn, lord_name
from heraut.games.fief.state import Realm
from heraut.games.fief.tables import CONSTANTS

RATES = CONSTANTS.incomes


def incomes(turn: Turn) -> None:
    """Paid at once, to all (FI-INC-01); the cards of taxes are discarded."""
    realm = turn.now
    diverted = {see: player for _, see, player in realm.tithes if bishop_alive(realm, see, player)}
    tithes = dict.fromkeys(diverted, 0)
    for village in EVERY_VILLAGE:
        if not is_built(realm, village):
            continue
        fixed, made = village_income(realm, village)
        see = BISHOPRIC_OF[village]
        if see in diverted:
            tithes[see] += made
            made = 0
        if fixed + made:
            pay(turn, village, fixed + made)
    for see, player in diverted.items():
        realm.families[player].purse += tithes[see]
        turn.announce("FI-DIM-03", "tithe_paid", seat=turn.seat(player), see=BISHOPRIC_IDS[see], money=tithes[see])
    for _, region, player in realm.tailles:
        pay_taille(turn, region, player)
    pensions(turn)
    realm.played = (*realm.played, *(card for card, _, _ in (*realm.tithes, *realm.tailles)))
    realm.tithes, realm.tailles = (), ()


def bishop_alive(realm: Realm, see: SeeNo, player: PlayerNo) -> bool:
    """A tithe is void if its bishop has died (FI-DIM-05), or is out of reach (FI-PRI-06)."""
    return any(one.bishop == see and one.captor is None for one in family(realm, player))


def village_income(realm: Realm, village: VillageNo) -> tuple[int, int]:
    """What its castle or city yields, and what its mills and presses make (FI-INC-02 to 05)."""
    if not is_paid(realm, village):
        return 0, 0
    fort = realm.forts[village]
    fixed = RATES.castle * (fort == CASTLE) + RATES.city * (fort == CITY)
    if realm.famine[REGION_OF[village]] is not None or is_crowded(realm, village):
        return fixed, 0
    return fixed, RATES.mill * realm.mills[village] + RATES.press * realm.presses[village]


def is_built(realm: Realm, village: VillageNo) -> bool:
    """Whether anything stands there that could yield an income."""
    return realm.forts[village] != OPEN or realm.mills[village] > 0 or realm.presses[village] > 0


def is_paid(realm: Realm, village: VillageNo) -> bool:
    """The owner must occupy the village, or the capital of its fief (FI-INC-03, FI-INC-04)."""
    master, region = owner(realm, village), REGION_OF[village]
    if master is None:
        return False
    capital = realm.capitals[region]
    return master in realm.present[village] or (capital is not None and master in realm.present[capital])


def is_crowded(realm: Realm, village: VillageNo) -> bool:
    """Variant B1: too many pawns (FI-VB-01)."""
    return realm.settings.population_pressure and pawns_in(realm, village) > CONSTANTS.crowd.silent_above


def pay(turn: Turn, village: VillageNo, money: int) -> None:
    """To the owner; of a prisoner's fief, aside for him (FI-PRI-09)."""
    realm = turn.now
    master, region = owner(realm, village), REGION_OF[village]
    assert master is not None  # nobody is paid for what nobody owns
    bearer = realm.bearers[region] if realm.capitals[region] is not None else None
    held = lord(realm, bearer) if bearer is not None else None
    aside = held is not None and held.captor is not None
    if held is not None and aside:
        held.purse += money
    else:
        realm.families[master].purse += money
    turn.announce(
        "FI-PRI-09" if aside else "FI-INC-02",
        "income_aside" if aside else "income",
        seat=turn.seat(master),
        village=VILLAGE_IDS[village],
        money=money,
        lord=lord_name(bearer) if aside else None,
    )


def pay_taille(turn: Turn, region: RegionNo, player: PlayerNo) -> None:
    """200 for each village of the fief without an enemy, if the capital is occupied (FI-TAI-03 to 05)."""
    realm = turn.now
    holder, bearer = realm.holders[region], realm.bearers[region]
    if holder != player:
        return
    money = taille(realm, region, player)
    receiver: PlayerNo | None = player
    if not family(realm, player):
        receiver = presumptive_heir(realm, player)
    elif bearer is None or lord(realm, bearer).captor is not None:
        receiver = None
    if receiver is None:
        money = 0
    else:
        realm.families[receiver].purse += money
    turn.announce(
        "FI-TAI-03",
        "taille_paid",
        seat=turn.seat(receiver if receiver is not None else player),
        region=REGION_IDS[region],
        money=money,
    )


def taille(realm: Realm, region: RegionNo, player: PlayerNo) -> int:
    """What a taille is worth now (FI-TAI-03, FI-TAI-04)."""
    if player not in realm.present[city_of(realm, region)]:
        return 0
    free = [
        village
        for village in IN_REGION[region]
        if not rebels_in(realm, village)
        and not any(is_enemy(realm, other, village, player) for other in realm.present[village])
    ]
    return RATES.taille * len(free)


def presumptive_heir(realm: Realm, player: PlayerNo) -> PlayerNo | None:
    """Whoever will receive the fiefs of a family without a lord, or None (FI-INH-03)."""
    for extinct, spouse in realm.widowed:
        heir = realm.lords[spouse]
        if extinct == player and heir is not None:
            return heir.player
    return sovereign(realm)


def pensions(turn: Turn) -> None:
    """King, Queen and Regent, if free; a minor King has none (FI-INC-07)."""
    realm = turn.now
    if realm.king is not None and not realm.minor:
        pension(turn, realm.king, RATES.king)
    if realm.queen is not None:
        pension(turn, realm.queen, RATES.queen + RATES.king * realm.regent)


def pension(turn: Turn, royal: LordNo, money: int) -> None:
    """A royal pension is paid, unless its lord is captive."""
    one = lord(turn.now, royal)
    if one.captor is None:
        turn.now.families[one.player].purse += money
        turn.announce("FI-INC-07", "pension", seat=turn.seat(one.player), lord=lord_name(royal), money=money)
