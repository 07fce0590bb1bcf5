"""The houses of the others: their knights with names and places, their armies and garrisons (GP-INF-04)."""

from __future__ import annotations

from heraut.engine.names import plain
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.gloire.guess.fame import Fame
from heraut.games.gloire.guess.known import Known, Seen
from heraut.games.gloire.phases.levy import draw_name
from heraut.games.gloire.state import (
    Knight,
    KnightId,
    Land,
    LandName,
    Lord,
    Realm,
    add_men,
    take_knight_number,
)

# As in matches between bots: men a land, of whom so many hundredths stand in garrison; knights who lead men.
MEN = (30, 210)
GARRISONED = 0.2
LEADING = 0.35


def settle_house(realm: Realm, lord: Lord, fame: Fame, known: Known, rng: Rng) -> None:
    """The knights and men of another lord, the lord in person first."""
    homes = [land for land in realm.lands.values() if land.owner == lord.seat]
    seen = known.lords.get(lord.seat)
    himself = Knight(lord.knight, lord.seat, lord.name, fame.in_person[lord.seat], 0, place(realm, homes, seen, rng))
    realm.knights[himself.id] = himself
    reinforce(realm, himself, seen)
    told = list(known.knights.get(lord.seat, {}).values())
    taken = {plain(lord.name), *(plain(each.name) for each in told)}
    for renown in fame.knights[lord.seat]:
        match = next((each for each in told if each.renown == renown), None)
        if match is not None:
            told.remove(match)
        name = match.name if match else draw_name(rng, taken)
        taken.add(plain(name))
        knight = Knight(
            KnightId(take_knight_number(lord)),
            lord.seat,
            name,
            renown,
            round(renown),
            place(realm, homes, match, rng),
            hired=rng.randint(max(1, realm.turn - 6), max(1, realm.turn - 1)),
        )
        realm.knights[knight.id] = knight
        reinforce(realm, knight, match)


def place(realm: Realm, homes: list[Land], seen: Seen | None, rng: Rng) -> LandName:
    """Where a knight stands: where he was seen, else in a land of his lord's, else in one of nobody's."""
    if seen is not None and seen.land is not None:
        return LandName(seen.land)
    free = homes or [land for land in realm.lands.values() if land.owner is None] or list(realm.lands.values())
    return rng.choice(free).name


def reinforce(realm: Realm, knight: Knight, seen: Seen | None) -> None:
    """The men who were seen under him."""
    if seen is not None and seen.men:
        add_men(realm, knight.lord, seen.men, knight.land, knight)


def raise_armies(realm: Realm, seat: Seat, known: Known, rng: Rng) -> None:
    """The men of another lord: those whom spies saw, and as many besides as his lands let expect."""
    for lord, land, men in known.garrisons():
        if lord == seat:
            add_men(realm, seat, men, LandName(land), None)
    if realm.turn == 1:
        return
    homes = [land for land in realm.lands.values() if land.owner == seat and land.name not in known.spied]
    seen = {plain(each.name) for each in known.knights.get(seat, {}).values() if each.land is not None}
    if seat in known.lords and known.lords[seat].land is not None:
        seen.add(plain(known.lords[seat].name))
    knights = [each for each in realm.knights.values() if each.lord == seat and plain(each.name) not in seen]
    rng.shuffle(knights)
    leaders = knights[: max(1, round(LEADING * len(knights)))]
    for home in homes:
        men = rng.randint(*MEN)
        if rng.uniform(0, 1) < GARRISONED or not leaders:
            add_men(realm, seat, men, home.name, None)
        else:
            leader = rng.choice(leaders)
            add_men(realm, seat, men, leader.land, leader)
