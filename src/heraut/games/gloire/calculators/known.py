"""The realm as one lord knows it, rebuilt from his view, so that the adjudicator's own phases can be played on it.

What he cannot know is left out or supposed: the other lords give no orders, have no armies, and only their
lord-knights, of average renown unless he supposes better. Averages and global renowns start from the public ones and
follow what is known to change them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import fsum

import msgspec

from heraut.engine.decoding import convert
from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games.gloire.orders import (
    Buy,
    CallKnights,
    ForeignKnight,
    Levy,
    OfferAlliance,
    OfferPeace,
    Order,
    Sell,
    Sheet,
    Transfer,
)
from heraut.games.gloire.phases.armies import assignments, garrisons, transfers
from heraut.games.gloire.phases.levy import knight_price, knights_to_try, levy, strongest_knight
from heraut.games.gloire.renown import (
    Breakdown,
    Snapshot,
    breakdowns,
    by_rank,
    mean_happiness,
    mean_population,
)
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import (
    Army,
    ArmyId,
    Call,
    Knight,
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
from heraut.games.gloire.tables import Constants
from heraut.games.gloire.turn import PHASES


def known_realm(view: Json, supposed: Mapping[Seat, float] | None = None) -> Realm:
    """The realm that a living lord's view describes; `supposed` gives renowns of other lords in person."""
    settings = convert(view["settings"], Settings)
    own = view["own"]
    seat = Seat(own["seat"])
    knights = own_knights(view, seat) | other_lords_in_person(view, seat, supposed or {})
    armies = {
        ArmyId(int(id)): Army(ArmyId(int(id)), seat, army["men"], army["land"], army["knight"])
        for id, army in own["armies"].items()
    }
    return Realm(
        settings=settings,
        turn=view["turn"],
        lords={Seat(other): known_lord(view, Seat(other), settings.constants) for other in view["lords"]},
        lands={LandName(name): known_land(view, LandName(name), settings.constants) for name in view["lands"]},
        knights=knights,
        armies=armies,
        calls=[Call(call["caller"], call["called"], tuple(call["enemies"]), call["turn"]) for call in own["calls"]],
        king=view["king"],
        road=view["road"],
    )


def known_land(view: Json, name: LandName, constants: Constants) -> Land:
    """A land: wholly known if it is the lord's own, else supposed unfortified and as rich as at the start."""
    seen, own = view["lands"][name], view["own"]["lands"].get(name)
    owner, happiness, population = seen["owner"], seen["happiness"], seen["population"]
    if own is None:
        return Land(name, owner, happiness, population, constants.start_tax_coefficient)
    return Land(name, owner, happiness, population, own["tax_coefficient"], own["fortification"], own["sold"])


def known_lord(view: Json, seat: Seat, constants: Constants) -> Lord:
    """A lord: another's treasury is supposed empty, and nothing is known of his memories."""
    seen, own = view["lords"][seat], view["own"]
    lord = Lord(
        seat,
        seen["number"],
        seen["name"],
        KnightId(seen["number"]),
        0,
        Retreat(constants.retreat_peasants, constants.retreat_garrison, constants.retreat_knight),
        KnightId(next_number(seen["number"], max(map(int, own["knights"])))),
        ArmyId(next_number(seen["number"], max(map(int, own["armies"]), default=0))),
        seen["title"],
        seen["alive"],
        {Seat(ally): 0 for ally in seen["allies"]},
        {Seat(enemy): 0 for enemy in seen["enemies"]},
    )
    if seat == own["seat"]:
        lord.knight, lord.treasury = KnightId(own["lord_knight"]), own["treasury"]
        lord.retreat = convert(own["retreat"], Retreat)
        lord.memories = {LandName(name): Memory(happiness, view["turn"]) for name, happiness in own["memories"].items()}
    return lord


def own_knights(view: Json, seat: Seat) -> dict[KnightId, Knight]:
    """The lord's own knights, himself included."""
    knights = {}
    for id, seen in view["own"]["knights"].items():
        knight = Knight(KnightId(int(id)), seat, seen["name"], seen["renown"], seen["pay"], seen["land"])
        knight.army, knight.hired = seen["army"], seen["hired"]
        knights[knight.id] = knight
    return knights


def other_lords_in_person(view: Json, seat: Seat, supposed: Mapping[Seat, float]) -> dict[KnightId, Knight]:
    """The other living lords; a lord-knight's number is his lord's (GP-ARM-09), his place is any of his lands."""
    homes = {land["owner"]: LandName(name) for name, land in view["lands"].items()}
    anywhere = LandName(next(iter(view["lands"])))
    average = view["means"]["knight_renown"]
    knights = {}
    for other, lord in view["lords"].items():
        if lord["alive"] and other != seat:
            renown, home = supposed.get(other, average), homes.get(other, anywhere)
            knights[KnightId(lord["number"])] = Knight(
                KnightId(lord["number"]), Seat(other), lord["name"], renown, 0, home
            )
    return knights


class KnownTurn(Turn):
    """A turn played on the known realm. `before` are the renowns at its start, reckoned on what is known."""

    def __init__(self, realm: Realm, sheets: Mapping[Seat, Sheet], view: Json) -> None:
        self.view, self.before = view, breakdowns(realm)
        super().__init__(realm, sheets, Rng(b""))  # what is drawn (a spy's success) changes no figure that is shown

    def open_phase(self) -> None:
        """Takes the averages and ranks: the public ones, moved by what has changed on the known realm."""
        self.snapshot = known_snapshot(self)


