"""The board as the view shows it: families, lords, villages, regions, affairs. Nothing is drawn here but purses."""

from __future__ import annotations

from math import log
from typing import Any

from heraut.engine.decoding import convert
from heraut.engine.rng import Rng
from heraut.games.fief.board.places import REGION_IDS, VILLAGE_IDS, VILLAGE_OF
from heraut.games.fief.entries import Attack, Deal, DealCount, Guest, PlayerAt, Widowed
from heraut.games.fief.guess.known import LORD_OF, PHASE_NUMBER, SEE_NUMBER, Known, lord, village
from heraut.games.fief.identities import (
    FACE_DOWN,
    FORTS,
    POSITIONS,
    BlazonNo,
    Fort,
    Holder,
    PlayerNo,
    Position,
    Presents,
    Vacancy,
)
from heraut.games.fief.orders.order import Couple
from heraut.games.fief.state import Deposit, Family, Lord, Paper, Plan, Realm, Revolt, Settings, VillagePlan
from heraut.games.fief.tables import CONSTANTS, blazons

BLAZON_NUMBER = {name: BlazonNo(number) for number, name in enumerate(blazons())}
POSITION = {name: Position(number) for number, name in enumerate(POSITIONS)}
FORT = {name: Fort(number) for number, name in enumerate(FORTS)}
USUAL_PURSE, LARGEST_PURSE = 5, 40  # hundreds of écus that others have on average, and at most


def bare_board(known: Known, rng: Rng) -> Realm:
    """Everything that lies open, with purses drawn; without cards, soldiers and tasks."""
    view = known.view
    gates, crown = view["gates"], view["crown"]
    realm = Realm(
        settings=settings_of(view["settings"]),
        seats=known.seats,
        turn=view["turn"],
        phase=PHASE_NUMBER[view["phase"]],
        order=known.players(view["order"]),
        first=known.number[view["first"]],
        families=[family_of(known, seat, rng) for seat in known.seats],
        lords=lords_of(known),
        stacks=[],
        **land_of(known),
        tasks=[],
        guests=guests_of(known),
        revolt=revolt_of(known),
        king=lord(crown["king"]),
        queen=lord(crown["queen"]),
        prince=lord(crown["prince"]),
        regent=crown["regent"],
        minor=crown["minor"],
        majority=crown["majority"] or 0,
        births=len(view["lords"]),
        widowed=widowed_of(known),
        leaves=places(known, gates["open"]),
        exits=places(known, gates["shut"]),
        refused=places(known, gates["refused"]),
        attacks=tuple(
            [Attack(VILLAGE_OF[v], known.number[a], known.player(target)) for v, a, target in view["attacks"]]
        ),
        ready=known.players(view["ready"]),
        closing=known.players(view["closing"]),
    )
    return realm


def settings_of(seen: dict[str, Any]) -> Settings:
    """What was chosen before the start."""
    return convert(seen, Settings)


def places(known: Known, seen: list[list[str]]) -> tuple[PlayerAt, ...]:
    """Players at villages."""
    return tuple([PlayerAt(VILLAGE_OF[name], known.number[seat]) for name, seat in seen])


# Families


def family_of(known: Known, seat: str, rng: Rng) -> Family:
    """A family; of another one the purse is drawn, and it has given no orders beforehand."""
    seen, ask = known.view["seats"][seat], ("ask",) * len(known.seats)
    own = known.own if known.number[seat] == known.me else None
    family = Family(
        seen["name"],
        own["purse"] if own is not None else purse(rng) if seen["alive"] else 0,
        BLAZON_NUMBER[seen["blazon"]] if seen["blazon"] is not None else None,
        alive=seen["alive"],
        conceded=seen["conceded"],
        wants_out=seen["wants_out"],
        silent=CONSTANTS.silent_turns if seen["absent"] else 0,
        deadline=seen["deadline"],
        score=seen["score"],
        left=seen["left"],
        entry=ask,
        exit=ask,
    )
    if own is not None:
        instruct(known, family, own)
    return family


def purse(rng: Rng) -> int:
    """What another might have: hundreds, seldom many."""
    return CONSTANTS.unit * min(LARGEST_PURSE, int(-log(1 - rng.random()) * USUAL_PURSE))


def instruct(known: Known, family: Family, own: dict[str, Any]) -> None:
    """One's own instructions (FI-DP-43)."""
    family.entry = tuple([own["entry"].get(seat, "ask") for seat in known.seats])
    family.exit = tuple([own["exit"].get(seat, "ask") for seat in known.seats])
    family.plan = plan_of(known, own["plan"])
    family.plans = tuple([VillagePlan(VILLAGE_OF[at], plan_of(known, plan)) for at, plan in own["plans"].items()])
    family.deposits = tuple(
        [Deposit(PHASE_NUMBER[d["phase"]], tuple(d["lines"]), d["ask"], d["ask_if_hit"]) for d in own["deposits"]]
    )
    paper = own["paper"]
    family.paper = Paper(
        Presents.NOBODY if paper["candidate"] == "" else lord(paper["candidate"]),
        None if paper["votes"] is None else known.lords(paper["votes"]),
        None if paper["crowns"] is None else known.lords(paper["crowns"]),
    )


