"""Alliances and peace, by rules that two bots compute alike from public facts, so that their orders meet (phase 8)."""

from __future__ import annotations

from itertools import combinations
from math import inf

from heraut.bots.gloire.planner import Planner
from heraut.bots.gloire.war import cost_of_enemy, weight
from heraut.engine.protocol import Json, Seat
from heraut.games.gloire.orders import CallToArms, DeclareWar, OfferAlliance, OfferPeace

COURTING = 3  # turns during which neighbours court one another; then everyone has his day

FAR_BEHIND = 0.88  # share of the first lord's renown below which one's own cause is lost


def regard(view: Json, other: Seat) -> float:
    """How a lord stands to another, by what is public: from -1, an enemy, over 0 to 1, an ally."""
    me, other_lord = view["lords"][view["own"]["seat"]], view["lords"][other]
    if other in me["allies"]:
        return 1.0
    if other in me["enemies"]:
        return -1.0
    friends, foes = set(other_lord["allies"]), set(other_lord["enemies"])
    near = len(friends & set(me["allies"])) + len(foes & set(me["enemies"]))
    far = len(friends & set(me["enemies"])) + len(foes & set(me["allies"]))
    return (near - far) / (near + far + 2)


def strength(view: Json, seat: Seat) -> float | None:
    """A lord's renown as a share of the most renowned one's: all know it."""
    share: float = view["lords"][seat]["global_renown"] / view["means"]["max_global_renown"]
    return share


def offer_alliances(planner: Planner) -> None:
    """ALL to whoever makes the same choice from the same public data."""
    if planner.traits.staunch:
        return
    for a, b in betrothals(planner):
        if planner.seat in (a, b):
            planner.order(OfferAlliance(b if a == planner.seat else a))


def seek_allies(planner: Planner) -> None:
    """ALL besides, to the nearest who suit, as far as there is room: an unanswered offer is known to nobody.

    Never so many that a single lord could be everybody's ally (GP-VIC-01): two others are left at least.
    """
    offered = {order.lord for order in planner.orders if isinstance(order, OfferAlliance)}
    most = min(planner.traits.open_hand, len(living(planner)) - 3)
    room = most - len(planner.allies) - len(offered)
    if room <= 0 or planner.traits.staunch:
        return
    suits = [seat for seat in strangers(planner) if seat not in offered and not nearly_crowned(planner, seat)]
    suits.sort(key=lambda seat: (apart(planner, planner.seat, seat), planner.tie_break(seat)))
    planner.order(*[OfferAlliance(seat) for seat in suits[:room]])


def strangers(planner: Planner) -> list[Seat]:
    """The lords who could become allies: nothing public stands between us, and we mean them no war."""
    ours = planner.foes
    return [
        seat
        for seat in living(planner)
        if seat != planner.seat
        and seat not in planner.allies
        and seat not in ours
        and not set(planner.allies) & set(planner.lords[seat]["enemies"])
        and not ours & set(planner.lords[seat]["allies"])
    ]


def nearly_crowned(planner: Planner, seat: Seat) -> bool:
    """Whether a lord lacks so few allies that one more might crown him."""
    return len(planner.lords[seat]["allies"]) >= len(living(planner)) - 3


def bow_or_claim(planner: Planner) -> None:
    """When the end is near: the first claims everybody's hand, and those far behind give theirs, which may crown him.

    It is how a lord concedes: the rules know no other way but to abdicate.
    """
    first = max(living(planner), key=lambda seat: (planner.renown_of(seat), seat))
    height = planner.renown_of(first)
    if not planner.traits.bends or height < planner.traits.bends * planner.constants.renown_victory:
        return
    offered = {order.lord for order in planner.orders if isinstance(order, OfferAlliance)}
    if first == planner.seat:
        planner.order(*[OfferAlliance(seat) for seat in strangers(planner) if seat not in offered])
    elif planner.traits.staunch:
        return
    elif first in planner.enemies:
        if not any(isinstance(order, OfferPeace) and order.lord == first for order in planner.orders):
            planner.order(OfferPeace(first))
    elif planner.renown_of(planner.seat) < FAR_BEHIND * height and first in strangers(planner) and first not in offered:
        planner.order(OfferAlliance(first))


def most_allies(planner: Planner) -> int:
    """How many allies a lord keeps: a third of the others at most, so that no alliance wins by itself."""
    return min(planner.traits.friends, (len(living(planner)) - 1) // 3)


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
    """PAI to enemies no weaker and no stronger than ourselves, or out of reach, on the turn that suits both.

    Whoever calls his allies every turn needs his wars.
    """
    if planner.calls_every_turn:
        return
    for seat in planner.enemies:
        numbers = planner.me["number"] + planner.lords[seat]["number"]
        due = (numbers + planner.turn) % planner.traits.truce == 0 and fruitless(planner, seat)
        if due or weight(planner, seat) > planner.traits.weary * weight(planner, planner.seat):
            planner.order(OfferPeace(seat))


def fruitless(planner: Planner, seat: Seat) -> bool:
    """Whether a war can bring neither side anything: both are as renowned, or their lands do not touch."""
    mine, theirs = planner.me["global_renown"], planner.renown_of(seat)
    return max(mine, theirs) < planner.traits.even * min(mine, theirs) or apart(planner, planner.seat, seat) > 1


def honour_calls(planner: Planner) -> None:
    """Declares the wars that a call to arms demands; a call against an ally of ours cannot be honoured."""
    calls = [call["enemies"] for call in planner.view["own"]["calls"] if call["called"] == planner.seat]
    owed = {foe for foes in calls if not set(foes) & {planner.seat, *planner.allies} for foe in foes}
    foes = [foe for foe, lord in planner.lords.items() if foe in owed and lord["alive"] and foe not in planner.enemies]
    if planner.traits.honour < inf and price_of_refusal(planner) < price_of_wars(planner, foes):
        return
    planner.order(*[DeclareWar(foe) for foe in foes])


def price_of_refusal(planner: Planner) -> float:
    """The renown that the calls of this turn cost if none is answered, as this lord weighs it (GP-REF-01)."""
    callers = {call["caller"] for call in planner.view["own"]["calls"] if call["called"] == planner.seat}
    return planner.traits.honour * planner.constants.refusal_share * sum(planner.renown_of(seat) for seat in callers)


def price_of_wars(planner: Planner, foes: list[Seat]) -> float:
    """The renown that these lords cost as enemies."""
    return sum(cost_of_enemy(planner, foe) for foe in foes)


def call_allies(planner: Planner) -> None:
    """APP to the allies who have not joined yet, when an enemy is clearly more renowned than we are.

    Or to all of them in the name of any war, every turn: who refuses pays a tenth of our renown from his own
    (GP-REF-01), who obeys makes an enemy, and the call costs us nothing.
    """
    if planner.calls_every_turn:
        if planner.foes:
            loyal = [ally for ally in planner.allies if not planner.foes & set(planner.lords[ally]["allies"])]
            planner.order(*[CallToArms(ally) for ally in loyal])
        return
    strong = [
        seat for seat in planner.enemies if planner.renown_of(seat) > planner.traits.even * planner.me["global_renown"]
    ]
    for ally in planner.allies:
        theirs = planner.lords[ally]
        if any(foe not in theirs["enemies"] for foe in strong) and not set(theirs["allies"]) & set(planner.enemies):
            planner.order(CallToArms(ally))
