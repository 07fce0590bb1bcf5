"""What a family counts before it decides, from what its reader may see (FI-TOO-02): incomes, points, votes, fiefs."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from heraut.engine.protocol import Json
from heraut.games.fief.board.places import BISHOPRIC_IDS, IN_REGION, RANK, REGION_IDS, VILLAGE_IDS
from heraut.games.fief.tables import CONSTANTS

RATES, POINTS = CONSTANTS.incomes, CONSTANTS.points
TITLE_POINTS = (POINTS.baron, POINTS.count, POINTS.duke)


# Incomes to come (FI-INC)


class Income(msgspec.Struct, frozen=True):
    """A line of the coming incomes, as the board stands: `source` is a village, a see, a region or a lord.

    `sort` is "village", "tithe", "taille", "pension", or "aside" (a village's, kept for the captive lord of its fief).
    `why` says what is missing from it: "absent" (nobody occupies it), "famine", "tithe" (its mills and presses pay a
    bishop), "crowd" (too many pawns), "captive", or "".
    """

    sort: str
    source: str
    money: int
    why: str = ""


def incomes(view: Json, seat: str) -> list[Income]:
    """What phase 2 would bring a family now: villages, taxes that lie on the table, pensions (FI-INC-01)."""
    return [*village_incomes(view, seat), *tithes(view, seat), *tailles(view, seat), *pensions(view, seat)]


def village_incomes(view: Json, seat: str) -> Iterator[Income]:
    """Castle or city, mills and presses of each village that is the family's (FI-INC-02 to 05, FI-PRI-09)."""
    for name, village in view["villages"].items():
        if village["owner"] != seat:
            continue
        fixed, made = fort_income(village), works_income(village)
        if not fixed and not made:
            continue
        if not is_paid(view, name):
            yield Income("village", name, 0, "absent")
            continue
        why = silence_of(view, name) if made else ""
        fief = view["regions"][village["region"]]["fief"]
        bearer = view["lords"].get(fief["bearer"]) if fief else None
        aside = bearer is not None and bearer["captor"] is not None
        yield Income("aside" if aside else "village", name, fixed + (0 if why else made), why)


def fort_income(village: Json) -> int:
    """What a castle or a city yields."""
    return {"open": 0, "castle": RATES.castle, "city": RATES.city}[village["fort"]]


def works_income(village: Json) -> int:
    """What mills and presses make."""
    return int(village["mills"] * RATES.mill + village["presses"] * RATES.press)


def is_paid(view: Json, name: str) -> bool:
    """Its owner occupies the village, or the capital of its fief (FI-INC-03, FI-INC-04)."""
    village = view["villages"][name]
    fief = view["regions"][village["region"]]["fief"]
    places = [name, *([fief["capital"]] if fief else [])]
    return any(village["owner"] in view["villages"][place]["present"] for place in places)


def silence_of(view: Json, name: str) -> str:
    """Why mills and presses pay their owner nothing (FI-INC-05, FI-DIM-03)."""
    village = view["villages"][name]
    if view["regions"][village["region"]]["famine"]:
        return "famine"
    if view["settings"]["population_pressure"] and crowd(view, name) > CONSTANTS.crowd.silent_above:
        return "crowd"
    return "tithe" if bishop_paid(view, village["bishopric"]) else ""


def crowd(view: Json, name: str) -> int:
    """The pawns in a village (FI-VB-01): at least so many, where the reader may not count a stack."""
    lords: int = sum(lord["village"] == name for lord in view["lords"].values())
    stacks = [stack for stack in view["stacks"] if stack["village"] == name]
    return lords + sum(1 if stack["tokens"] is None else sum(stack["tokens"]) for stack in stacks)


def bishop_paid(view: Json, see: str) -> str | None:
    """The family that a tithe on the table pays: its bishop must be free (FI-DIM-05, FI-PRI-06)."""
    one = view["bishoprics"][see]
    lord = view["lords"].get(one["bishop"]) if one["tithe"] else None
    return str(lord["seat"]) if lord is not None and lord["captor"] is None else None


def tithes(view: Json, seat: str) -> Iterator[Income]:
    """What all mills and presses of a bishopric pay its bishop (FI-DIM-03, FI-DIM-04)."""
    for see in BISHOPRIC_IDS:
        if bishop_paid(view, see) == seat:
            paying = [
                village
                for name, village in view["villages"].items()
                if village["bishopric"] == see and is_paid(view, name) and silence_of(view, name) == "tithe"
            ]
            yield Income("tithe", see, sum(map(works_income, paying)))


def tailles(view: Json, seat: str) -> Iterator[Income]:
    """200 a village of the fief without an enemy, if the capital is occupied (FI-TAI-03 to 05)."""
    for region, name in enumerate(REGION_IDS):
        fief = view["regions"][name]["fief"]
        if not view["regions"][name]["taille"] or not fief or fief["holder"] != seat:
            continue
        bearer = view["lords"].get(fief["bearer"])
        if bearer is None or bearer["captor"] is not None:
            yield Income("taille", name, 0, "captive")
        elif seat not in view["villages"][fief["capital"]]["present"]:
            yield Income("taille", name, 0, "absent")
        else:
            free = [v for v in IN_REGION[region] if not enemies_in(view, seat, VILLAGE_IDS[v])]
            yield Income("taille", name, RATES.taille * len(free))


def enemies_in(view: Json, seat: str, name: str) -> bool:
    """Whether peasants stand in a village of his, or somebody who is neither ally nor his guest (FI-TAI-04)."""
    village, revolt = view["villages"][name], view["revolt"]
    if revolt is not None and (revolt["village"], revolt["position"]) == (name, "in"):
        return True
    friends = (seat, view["seats"][seat]["ally"])
    return any(other not in friends and village["guests"].get(other) != seat for other in village["present"])


def pensions(view: Json, seat: str) -> Iterator[Income]:
    """King, Queen and Regent; nothing for captives, nor for a minor King (FI-INC-07)."""
    for name, lord in view["lords"].items():
        rate = {"king": 0 if lord["minor"] else RATES.king, "queen": RATES.queen + RATES.king * lord["regent"]}
        if lord["seat"] == seat and lord["crown"] in rate and rate[lord["crown"]]:
            captive = lord["captor"] is not None
            yield Income("pension", name, 0 if captive else rate[lord["crown"]], "captive" if captive else "")


# Points (FI-PTS-02)


def points(view: Json, seat: str) -> int:
    """What a count would give a family now; without the purse, which is known to itself alone."""
    own = view.get("own")
    purse = own["purse"] if own is not None and own["seat"] == seat else 0
    total = POINTS.purse * (purse // POINTS.per_purse)
    for region, name in enumerate(REGION_IDS):
        fief = view["regions"][name]["fief"]
        total += TITLE_POINTS[RANK[region]] * (fief is not None and fief["holder"] == seat)
    crowns = {"king": POINTS.king, "queen": POINTS.queen, "prince": POINTS.crown_prince, None: 0}
    for name in view["seats"][seat]["lords"]:
        lord = view["lords"][name]
        total += POINTS.bishop * (lord["bishop"] is not None) + POINTS.cardinal * lord["cardinal"]
        total += crowns[lord["crown"]]
    return int(total)


# Votes and coronation (FI-ELE-03, FI-COR-03)


class Voices(msgspec.Struct, frozen=True):
    """Who of a family votes, and who could crown: free bishops, and free cardinals."""

    voters: tuple[str, ...]
    bishops: tuple[str, ...]
    cardinals: tuple[str, ...]


def voices(view: Json, seat: str) -> Voices:
    """The voices of a family."""
    lords = {name: view["lords"][name] for name in view["seats"][seat]["lords"]}
    free = {name: lord for name, lord in lords.items() if lord["captor"] is None}
    return Voices(
        tuple(name for name, lord in free.items() if lord["votes"]),
        tuple(name for name, lord in free.items() if lord["bishop"] is not None),
        tuple(name for name, lord in free.items() if lord["cardinal"]),
    )


# Fiefs within reach (FI-FIE-01, FI-FIE-02)


class Missing(msgspec.Struct, frozen=True):
    """What a family lacks to make a fief of a region: nothing of it, if all of this is empty.

    `held` is the family that has the title already, "" of a title that belongs to nobody for now (FI-CAP-09).
    `villages` are those that are not its own or where it has no pawn, `shared` those where strangers or peasants
    stand; `money` what its purse lacks, which it alone may know.
    """

    held: str | None = None
    villages: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    castle: bool = False
    lord: bool = False
    money: int = 0

    @property
    def nothing(self) -> bool:
        """Whether the title can be bought."""
        return self == Missing()


def missing(view: Json, seat: str, region: str) -> Missing:
    """What is still missing."""
    one, number = view["regions"][region], REGION_IDS.index(region)
    if one["fief"] is not None:
        return Missing(held=one["fief"]["holder"] or "")
    names = [VILLAGE_IDS[village] for village in IN_REGION[number]]
    villages = {name: view["villages"][name] for name in names}
    price = CONSTANTS.prices.village_of_title * len(names)
    own = view.get("own")
    purse = own["purse"] if own is not None and own["seat"] == seat else price
    return Missing(
        villages=tuple(
            n for n, village in villages.items() if village["owner"] != seat or seat not in village["present"]
        ),
        shared=tuple(name for name in names if enemies_in(view, seat, name)),
        castle=not any(village["fort"] == "castle" for village in villages.values()),
        lord=not any(view["lords"][name]["captor"] is None for name in view["seats"][seat]["lords"]),
        money=max(0, price - purse),
    )
