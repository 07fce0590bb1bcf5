"""The coming year, rehearsed: a King's orders played in worlds that he cannot tell from the true one (the
issues of a year: how often, from the least to the most).

Everything is made of his view and of what he was told: what is hidden from him changes nothing here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice

import msgspec

from heraut.engine.protocol import Event, Json, Seat, seen_by
from heraut.engine.rng import Rng
from heraut.engine.spread import Spread, spread, tally
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.guess.world import guess
from heraut.games.rois.orders import Sheet
from heraut.games.rois.state import World
from heraut.games.rois.turn import resolve
from heraut.games.rois.view import living_views
from heraut.games.rois.view import view as view_of

# What another King orders, from what he sees: an `engine.play.Player`, as the bots are.
Other = Callable[[SheetDecision, Json, Rng], Sheet]

UNREFUGED = ("no_refuge", "leaderless", "escorted", "drowned")  # events that name the units that are lost


class Year(msgspec.Struct, frozen=True):
    """One rehearsed year: what the seat would be told of it, in order, and what it would see afterwards.

    `number` counts from 0: the same number is the same year, however many are asked for.
    """

    number: int
    events: tuple[Event, ...]
    view: Json


class Clash(msgspec.Struct, frozen=True):
    """The battles of one's own in a province in one season: in how many years they are fought and the last is won.

    `lost` are one's own units that are no more, `killed` those of the others, in the years in which there is a battle;
    `foes` tells in how many of these each kingdom (0: natives) is against one.
    """

    season: int
    province: int
    fought: int
    won: int
    lost: Spread
    killed: Spread
    foes: dict[int, int]


class Venture(msgspec.Struct, frozen=True):
    """What a character of one's own meets in one season: a guardian (`place`), another character (`other`), a beast.

    `met` is in how many years, `won` and `lost` who had the better of it (nobody, where both walk away); `endings` and
    `monsters` tell how often.
    """

    who: int
    season: int
    province: int
    place: int
    other: int
    met: int
    won: int
    lost: int
    endings: dict[str, int]
    monsters: dict[str, int]


class Vain(msgspec.Struct, frozen=True):
    """An order without effect: whose, when, its code, the reason, in how many years; and the first event telling it."""

    who: int
    season: int
    order: str
    reason: str
    times: int
    event: Event


class Summary(msgspec.Struct, frozen=True):
    """What so many rehearsed years have in common. Wherever there is no Spread: in how many of them.

    `gold`, `units`, `provinces`: at the end of the year; `losses`: units that are no more, those disbanded left out.
    `taken`, `fallen`: provinces; `deaths`, `gone` (out of service), `hired`: characters; `rises`: abilities in which a
    character gains a level, by character; `ignored`: orders without effect.
    `eliminated`: one's own kingdom is no more; `ends`: the match is over, by the road to it.
    """

    years: int
    gold: Spread
    units: Spread
    losses: Spread
    provinces: Spread
    taken: dict[int, int]
    fallen: dict[int, int]
    deaths: dict[int, int]
    gone: dict[int, int]
    hired: dict[int, int]
    rises: dict[int, dict[str, int]]
    ignored: tuple[Vain, ...]
    battles: tuple[Clash, ...]
    ventures: tuple[Venture, ...]
    eliminated: int
    ends: dict[str, int]


class Rehearsal(msgspec.Struct, frozen=True):
    """The years, and what they have in common."""

    years: tuple[Year, ...]
    summary: Summary


def rehearse(
    view: Json, events: Sequence[Event], sheet: Sheet, rng: Rng, *, years: int, other: Other | None = None
) -> Rehearsal:
    """The coming year under this sheet, so many times (at least once), each time in another world.

    `view` and `events` are those of the King (`guess`); without an `other` the rest of the world sends no orders,
    and defends (RO-TURN-07).
    Raises ValueError when the view is not that of a King in play.
    """
    played = tuple(islice(rehearsed(view, events, sheet, rng, other=other), years))
    return Rehearsal(played, summary(view, played))


def rehearsed(
    view: Json, events: Sequence[Event], sheet: Sheet, rng: Rng, *, other: Other | None = None, first: int = 0
) -> Iterator[Year]:
    """The same, year by year for as long as they are asked for, from that of number `first` on."""
    for number in count(first):
        yield rehearsed_year(view, events, sheet, rng, number, other=other)


def rehearsed_year(
    view: Json, events: Sequence[Event], sheet: Sheet, rng: Rng, number: int, *, other: Other | None = None
) -> Year:
    """One year: the world is guessed, the others write their sheets, the rules play it."""
    if "own" not in view:
        raise ValueError("only a King in play can rehearse his year")
    seat = Seat(view["own"]["seat"])
    world = guess(view, events, seat, rng.at("rehearsal", number, "guess"))
    sheets = {seat: sheet} | sheets_of_others(world, seat, other, rng.at("rehearsal", number, "others"))
    step = resolve(world, sheets, rng.at("rehearsal", number, "year"))
    return Year(number, seen_by(step.events, seat), view_of(step.state, seat))


def sheets_of_others(world: World, seat: Seat, other: Other | None, rng: Rng) -> dict[Seat, Sheet]:
    """What the other Kings order; silence where nobody plays them."""
    if other is None:
        return {}
    decisions = {who: SheetDecision(seen) for who, seen in living_views(world).items() if who != seat}
    return {who: other(decision, decision.view, rng.at(who)) for who, decision in decisions.items()}


# What they have in common


def summary(view: Json, years: Sequence[Year]) -> Summary:
    """What these years, at least one, have in common; `view` is that of the start. Raises ValueError on none."""
    own = [year.view.get("own") for year in years]
    alive = [each for each in own if each is not None]
    return Summary(
        years=len(years),
        gold=spread([each["gold"] if each else 0 for each in own]),
        units=spread([len(each["units"]) if each else 0 for each in own]),
        losses=spread([len(lost_units(year)) for year in years]),
        provinces=spread([len(each["provinces"]) if each else 0 for each in own]),
        taken=tally(set(each["provinces"]) - set(view["own"]["provinces"]) for each in alive),
        fallen=tally(set(view["own"]["provinces"]) - set(each["provinces"]) for each in alive),
        deaths=tally(dead(each) - dead(view["own"]) for each in alive),
        gone=tally(people(view["own"]) - people(each) for each in alive),
        hired=tally({each.data["other"] for each in year.events if each.kind == "hero_hired"} for year in years),
        rises=rises(years),
        ignored=tuple(vain_orders(years)),
        battles=tuple(clashes(years)),
        ventures=tuple(ventures(years)),
        eliminated=len(own) - len(alive),
        ends=tally({year.view["road"]} - {None} for year in years),
    )


def people(own: Json) -> set[int]:
    """One's own characters."""
    return {each["number"] for each in own["characters"]}