def plan_of(known: Known, seen: dict[str, Any]) -> Plan:
    """A battle plan."""
    return Plan(**{**seen, "lords": known.lords(seen["lords"])})


# People


def lords_of(known: Known) -> list[Lord | None]:
    """All lords in play, by number, born in the order in which the view lists them."""
    found: list[Lord | None] = [None] * len(LORD_OF)
    for born, (name, seen) in enumerate(known.view["lords"].items(), start=1):
        number = LORD_OF[name]
        found[number] = Lord(
            number,
            known.number[seen["seat"]],
            born,
            village(seen["village"]),
            POSITION[seen["position"]],
            village(seen["road"]),
            seen["steps"],
            seen["solo"],
            known.player(seen["captor"]),
            SEE_NUMBER[seen["bishop"]] if seen["bishop"] is not None else None,
            seen["cardinal"],
            seen["darc"],
            lord(seen["spouse"]),
            dungeon=seen["dungeon"],
        )
    return found


def widowed_of(known: Known) -> tuple[Widowed, ...]:
    """Allies without a living marriage: a family that has died out, and the spouse who will inherit (FI-INH-03)."""
    seats, lords = known.view["seats"], known.view["lords"]
    married = {seen["seat"] for seen in lords.values() if seen["spouse"] is not None}
    found = []
    for seat, seen in seats.items():
        if seen["ally"] is None or seat in married or any(one["seat"] == seat for one in lords.values()):
            continue
        heirs = [name for name, one in lords.items() if one["seat"] == seen["ally"] and one["spouse"] is None]
        found += [Widowed(known.number[seat], LORD_OF[heirs[0]])] if heirs else []
    return tuple(found)


def revolt_of(known: Known) -> Revolt | None:
    """The peasants; their card is dealt with the others."""
    seen = known.view["revolt"]
    if seen is None:
        return None
    ones, threes, sixes = seen["tokens"]
    return Revolt(
        FACE_DOWN,
        known.number[seen["controller"]],
        VILLAGE_OF[seen["village"]],
        ones,
        threes,
        sixes,
        position=POSITION[seen["position"]],
        road=village(seen["road"]),
        steps=seen["steps"],
    )


# Land


def land_of(known: Known) -> dict[str, Any]:
    """Villages and regions, as a realm has them; of a fief's villages, whose they were before is left to its holder."""
    villages = [known.view["villages"][name] for name in VILLAGE_IDS]
    fiefs = [known.view["regions"][name]["fief"] for name in REGION_IDS]
    return {
        "owners": tuple([known.player(seen["owner"]) for seen in villages]),
        "forts": tuple([FORT[seen["fort"]] for seen in villages]),
        "mills": tuple([seen["mills"] for seen in villages]),
        "presses": tuple([seen["presses"] for seen in villages]),
        "present": tuple([known.players(seen["present"]) for seen in villages]),
        "holders": tuple([holder_of(known, fief) for fief in fiefs]),
        "bearers": tuple([lord(fief["bearer"]) if fief is not None else None for fief in fiefs]),
        "capitals": tuple([VILLAGE_OF[fief["capital"]] if fief is not None else None for fief in fiefs]),
        "weather": (None,) * len(fiefs),
        "famine": (None,) * len(fiefs),
    }


def holder_of(known: Known, fief: dict[str, Any] | None) -> Holder:
    """Who holds a fief; a title of nobody waits for the end of the revolt, if there is one in its city (FI-CAP-09)."""
    if fief is None:
        return None
    holder: PlayerNo | None = known.player(fief["holder"])
    if holder is not None:
        return holder
    revolt = known.view["revolt"]
    risen = revolt is not None and revolt["village"] == fief["capital"]
    return Vacancy.ABEYANCE if risen else Vacancy.VACANT


def guests_of(known: Known) -> tuple[Guest, ...]:
    """Who has been let in where, by whom."""
    return tuple(
        [
            Guest(VILLAGE_OF[name], known.number[guest], known.number[host])
            for name in VILLAGE_IDS
            for guest, host in known.view["villages"][name]["guests"].items()
        ]
    )


# Deals


def deals_of(known: Known, cards: dict[int, list[Any]]) -> tuple[Deal, ...]:
    """The deals that one is party to; `cards` are those offered in each, by its place."""
    return tuple(
        [
            Deal(
                seen["number"],
                known.number[seen["proposer"]],
                known.number[seen["addressee"]],
                seen["gives"],
                seen["asks"],
                tuple(cards[place]),
                seen["asked_cards"],
                known.lords(seen["frees"]),
                known.lords(seen["claims"]),
                seen["sold"],
                tuple([Couple(*known.lords(couple)) for couple in seen["marriages"]]),
                seen["promise"],
            )
            for place, seen in enumerate(known.view["deals"])
        ]
    )


def counts_of(deals: tuple[Deal, ...]) -> tuple[DealCount, ...]:
    """How many deals pairs have proposed at least, from those that are open."""
    found: dict[tuple[PlayerNo, PlayerNo], int] = {}
    for deal in deals:
        one, other = sorted((deal.proposer, deal.addressee))
        found[one, other] = max(deal.number, found.get((one, other), 0))
    return tuple([DealCount(*pair, number) for pair, number in sorted(found.items())])
