"""What rehearsed turns come to, and what they have in common: how often, from the least to the most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from heraut.engine.protocol import Event, Json, Seat
from heraut.engine.rehearsal import Trial
from heraut.engine.spread import Spread, spread, tally

DESERTED = ("knight_unpaid", "army_unpaid", "knight_scorned")  # whose men go with them
HOMEWARD = ("knight_repatriated", "garrison_repatriated")  # some of whose men are lost on the way
COUNTED = frozenset(("battle", "revolt", "order_ignored", *DESERTED, *HOMEWARD))  # all that a summary asks for


class Clash(msgspec.Struct, frozen=True):
    """The battles for a land in which one is engaged: in how many turns there are any, and one's own side has the last.

    `attacks`: it is one's own attack. `lost` are one's own men who fall, `killed` those of the other side, in the turns
    in which there is a battle; `foes` tells in how many each lord ("": peasants, or nobody) is against one.
    """

    land: str
    attacks: bool
    fought: int
    won: int
    lost: Spread
    killed: Spread
    foes: dict[str, int]


class Vain(msgspec.Struct, frozen=True):
    """An order without effect: its line, the reason, in how many turns; and the first event that tells it."""

    line: int
    reason: str
    times: int
    event: Event


class Summary(msgspec.Struct, frozen=True):
    """What so many rehearsed turns have in common. Wherever there is no Spread: in how many of them.

    `treasury`, `lands`, `men`, `renown`: at the end of the turn; `losses`: men who fell or went, those dismissed left
    out. `taken`, `lost`: lands; `titles`: the title one bears, if it is another than before; `gone`: knights, by name;
    `deserted`: men leave for want of pay; `revolts`: own lands that rise; `wars`: who is at war with one that was not.
    `eliminated`: one is no more; `ends`: the match is over, by the road to it.
    """

    trials: int
    treasury: Spread
    lands: Spread
    men: Spread
    renown: Spread
    losses: Spread
    taken: dict[str, int]
    lost: dict[str, int]
    titles: dict[str, int]
    gone: dict[str, int]
    deserted: int
    revolts: dict[str, int]
    wars: dict[str, int]
    battles: tuple[Clash, ...]
    ignored: tuple[Vain, ...]
    eliminated: int
    ends: dict[str, int]


def summary(view: Json, trials: Sequence[Trial]) -> Summary:
    """What these turns, at least one, have in common; `view` is that of the start. Raises ValueError on none."""
    seat, before = view["own"]["seat"], view["own"]
    own = [trial.view.get("own") for trial in trials]
    alive = [each for each in own if each is not None]
    lords = [trial.view["lords"][seat] for trial in trials]
    enemies = set(view["lords"][seat]["enemies"])
    return Summary(
        trials=len(trials),
        treasury=spread([each["treasury"] if each else 0 for each in own]),
        lands=spread([len(each["lands"]) if each else 0 for each in own]),
        men=spread([men(each) if each else 0 for each in own]),
        renown=spread([round(lord["global_renown"]) for lord in lords]),
        losses=spread([fallen(trial, seat) for trial in trials]),
        taken=tally(set(each["lands"]) - set(before["lands"]) for each in alive),
        lost=tally(set(before["lands"]) - set(each["lands"]) for each in alive),
        titles=tally([lord["title"]] for lord in lords if lord["title"] != view["lords"][seat]["title"]),
        gone=tally(names(before) - names(each) for each in alive),
        deserted=sum(any(event.kind in DESERTED for event in trial.events) for trial in trials),
        revolts=tally(revolted(trial, set(before["lands"])) for trial in trials),
        wars=tally(set(lord["enemies"]) - enemies for lord in lords),
        battles=tuple(clashes(trials, seat)),
        ignored=tuple(vain_orders(trials)),
        eliminated=len(own) - len(alive),
        ends=tally({trial.view["road"]} - {None} for trial in trials),
    )


def men(own: Json) -> int:
    """All men of a lord."""
    return sum(int(army["men"]) for army in own["armies"].values())


def names(own: Json) -> set[str]:
    """The knights of a lord."""
    return {knight["name"] for knight in own["knights"].values()}


def revolted(trial: Trial, lands: set[str]) -> set[str]:
    """Those of these lands that rise in a turn."""
    return {event.data["land"] for event in trial.events if event.kind == "revolt"} & lands


def engaged(trial: Trial, seat: Seat) -> Iterable[Json]:
    """The battles in which a lord's own men fight, or those who defend his land."""
    return (event.data for event in trial.events if event.kind == "battle" and seat in sides(event.data))


def sides(battle: Json) -> tuple[str, str | None]:
    """Who attacks, and who defends."""
    return battle["lord"], battle["defender"]


def fallen(trial: Trial, seat: Seat) -> int:
    """One's own men who fall in battle, or leave for want of pay, or on the way home."""
    lost = sum(losses(battle, seat)[0] for battle in engaged(trial, seat))
    lost += sum(event.data.get("men", 0) for event in trial.events if event.kind in DESERTED)
    lost += sum(event.data["lost"] for event in trial.events if event.kind in HOMEWARD)
    return int(lost)


def losses(battle: Json, seat: Seat) -> tuple[int, int]:
    """One's own men who fall in a battle, and those of the other side; peasants are nobody's."""
    attackers = battle["attacker_men"] - battle["attacker_left"]
    defenders = battle["defender_men"] - battle["defender_left"]
    if battle["lord"] == seat:
        return attackers, defenders
    return (0 if battle["commander"] == "peasants" else defenders), attackers


def clashes(trials: Sequence[Trial], seat: Seat) -> Iterable[Clash]:
    """The battles by land, one's own attacks first."""
    found: dict[tuple[bool, str], dict[int, list[Json]]] = defaultdict(lambda: defaultdict(list))
    for trial in trials:
        for battle in engaged(trial, seat):
            found[battle["lord"] != seat, battle["land"]][trial.number].append(battle)
    for (defends, land), fought in sorted(found.items()):
        figures = [[losses(battle, seat) for battle in battles] for battles in fought.values()]
        yield Clash(
            land,
            not defends,
            len(fought),
            sum(battles[-1]["won"] != defends for battles in fought.values()),
            spread([sum(own for own, _ in each) for each in figures]),
            spread([sum(other for _, other in each) for each in figures]),
            tally({foe(battle, seat) for battle in battles} for battles in fought.values()),
        )


def foe(battle: Json, seat: Seat) -> str:
    """Who is against a lord; "" for peasants."""
    if battle["lord"] != seat:
        return str(battle["lord"])
    return "" if battle["commander"] == "peasants" else battle["defender"] or ""


def vain_orders(trials: Sequence[Trial]) -> Iterable[Vain]:
    """The orders that come to nothing, by line."""
    found: dict[tuple[int, str], list[Event]] = defaultdict(list)
    for trial in trials:
        for event in trial.events:
            if event.kind == "order_ignored":
                found[event.data["order"], event.data["reason"]].append(event)
    for (line, reason), told in sorted(found.items()):
        yield Vain(line, reason, len(told), told[0])
