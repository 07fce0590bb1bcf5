"""The guess of a whole realm: what is known is as it is known, the rest as the turns so far may have left it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from heraut.engine.decoding import convert
from heraut.engine.protocol import Event, Json, Seat
from heraut.engine.rng import Rng
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.calculators.known import own_knights
from heraut.games.gloire.guess.equations import Public
from heraut.games.gloire.guess.fame import draw_fame
from heraut.games.gloire.guess.houses import raise_armies, settle_house
from heraut.games.gloire.guess.known import Known
from heraut.games.gloire.guess.patience import Patience, endless
from heraut.games.gloire.state import (
    Army,
    ArmyId,
    Call,
    KnightId,
    Land,
    LandName,
    Lord,
    Memory,
    Realm,
    Retreat,
    Settings,
    next_number,
)

LONGEST = 12  # turns that are still to be played, at most, where the last one is secret
FORTIFIED = (5, 12)  # turns between which works come up, as in matches between bots
DEARER = 0.05  # by which taxes may rise a turn
CALLED = 0.05  # chance that an ally at war has called to arms


def guess(view: Json, events: Sequence[Event], seat: Seat, rng: Rng, patience: Patience = endless) -> Realm:
    """A realm that agrees with all that this seat knows, drawn at random (`engine.protocol.Guessing`).

    `view` is what it sees, `events` those of the last turn that it may know: spies and jousts tell of others. The seat
    of a lord who has fallen sees what is public. `patience` is called at every step of a search and may end it: where
    the others have next to nothing, fitting figures may be searched for in vain for a minute. Raises ValueError when
    the match is over, Unguessed when no fitting figures are found.
    """
    if view["road"] is not None:
        raise ValueError("the match is over: nothing is hidden any more")
    settings = settings_of(view, rng.at("limit"))
    known = Known(view, events, seat)
    fame = draw_fame(Public(view, settings.constants, patience), known, view["turn"], rng.at("fame"))
    realm = Realm(settings, view["turn"], {}, {}, {}, {}, [], view["king"])
    for name in view["lands"]:
        realm.lands[LandName(name)] = land_of(view, known, settings, LandName(name), rng.at("lands", name))
    since = Since(view, rng.at("since"))
    for other in view["lords"]:
        realm.lords[Seat(other)] = lord_of(view, settings, Seat(other), since)
    for other, treasury in fame.treasury.items():
        lord = realm.lords[other]
        lord.treasury = treasury
        settle_house(realm, lord, fame, known, rng.at("house", other))
        raise_armies(realm, other, known, rng.at("armies", other))
    draw_calls(view, realm, rng.at("calls"))
    if "own" in view:
        put_own(view, realm, rng.at("own"))
    return realm


def settings_of(view: Json, rng: Rng) -> Settings:
    """What was chosen before the start; a secret last turn is any that is still to come (GP-OPT-06)."""
    settings = convert(view["settings"], Settings)
    if settings.turn_limit_secret and settings.turn_limit is None:
        limit = view["turn"] + rng.randint(0, LONGEST)
        settings = msgspec.structs.replace(settings, turn_limit=limit)
    return settings


def land_of(view: Json, known: Known, settings: Settings, name: LandName, rng: Rng) -> Land:
    """A land: what only its owner knows is as he or a spy has seen it, else as the turns may have left it."""
    seen, own, turn = view["lands"][name], view.get("own", {}).get("lands", {}).get(name), view["turn"]
    owner, happiness, population = seen["owner"], seen["happiness"], seen["population"]
    if own is not None:
        return Land(name, owner, happiness, population, own["tax_coefficient"], own["fortification"], own["sold"])
    if name in known.spied:
        found = known.spied[name]
        return Land(name, owner, happiness, population, found["tax_coefficient"], found["fortification"])
    figures, there = settings.constants, atlas(settings.map).places[name]
    tax = there.tax_coefficient if settings.varied_lands else figures.start_tax_coefficient
    if owner is None:
        return Land(name, owner, happiness, population, tax)
    risen = tax + rng.uniform(0, DEARER) * (turn - 1)
    first, last = FORTIFIED
    works = rng.uniform(0, 1) < (turn - first) / (last - first)
    return Land(name, owner, happiness, population, min(figures.coefficient_max, risen), int(works))


class Since:
    """Since when two lords are allied or at war: the same for both."""

    def __init__(self, view: Json, rng: Rng) -> None:
        self.turn, self.rng = view["turn"], rng

    def of(self, one: Seat, others: Sequence[Seat]) -> dict[Seat, int]:
        """The turn in which each of these relations of a lord began, in their order."""
        pairs = {other: self.rng.at(*sorted((one, other))) for other in others}
        return {Seat(other): stream.randint(1, max(1, self.turn - 1)) for other, stream in pairs.items()}


def lord_of(view: Json, settings: Settings, seat: Seat, since: Since) -> Lord:
    """A lord as everybody knows him; the memories of his former peoples are left empty, as nobody knows them."""
    seen, figures = view["lords"][seat], settings.constants
    return Lord(
        seat,
        seen["number"],
        seen["name"],
        KnightId(seen["number"]),
        0,
        Retreat(figures.retreat_peasants, figures.retreat_garrison, figures.retreat_knight),
        KnightId(next_number(seen["number"], seen["number"])),
        ArmyId(next_number(seen["number"])),
        seen["title"],
        seen["alive"],
        since.of(seat, seen["allies"]),
        since.of(seat, seen["enemies"]),
    )


def put_own(view: Json, realm: Realm, rng: Rng) -> None:
    """Gives the guessing lord what is his own, as he sees it (GP-INF-03)."""
    own = view["own"]
    lord = realm.lords[own["seat"]]
    lord.knight, lord.treasury = KnightId(own["lord_knight"]), own["treasury"]
    lord.retreat = convert(own["retreat"], Retreat)
    past = max(1, realm.turn - 1)
    lord.memories = {LandName(name): Memory(kept, rng.randint(1, past)) for name, kept in own["memories"].items()}
    realm.knights |= own_knights(view, lord.seat)
    for id, army in own["armies"].items():
        realm.armies[ArmyId(int(id))] = Army(ArmyId(int(id)), lord.seat, army["men"], army["land"], army["knight"])
    lord.next_knight = KnightId(next_number(lord.number, max(map(int, own["knights"]))))
    lord.next_army = ArmyId(next_number(lord.number, max(map(int, own["armies"]), default=0)))


def draw_calls(view: Json, realm: Realm, rng: Rng) -> None:
    """Calls to arms: one's own, and now and then one between others (GP-INF-07)."""
    own = view.get("own", {})
    for call in own.get("calls", ()):
        realm.calls.append(Call(call["caller"], call["called"], tuple(call["enemies"]), call["turn"]))
    for caller in realm.living():
        for called in caller.allies:
            if own.get("seat") not in (caller.seat, called) and caller.enemies and rng.uniform(0, 1) < CALLED:
                realm.calls.append(Call(caller.seat, called, tuple(caller.enemies), max(1, realm.turn - 1)))
