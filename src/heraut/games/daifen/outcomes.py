"""What rehearsed turns come to, and what they have in common: how often, from the least to the most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from heraut.engine.protocol import Event, Json
from heraut.engine.spread import Spread, spread, tally
from heraut.games.daifen.resolution import UNKNOWN

Side = Literal["attacker", "defender", "supporter"]
ASSAULTS: Mapping[str, Side] = {
    "assault_attacker": "attacker",
    "assault_defender": "defender",
    "assault_supporter": "supporter",
}
ERRANDS = ("theft_gain", "spy_report", "sabotage_failed", "spy_lost")  # what is told of spies sent to a kingdom
MISSION_OF = {"theft_gain": "steal", "spy_report": "spy_on", "sabotage_failed": "sabotage"}
EXPLORERS = ("explore_found", "explore_event")
COUNTED = frozenset(
    (
        *ERRANDS, *EXPLORERS, "theft_victim", "sabotage_victim", "spy_caught", "upkeep_building",
        "upkeep_unit", "tech_done", "tech_unpaid", "tech_skipped", "orders_void", "mission_void", "kingdom_fallen",
        "kingdom_lost",
    )
)  # fmt: skip


class Fray(msgspec.Struct, frozen=True, gc=False):
    """An assault that one's own units were in: where, on whose side, against whom, how it ended.

    `lost` are one's own dead, `killed` those of the other side, `loot` one's own share, or the gold that was lost to
    the attackers; `razed` the buildings that fell. Names are those of the view before the turn, or UNKNOWN.
    """

    kingdom: str
    side: Side
    foes: tuple[str, ...]
    ending: str
    lost: int
    killed: int
    loot: int
    razed: int


class Trial(msgspec.Struct, frozen=True):
    """One rehearsed turn: what the lord would have at its end, nothing if he has fallen, and what he would be told.

    `number` counts from 0: the same number is the same continent, however many are asked for. `people` are units of
    all types, `events` those that a summary counts, assaults apart.
    """

    number: int
    gold: int
    intellect: int
    people: int
    buildings: int
    fallen: bool
    road: str | None
    frays: tuple[Fray, ...]
    events: tuple[Event, ...]


def trial_of(number: int, view: Json, events: Iterable[Event]) -> Trial:
    """A turn from what its lord sees after it, and is told of it."""
    own = view.get("own") or {"gold": 0, "intellect": 0, "units": {}, "buildings": {}}
    told = tuple(events)
    return Trial(
        number,
        own["gold"],
        own["intellect"],
        sum(own["units"].values()),
        sum(own["buildings"].values()),
        "own" not in view,
        view["road"],
        tuple(fray(ASSAULTS[event.kind], event.data) for event in told if event.kind in ASSAULTS),
        tuple(event for event in told if event.kind in COUNTED),
    )


def fray(side: Side, data: Mapping[str, Any]) -> Fray:
    """An assault as one of its lords is told of it."""
    attacking = side == "attacker"
    others = [] if attacking else data["attackers"]
    foes = [data["kingdom"], *data["supporters"]] if attacking else others
    dead = "defender_losses" if attacking else "attacker_losses"
    killed = sum(sum(one[dead].values()) for one in data["rounds"])
    if not attacking and data["volley"] is not None:
        killed += sum(data["volley"]["losses"].values())
    return Fray(
        data["kingdom"],
        side,
        tuple(foes),
        data["ending"],
        sum(data["lost"].values()),
        killed,
        data["share"] if attacking else data.get("gold_lost", 0),
        sum(data.get("buildings_lost", {}).values()),
    )


class Clash(msgspec.Struct, frozen=True):
    """The assaults on a kingdom: in how many turns they are fought, and won by the lord's side, or end in a stand-off.

    The figures are those of the turns in which there is an assault; `foes` tells in how many of these a kingdom
    (UNKNOWN: one that the lord does not know) is against him.
    """

    kingdom: str
    side: Side
    fought: int
    won: int
    stand_off: int
    lost: Spread
    killed: Spread
    loot: Spread
    razed: Spread
    foes: dict[str, int]


class Errand(msgspec.Struct, frozen=True):
    """Spies sent to a kingdom on a mission: in how many turns something comes of it (DA-SPY-12, DA-SPY-27).

    Of saboteurs nobody can tell: those who do not come back were caught, or did it (DA-SPY-19). `lost` are spies,
    `gold` what thieves bring.
    """

    kingdom: str
    mission: str
    done: int
    lost: Spread
    gold: Spread


class Summary(msgspec.Struct, frozen=True):
    """What so many rehearsed turns have in common. Wherever there is no Spread: in how many of them.

    `gold`, `intellect`, `people`, `buildings`: at the end of the turn. `losses`: units that are no more; `razed`: own
    buildings that fell; `robbed`: gold taken by thieves and looters; `found`: kingdoms that explorers find.
    `unpaid`, `dismissed`: types whose upkeep is not paid, or who leave for it; `learnt`, `waiting`: technologies;
    `finds`: what befalls explorers ("kingdom": they find one); `void`: lines without effect; `gone`: kingdoms known
    to be no more; `caught`: whose spies are caught. `fallen`: one's own kingdom is no more; `ends`: the match is
    over, by its road.
    """

    trials: int
    gold: Spread
    intellect: Spread
    people: Spread
    buildings: Spread
    losses: Spread
    razed: Spread
    robbed: Spread
    found: Spread
    battles: tuple[Clash, ...]
    errands: tuple[Errand, ...]
    unpaid: dict[str, int]
    dismissed: dict[str, int]
    learnt: dict[str, int]
    waiting: dict[str, int]
    finds: dict[str, int]
    void: dict[str, int]
    gone: dict[str, int]
    caught: dict[str, int]
    fallen: int
    ends: dict[str, int]


def summary(view: Json, trials: Sequence[Trial]) -> Summary:
    """What these turns, at least one, have in common; `view` is that before them. Raises ValueError on none."""

    known = {view["own"]["name"], *view["own"]["known"]}

    def of(key: str, *kinds: str) -> dict[str, int]:
        told = ((event.data[key] for event in trial.events if event.kind in kinds) for trial in trials)
        return tally({mask(one, known) if key == "kingdom" else one for one in each} for each in told)

    def figure(one: Callable[[Trial], int]) -> Spread:
        return spread([one(trial) for trial in trials])

    return Summary(
        trials=len(trials),
        gold=figure(lambda trial: trial.gold),
        intellect=figure(lambda trial: trial.intellect),
        people=figure(lambda trial: trial.people),
        buildings=figure(lambda trial: trial.buildings),
        losses=figure(losses),
        razed=figure(razed),
        robbed=figure(robbed),
        found=figure(lambda trial: sum(event.kind == "explore_found" for event in trial.events)),
        battles=tuple(clashes(trials, known)),
        errands=tuple(errands(trials)),
        unpaid=of("building", "upkeep_building"),
        dismissed=of("unit", "upkeep_unit"),
        learnt=of("technology", "tech_done"),
        waiting=of("technology", "tech_unpaid", "tech_skipped"),
        finds=tally({find(event) for event in trial.events if event.kind in EXPLORERS} for trial in trials),
        void=of("line", "orders_void", "mission_void"),
        gone=of("kingdom", "kingdom_fallen"),
        caught=of("kingdom", "spy_caught"),
        fallen=sum(trial.fallen for trial in trials),
        ends=tally({trial.road} - {None} for trial in trials),
    )


def find(event: Event) -> str:
    """What an explorer found."""
    return "kingdom" if event.kind == "explore_found" else str(event.data["event"])


def losses(trial: Trial) -> int:
    """Units that are no more: fallen in assaults, spies and explorers who do not come back, unpaid."""
    lost = sum(one.lost for one in trial.frays)
    for event in trial.events:
        if event.kind in ("spy_lost", "upkeep_unit"):
            lost += int(event.data["count"])
        elif event.kind == "explore_event" and event.data["event"] == "death":
            lost += 1
    return lost


def razed(trial: Trial) -> int:
    """One's own buildings that fell: to attackers, and to saboteurs."""
    stormed = sum(one.razed for one in trial.frays if one.side == "defender")
    return stormed + sum(event.kind == "sabotage_victim" for event in trial.events)


