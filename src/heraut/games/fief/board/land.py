"""Villages and fiefs: owner, gatekeeper, control, guests; who takes what when pawns have moved (FI-OWN, FI-CAP)."""

from __future__ import annotations

from heraut.games.fief.board.pawns import all_pawns, ally, family, refresh, relief
from heraut.games.fief.board.places import EVERY_REGION, EVERY_VILLAGE, REGION_IDS, REGION_OF, VILLAGE_IDS
from heraut.games.fief.entries import Guest
from heraut.games.fief.identities import (
    BESIEGER,
    CASTLE,
    CITY,
    IN,
    OPEN,
    Holder,
    LordNo,
    PlayerNo,
    RegionNo,
    Vacancy,
    VillageNo,
)
from heraut.games.fief.resolution import Turn, lord_name, village_name
from heraut.games.fief.state import Lord, Realm, replaced
from heraut.games.fief.tasks import Bestow


def is_fief(realm: Realm, region: RegionNo) -> bool:
    """Whether this region has been made a fief (FI-FIE-04)."""
    return realm.capitals[region] is not None


def owner(realm: Realm, village: VillageNo) -> PlayerNo | None:
    """The owner of a village: of a fief's village, who holds the fief (FI-MOD-06)."""
    region = REGION_OF[village]
    if realm.capitals[region] is None:
        return realm.owners[village]
    holder = realm.holders[region]
    return None if isinstance(holder, Vacancy) else holder


def holder_of(realm: Realm, region: RegionNo) -> PlayerNo | None:
    """The player who holds the fief of this region."""
    holder = realm.holders[region]
    return None if isinstance(holder, Vacancy) else holder


def city_of(realm: Realm, region: RegionNo) -> VillageNo:
    """The city of a region that has been made a fief."""
    city = realm.capitals[region]
    assert city is not None
    return city


def villages_of(realm: Realm, player: PlayerNo) -> list[VillageNo]:
    """The villages that a player owns."""
    owners, capitals, holders = realm.owners, realm.capitals, realm.holders
    return [
        village
        for village, region in zip(EVERY_VILLAGE, REGION_OF, strict=True)
        if (owners[village] if capitals[region] is None else holders[region]) == player
    ]


def gatekeeper(realm: Realm, village: VillageNo) -> PlayerNo | None:
    """The player whose leave it takes to enter a village or to go out of it (FI-MOD-08)."""
    here = realm.present[village]
    if len(here) == 1:
        return here[0]
    if not here:
        if not realm.attacks:  # relief stands only where there is a siege
            return None
        outside = relief(realm, village)
        return outside[0] if outside else None
    master = owner(realm, village)
    return master if master in here else here[0]


def rebels_in(realm: Realm, village: VillageNo) -> bool:
    """Whether the peasants hold this village or stand in it."""
    revolt = realm.revolt
    return revolt is not None and revolt.village == village and revolt.position == IN


def rebels_besiege(realm: Realm, village: VillageNo) -> bool:
    """Whether the peasants stand at the entrance of this village."""
    revolt = realm.revolt
    return revolt is not None and revolt.village == village and revolt.position == BESIEGER


def is_guest(realm: Realm, player: PlayerNo, village: VillageNo) -> bool:
    """Whether this player's party is a guest there (FI-MOD-18)."""
    if not realm.guests:
        return False
    return (village, player, gatekeeper(realm, village)) in realm.guests


def is_enemy(realm: Realm, player: PlayerNo, village: VillageNo, lord_of_land: PlayerNo) -> bool:
    """Whether a player's pawns IN a village are enemies of its owner: neither his guests nor his ally's (FI-TAI-04)."""
    if player == lord_of_land or player == ally(realm, lord_of_land):
        return False
    return (village, player, lord_of_land) not in realm.guests


def welcome_only(realm: Realm, player: PlayerNo, village: VillageNo) -> bool:
    """Whether only this player, his guests and his ally stand in a village, and no peasants."""
    if rebels_in(realm, village):
        return False
    here = realm.present[village]
    return here in ((), (player,)) or not any(is_enemy(realm, other, village, player) for other in here)


