"""Alliances and peace, by rules that two bots compute alike from public facts, so that their orders meet (phase 8)."""

from __future__ import annotations

from itertools import combinations

from heraut.bots.gloire.planner import Planner
from heraut.engine.protocol import Seat
from heraut.games.gloire.orders import CallToArms, DeclareWar, OfferAlliance, OfferPeace

COURTING = 3  # turns during which neighbours court one another; then everyone has his day
FRIENDS = 4  # allies enough: more would leave nobody to go to war with
TRUCE = 5  # two enemies think of peace every so many turns
EVEN = 1.25  # ratio of renowns under which neither enemy can hope to win


def offer_alliances(planner: Planner) -> None:
    """ALL to whoever makes the same choice from the same public data."""
    for a, b in betrothals(planner):
        if planner.seat in (a, b):
            planner.order(OfferAlliance(b if a == planner.seat else a))


def most_allies(planner: Planner) -> int:
    """How many allies a lord keeps: a third of the others at most, so that no alliance wins by itself."""
    return min(FRIENDS, (len(living(planner)) - 1) // 3)


def living(planner: Planner) -> list[Seat]:
    """The lords still in play, in the order of their numbers."""
    return [seat for seat, lord in planner.lords.items() if lord["alive"]]


def betrothals(planner: Planner) -> list[tuple[Seat, Seat]]:
    """The pairs of lords who shall offer each other an alliance this turn, nearest first, each within his number."""
    most = most_allies(planner)
    vacancies = {seat: most - len(planner.lords[seat]["allies"]) for seat in living(planner)}
    pairs = [
        (apart(planner, a, b), a, b)
        for a, b in combinations([seat for seat, vacant in vacancies.items() if vacant > 0], 2)
        if compatible(planner, a, b)
    ]
    chosen = []
    for _, a, b in sorted(pairs):
        if vacancies[a] > 0 and vacancies[b] > 0:
            chosen.append((a, b))
            vacancies[a] -= 1
            vacancies[b] -= 1
    return chosen


def compatible(planner: Planner, a: Seat, b: Seat) -> bool:
    """Whether nothing public stands between two lords, and this is their day."""
    one, other = planner.lords[a], planner.lords[b]
    if planner.turn > COURTING and (one["number"] + other["number"] + planner.turn) % len(planner.lords):
        return False
    if b in one["allies"] or b in one["enemies"]:
        return False
    return not (set(one["allies"]) & set(other["enemies"]) or set(one["enemies"]) & set(other["allies"]))


def apart(planner: Planner, a: Seat, b: Seat) -> int:
    """The distance between the nearest lands of two lords; a large number if one has none."""
    distances, held = planner.atlas.distances, planner.holdings
    return min((distances[mine][theirs] for mine in held[a] for theirs in held[b]), default=99)


def offer_peace(planner: Planner) -> None:
    """PAI to enemies no weaker and no stronger than ourselves, or out of reach, on the turn that suits both."""
    for seat in planner.enemies:
        numbers = planner.me["number"] + planner.lords[seat]["number"]
        if (numbers + planner.turn) % TRUCE == 0 and fruitless(planner, seat):
            planner.order(OfferPeace(seat))


def fruitless(planner: Planner, seat: Seat) -> bool:
    """Whether a war can bring neither side anything: both are as renowned, or their lands do not touch."""
    mine, theirs = planner.me["global_renown"], planner.renown_of(seat)
    return max(mine, theirs) < EVEN * min(mine, theirs) or apart(planner, planner.seat, seat) > 1


def honour_calls(planner: Planner) -> None:
    """Declares the wars that a call to arms demands; a call against an ally of ours cannot be honoured."""
    calls = [call["enemies"] for call in planner.view["own"]["calls"] if call["called"] == planner.seat]
    owed = {foe for foes in calls if not set(foes) & {planner.seat, *planner.allies} for foe in foes}
    for foe, lord in planner.lords.items():
        if foe in owed and lord["alive"] and foe not in planner.enemies:
            planner.order(DeclareWar(foe))


def call_allies(planner: Planner) -> None:
    """APP to the allies who have not joined yet, when an enemy is clearly more renowned than we are."""
    strong = [seat for seat in planner.enemies if planner.renown_of(seat) > EVEN * planner.me["global_renown"]]
    for ally in planner.allies:
        theirs = planner.lords[ally]
        if any(foe not in theirs["enemies"] for foe in strong) and not set(theirs["allies"]) & set(planner.enemies):
            planner.order(CallToArms(ally))