def robbed(trial: Trial) -> int:
    """The gold that thieves and attackers took."""
    looted = sum(one.loot for one in trial.frays if one.side == "defender")
    return looted + sum(int(event.data["gold"]) for event in trial.events if event.kind == "theft_victim")


def mask(name: str, known: set[str]) -> str:
    """A kingdom as it is called before the turn: one that was unknown has no name, since it was imagined."""
    return name if name in known else UNKNOWN


def clashes(trials: Sequence[Trial], known: set[str]) -> Iterable[Clash]:
    """The assaults by side and kingdom: one's own first."""
    found: dict[tuple[Side, str], list[Fray]] = defaultdict(list)
    for trial in trials:
        for one in trial.frays:
            found[one.side, one.kingdom].append(one)
    for (side, kingdom), fought in sorted(found.items()):
        won = "pillage" if side == "attacker" else "repelled"
        yield Clash(
            kingdom,
            side,
            len(fought),
            sum(one.ending == won for one in fought),
            sum(one.ending == "stand_off" for one in fought),
            spread([one.lost for one in fought]),
            spread([one.killed for one in fought]),
            spread([one.loot for one in fought]),
            spread([one.razed for one in fought]),
            tally({mask(foe, known) for foe in one.foes} for one in fought),
        )


def errands(trials: Sequence[Trial]) -> Iterable[Errand]:
    """The missions of spies, by mission and kingdom."""
    sent: dict[tuple[str, str], dict[int, list[Event]]] = defaultdict(lambda: defaultdict(list))
    for trial in trials:
        for event in trial.events:
            if event.kind in ERRANDS:
                mission = event.data.get("mission") or MISSION_OF[event.kind]
                sent[mission, event.data["kingdom"]][trial.number].append(event)
    for (mission, kingdom), told in sorted(sent.items()):
        turns = [told.get(trial.number, []) for trial in trials]
        yield Errand(
            kingdom,
            mission,
            sum(any(event.kind in ("theft_gain", "spy_report") for event in events) for events in turns),
            spread([sum(event.data["count"] for event in events if event.kind == "spy_lost") for events in turns]),
            spread(
                [sum(sum(event.data["amounts"]) for event in events if event.kind == "theft_gain") for events in turns]
            ),
        )