def controls(realm: Realm, player: PlayerNo, village: VillageNo) -> bool:
    """Whether a player controls a village (FI-MOD-07)."""
    if owner(realm, village) != player or not is_kept(realm, player, village):
        return False
    return welcome_only(realm, player, village)


def is_kept(realm: Realm, player: PlayerNo, village: VillageNo) -> bool:
    """Whether a player occupies his village, or the capital of the fief that it belongs to."""
    if player in realm.present[village]:
        return True
    region = REGION_OF[village]
    capital = realm.capitals[region]
    return capital is not None and realm.holders[region] == player and player in realm.present[capital]


def frozen(realm: Realm, village: VillageNo) -> bool:
    """Whether bad weather lies on the village (FI-WEA-02)."""
    return realm.weather[REGION_OF[village]] is not None


def city_in_abeyance(realm: Realm, village: VillageNo) -> bool:
    """Whether this is the city of a title that belongs to nobody (FI-CAP-09)."""
    region = REGION_OF[village]
    return realm.capitals[region] == village and isinstance(realm.holders[region], Vacancy)


def refuges(realm: Realm, player: PlayerNo) -> list[VillageNo]:
    """Villages where a player may place a lord who goes free (FI-PRI-12), those of his ally with leave included."""
    friend = ally(realm, player)
    found = []
    for village in EVERY_VILLAGE:
        here = realm.present[village]
        if player in here or (friend is not None and (friend in here or owner(realm, village) == friend)):
            found.append(village)
        elif is_taken(realm, village) or _fief_of_nobody(realm, village):
            continue
        elif owner(realm, village) in (player, None):
            found.append(village)
    if found:
        return found
    return [v for v in EVERY_VILLAGE if not is_taken(realm, v) and realm.forts[v] != CITY]


def _fief_of_nobody(realm: Realm, village: VillageNo) -> bool:
    """Villages of a fief in abeyance remain the fief's (FI-CAP-10)."""
    region = REGION_OF[village]
    return isinstance(realm.holders[region], Vacancy)


def is_taken(realm: Realm, village: VillageNo) -> bool:
    """Whether any free pawn or peasant is at a village, in any position."""
    if realm.present[village] or (realm.revolt is not None and realm.revolt.village == village):
        return True
    return bool(realm.attacks) and any(pawn.village == village for pawn in all_pawns(realm))


def needs_leave(realm: Realm, player: PlayerNo, village: VillageNo) -> bool:
    """Whether placing a lord there takes the ally's leave: it is his, or he stands there and the player does not."""
    return player not in realm.present[village] and (
        bool(realm.present[village]) or owner(realm, village) not in (player, None)
    )


# What changes hands when pawns have moved


def settle(turn: Turn) -> None:
    """FI-OWN-01 and FI-CAP-01: at the end of a movement turn, after a battle, after any removal of pawns."""
    realm = turn.now
    for village, here in zip(EVERY_VILLAGE, realm.present, strict=True):
        if not here or (realm.resting and (village, here[0]) in realm.resting):
            continue
        region = REGION_OF[village]
        if realm.capitals[region] is None:
            if len(here) == 1 and realm.owners[village] != here[0]:
                occupy(turn, village, here[0])
        elif realm.capitals[region] == village:
            capital_held(turn, region, village, here)


def occupy(turn: Turn, village: VillageNo, player: PlayerNo) -> None:
    """Alone in a village outside any fief, a player becomes its owner; an ally only when he says so (FI-OWN-04)."""
    realm = turn.now
    former = realm.owners[village]
    if rebels_in(realm, village) or (former is not None and former == ally(realm, player)):
        return
    take_village(turn, "FI-OWN-01", village, player)


def take_village(turn: Turn, rule: str, village: VillageNo, player: PlayerNo) -> None:
    """A village changes hands, with its buildings (FI-OWN-07)."""
    realm = turn.now
    former = realm.owners[village]
    realm.owners = replaced(realm.owners, village, player)
    turn.announce(rule, "village_taken", village=VILLAGE_IDS[village], seat=turn.seat(player), former=turn.seat(former))