def dead(own: Json) -> set[int]:
    """Those of them who are dead."""
    return {each["number"] for each in own["characters"] if each["died"]}


def rises(years: Sequence[Year]) -> dict[int, dict[str, int]]:
    """Who gains a level, and in what."""
    gained = tally(
        {(event.data["who"], event.data["ability"]) for event in year.events if event.kind == "level_gained"}
        for year in years
    )
    found: dict[int, dict[str, int]] = {}
    for (who, ability), times in gained.items():
        found.setdefault(who, {})[ability] = times
    return found


def vain_orders(years: Sequence[Year]) -> Iterator[Vain]:
    """The orders that come to nothing, by character and season."""
    found: dict[tuple[int, int, str, str], list[Event]] = defaultdict(list)
    for year in years:
        for event in year.events:
            if event.kind == "ignored":
                data = event.data
                found[data["who"], data["season"], data["order"], data["reason"]].append(event)
    for vain, told in sorted(found.items()):
        yield Vain(*vain, len(told), told[0])


def lost_units(year: Year) -> set[int]:
    """The units of one's own that are no more, by number; those disbanded are not lost (RO-GEN-08)."""
    lost: set[int] = set()
    for event in year.events:
        if event.kind == "battle":
            lost |= {post["unit"] for post in event.data["own"] if post.get("after", 0) < 0}
        elif event.kind in UNREFUGED:
            lost |= {number for number, *_ in event.data["lost"]}
        elif event.kind == "unit_unpaid" and event.data["fate"] == "deserted":
            lost.add(event.data["unit"])
    return lost


def clashes(years: Sequence[Year]) -> Iterator[Clash]:
    """The battles by season and province."""
    found: dict[tuple[int, int], dict[int, list[Json]]] = defaultdict(lambda: defaultdict(list))
    for year in years:
        for event in year.events:
            if event.kind == "battle":
                found[event.data["season"], event.data["province"]][year.number].append(event.data)
    for (season, province), fought in sorted(found.items()):
        yield Clash(
            season,
            province,
            len(fought),
            sum(battles[-1]["won"] for battles in fought.values()),
            spread([sum(battle["lost"] for battle in battles) for battles in fought.values()]),
            spread([sum(battle["killed"] for battle in battles) for battles in fought.values()]),
            tally({foe for battle in battles for foe in battle["foes"]} for battles in fought.values()),
        )


def ventures(years: Sequence[Year]) -> Iterator[Venture]:
    """The encounters by character, season, province, and what or whom he meets."""
    found: dict[tuple[int, int, int, int, int], list[Json]] = defaultdict(list)
    for year in years:
        for event in year.events:
            if event.kind == "encounter":
                data = event.data
                found[data["who"], data["season"], data["province"], data["place"], data["other"]].append(data)
    for met, told in sorted(found.items()):
        yield Venture(
            *met,
            len(told),
            sum(each["won"] for each in told),
            sum(each["lost"] for each in told),
            tally([each["ending"]] for each in told),
            tally([each["monster"]] for each in told if each["monster"]),
        )
