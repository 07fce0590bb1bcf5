"""What rehearsed years come to, and what they have in common: how often, from the least to the most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from heraut.engine.protocol import Event, Json
from heraut.engine.rehearsal import Trial
from heraut.engine.spread import Spread, spread, tally

UNREFUGED = ("no_refuge", "leaderless", "escorted", "drowned")  # events that name the units that are lost
COUNTED = frozenset(("battle", "encounter", "ignored", "hero_hired", "level_gained", "unit_unpaid", *UNREFUGED))


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

    trials: int
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


def summary(view: Json, trials: Sequence[Trial]) -> Summary:
    """What these years, at least one, have in common; `view` is that of the start. Raises ValueError on none."""
    own = [trial.view.get("own") for trial in trials]
    alive = [each for each in own if each is not None]
    return Summary(
        trials=len(trials),
        gold=spread([each["gold"] if each else 0 for each in own]),
        units=spread([len(each["units"]) if each else 0 for each in own]),
        losses=spread([len(lost_units(trial)) for trial in trials]),
        provinces=spread([len(each["provinces"]) if each else 0 for each in own]),
        taken=tally(set(each["provinces"]) - set(view["own"]["provinces"]) for each in alive),
        fallen=tally(set(view["own"]["provinces"]) - set(each["provinces"]) for each in alive),
        deaths=tally(dead(each) - dead(view["own"]) for each in alive),
        gone=tally(people(view["own"]) - dead(view["own"]) - people(each) for each in alive),
        hired=tally({each.data["other"] for each in trial.events if each.kind == "hero_hired"} for trial in trials),
        rises=rises(trials),
        ignored=tuple(vain_orders(trials)),
        battles=tuple(clashes(trials)),
        ventures=tuple(ventures(trials)),
        eliminated=len(own) - len(alive),
        ends=tally({trial.view["road"]} - {None} for trial in trials),
    )


def people(own: Json) -> set[int]:
    """One's own characters."""
    return {each["number"] for each in own["characters"]}


def dead(own: Json) -> set[int]:
    """Those of them who are dead."""
    return {each["number"] for each in own["characters"] if each["died"]}


def rises(trials: Sequence[Trial]) -> dict[int, dict[str, int]]:
    """Who gains a level, and in what."""
    gained = tally(
        {(event.data["who"], event.data["ability"]) for event in trial.events if event.kind == "level_gained"}
        for trial in trials
    )
    found: dict[int, dict[str, int]] = {}
    for (who, ability), times in gained.items():
        found.setdefault(who, {})[ability] = times
    return found


def vain_orders(trials: Sequence[Trial]) -> Iterator[Vain]:
    """The orders that come to nothing, by character and season."""
    found: dict[tuple[int, int, str, str], list[Event]] = defaultdict(list)
    for trial in trials:
        for event in trial.events:
            if event.kind == "ignored":
                data = event.data
                found[data["who"], data["season"], data["order"], data["reason"]].append(event)
    for vain, told in sorted(found.items()):
        yield Vain(*vain, len(told), told[0])


def lost_units(trial: Trial) -> set[int]:
    """The units of one's own that are no more, by number; those disbanded are not lost (RO-GEN-08)."""
    lost: set[int] = set()
    for event in trial.events:
        if event.kind == "battle":
            lost |= {post["unit"] for post in event.data["own"] if post.get("after", 0) < 0}
        elif event.kind in UNREFUGED:
            lost |= {number for number, *_ in event.data["lost"]}
        elif event.kind == "unit_unpaid" and event.data["fate"] == "deserted":
            lost.add(event.data["unit"])
    return lost


def clashes(trials: Sequence[Trial]) -> Iterator[Clash]:
    """The battles by season and province."""
    found: dict[tuple[int, int], dict[int, list[Json]]] = defaultdict(lambda: defaultdict(list))
    for trial in trials:
        for event in trial.events:
            if event.kind == "battle":
                found[event.data["season"], event.data["province"]][trial.number].append(event.data)
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


def ventures(trials: Sequence[Trial]) -> Iterator[Venture]:
    """The encounters by character, season, province, and what or whom he meets."""
    found: dict[tuple[int, int, int, int, int], list[Json]] = defaultdict(list)
    for trial in trials:
        for event in trial.events:
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