def capital_held(turn: Turn, region: RegionNo, city: VillageNo, here: tuple[PlayerNo, ...]) -> None:
    """FI-CAP-01 (b): one player alone in the city, without its holder; FI-CAP-09: the first in a city of nobody."""
    realm = turn.now
    holder = holder_of(realm, region)
    if holder is not None:
        if len(here) == 1 and holder != here[0] and not rebels_in(realm, city) and ally(realm, holder) != here[0]:
            capture(turn, "FI-CAP-01", region, here[0])
    elif not rebels_in(realm, city):
        capture(turn, "FI-CAP-09", region, here[0])


def hand_over(realm: Realm, region: RegionNo, holder: Holder, bearer: LordNo | None) -> None:
    """A fief has another holder, and its title another bearer."""
    realm.holders, realm.bearers = replaced(realm.holders, region, holder), replaced(realm.bearers, region, bearer)


def capture(turn: Turn, rule: str, region: RegionNo, player: PlayerNo, lords: tuple[LordNo, ...] = ()) -> None:
    """A fief changes hands with its city: the title leaves its bearer at once, and its villages follow (FI-CAP)."""
    realm = turn.now
    former, bearer = holder_of(realm, region), realm.bearers[region]
    hand_over(realm, region, player, None)
    turn.announce(
        rule,
        "fief_taken",
        region=REGION_IDS[region],
        seat=turn.seat(player),
        former=turn.seat(former),
        bearer=lord_name(bearer),
        city=village_name(realm.capitals[region]),
    )
    if family(realm, player):
        turn.push(Bestow(player, region, lords))


def bear_abeyance_fiefs(turn: Turn, region: RegionNo, bishop: Lord) -> None:
    """The bishop who has calmed the peasants bears the title of a fief that they had taken (FI-CAL-05)."""
    realm = turn.now
    hand_over(realm, region, bishop.player, bishop.number)
    turn.announce(
        "FI-CAL-05",
        "fief_taken",
        region=REGION_IDS[region],
        seat=turn.seat(bishop.player),
        former=None,
        bearer=lord_name(bishop.number),
        city=village_name(realm.capitals[region]),
    )


def abandon_title(turn: Turn, rule: str, region: RegionNo, why: Vacancy = Vacancy.ABEYANCE) -> None:
    """A title belongs to nobody for a time (FI-CAP-09)."""
    realm = turn.now
    former = holder_of(realm, region)
    hand_over(realm, region, why, None)
    turn.announce(
        rule,
        "fief_abeyance",
        region=REGION_IDS[region],
        city=village_name(realm.capitals[region]),
        former=turn.seat(former),
    )


def raze(turn: Turn, village: VillageNo, *, castle: bool) -> dict[str, int]:
    """Mills and presses are destroyed, and the castle if `castle`; never a city (FI-AFT-03, FI-REV-04)."""
    realm = turn.now
    lost = {"mills": realm.mills[village], "presses": realm.presses[village], "castle": 0}
    realm.mills, realm.presses = replaced(realm.mills, village, 0), replaced(realm.presses, village, 0)
    if castle and realm.forts[village] == CASTLE:
        realm.forts = replaced(realm.forts, village, OPEN)
        lost["castle"] = 1
    return lost


def add_guest(realm: Realm, village: VillageNo, guest: PlayerNo, host: PlayerNo) -> None:
    """A party is a guest (FI-MOD-18)."""
    entry = Guest(village, guest, host)
    if entry not in realm.guests:
        realm.guests = (*realm.guests, entry)


def drop_guest(realm: Realm, village: VillageNo, guest: PlayerNo) -> None:
    """A party is a guest no more: a battle has opposed it to its host, or it is the master now."""
    if realm.guests:
        realm.guests = tuple(entry for entry in realm.guests if entry.village != village or entry.guest != guest)


def fiefs_of(realm: Realm, player: PlayerNo) -> list[RegionNo]:
    """The regions whose title a player holds (FI-VIC-04)."""
    return [region for region, holder in zip(EVERY_REGION, realm.holders, strict=True) if holder == player]


def refresh_all(realm: Realm, villages: set[VillageNo | None]) -> None:
    """Who occupies these villages; None stands for those who were nowhere."""
    for village in sorted([village for village in villages if village is not None]):
        refresh(realm, village)