def known_turn(
    view: Json, sheet: Sheet = (), *, partners: bool = False, supposed: Mapping[Seat, float] | None = None
) -> KnownTurn:
    """A turn about to be played on the known realm with this sheet alone.

    With `partners`, the lords named in sales, offers of alliance and offers of peace give the mirror orders, and
    buyers have the money.
    """
    realm = known_realm(view, supposed)
    seat = Seat(view["own"]["seat"])
    sheets: dict[Seat, Sheet] = {seat: sheet}
    if partners:
        sheets |= replies(seat, sheet)
        for order in sheet:
            if isinstance(order, Sell):
                realm.lords[order.buyer].treasury += order.price
    return KnownTurn(realm, sheets, view)


def replies(seat: Seat, sheet: Sheet) -> dict[Seat, Sheet]:
    """The orders by which other lords would keep their side of what this sheet proposes to them."""
    answers: dict[Seat, list[Order]] = {}
    for order in sheet:
        if isinstance(order, Sell):
            answers.setdefault(order.buyer, []).append(Buy(seat, order.land, order.price))
        elif isinstance(order, Buy):
            answers.setdefault(order.seller, []).append(Sell(seat, order.land, order.price))
        elif isinstance(order, (OfferAlliance, OfferPeace)):
            answers.setdefault(order.lord, []).append(type(order)(seat))
    return {other: tuple(orders) for other, orders in answers.items()}


def known_phases(turn: KnownTurn, through: int) -> Iterator[int]:
    """Plays the phases 1 to `through` prudently, giving the number of each once it is played.

    Whatever changes a figure is told: averages are taken anew after a phase of which something was told.
    """
    moved = False
    for phase in PHASES[:through]:
        resolve = PRUDENT.get(phase.number, phase.resolve)
        if resolve is not None:
            if moved:
                turn.open_phase()
            told = len(turn.events)
            resolve(turn)
            moved = len(turn.events) > told
            yield phase.number


def known_opening(view: Json, sheet: Sheet, phase: int) -> KnownTurn:
    """The turn as this phase opens, its averages taken, after what the sheet orders for the phases before it."""
    turn = known_turn(view, sheet)
    for _ in known_phases(turn, phase - 1):
        pass  # each phase is played as it is asked for
    turn.open_phase()
    return turn


def prudent_calls_and_levies(turn: Turn) -> None:
    """Phase 5 with each knight at the highest price, and the treasury empty if it cannot pay them all so."""
    tried: Counter[Seat] = Counter()
    for lord, line, order in turn.orders(CallKnights, Levy):
        if isinstance(order, Levy):
            levy(turn, lord, line, order)
            continue
        number = knights_to_try(turn, lord, line, order, tried)
        strongest = strongest_knight(turn.now.knights[lord.knight].renown)
        asked = number * knight_price(strongest, turn.snapshot.mean_knight_renown, turn.constants)
        if number:
            amount = min(asked, lord.treasury)
            lord.treasury -= amount
            data = {"order": line, "number": number, "asked": asked, "amount": amount, "treasury": lord.treasury}
            turn.tell(lord.seat, "GP-CHE-03", "knights_at_most", **data)


def own_transfers(turn: Turn) -> None:
    """Phase 6 among the lord's own: whether another lord's knight is there to take men is not known."""
    assignments(turn)
    transfers(turn, set(), to_others=False)
    for lord, line, order in turn.orders(Transfer):
        if isinstance(order.target, ForeignKnight):
            turn.tell(lord.seat, "GP-TSF-01", "gift_not_counted", order=line, men=order.men)
    garrisons(turn)


# Attacks, diplomacy, moves and the running of jousts cannot be foreseen; none of them takes money from a treasury.
PRUDENT: Mapping[int, Callable[[Turn], None] | None] = {
    5: prudent_calls_and_levies,
    6: own_transfers,
    7: None,
    8: None,
    9: None,
    11: None,
}


def known_snapshot(turn: KnownTurn) -> Snapshot:
    """The averages and ranks at this instant: the public ones, moved by what has changed on the known realm."""
    now, view, before, after = turn.now, turn.view, turn.before, breakdowns(turn.now)
    seat = view["own"]["seat"]
    renowns = {
        other: own_breakdown(view, before[other], after[other]).total
        if other == seat
        else max(1.0, view["lords"][other]["global_renown"] + drift(before[other], after[other]))
        for other in after
    }
    return Snapshot(
        mean_happiness=mean_happiness(now),
        mean_population=mean_population(now),
        mean_knight_renown=view["means"]["knight_renown"],
        mean_global_renown=fsum(renowns.values()) / len(renowns) if renowns else 1.0,
        max_global_renown=max(renowns.values(), default=1.0),
        global_renown=renowns,
        order=by_rank(renowns, turn.entered, {other: lord.number for other, lord in now.lords.items()}),
    )


def own_breakdown(view: Json, before: Breakdown, after: Breakdown) -> Breakdown:
    """The lord's own renown: his part is known, that of allies and enemies is known as two sums (GP-INF-03)."""
    told = view["own"]["renown"]
    return msgspec.structs.replace(
        after,
        allies=told["allies"] + (after.allies - before.allies),
        enemies=told["enemies"] + (after.enemies - before.enemies),
    )


def drift(before: Breakdown, after: Breakdown) -> float:
    """How far another lord's global renown has moved, by his lands and his rents."""
    return (after.lands - before.lands) + (after.treasury - before.treasury)
