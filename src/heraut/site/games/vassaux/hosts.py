"""Beside the table: both hosts as cards, and what must always be in sight: whose turn, dice, who may act, progress."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from heraut.games.vassaux.grammar import name_group
from heraut.games.vassaux.identities import PLACES, GroupId, Place, band_of
from heraut.games.vassaux.phases.activation import may_wait, waiting
from heraut.games.vassaux.phases.objectives import score
from heraut.games.vassaux.phases.scenarios import progress
from heraut.games.vassaux.picture.troops import Group, states
from heraut.games.vassaux.state import Host, Unit
from heraut.site.common.words import say
from heraut.site.games.vassaux.lookout import Lookout

SCORED = 5  # the scenario whose sides gather points instead of a share


@dataclass(frozen=True)
class Card:
    """A group: its number and name, its states by code and in words, men who stand (or will) of those it had."""

    name: str
    number: str
    states: tuple[str, ...]
    words: str
    men: int
    size: int
    chosen: bool
    gone: bool
    band: bool


@dataclass(frozen=True)
class Side:
    """A host: whose it is, by which bot it is played ("": by none), its dice, its points, its groups."""

    place: Place
    name: str
    own: bool
    reserve: int
    discard: int
    invocation: int
    lost: int
    total: int
    cards: tuple[Card, ...] = field(default=())
    bot: str = ""


@dataclass(frozen=True)
class Standing:
    """How a side stands: its reactivity, how many may still act and who (`waiting`), how far it has come."""

    place: Place
    name: str
    re: int
    acting: int
    waiting: str
    progress: str


@dataclass(frozen=True)
class State:
    """What is always in sight."""

    turn: int
    turns: int
    initiative: int
    initiative_name: str
    sides: tuple[Standing, ...]
    scored: bool


def cards(table: Lookout) -> list[Side]:
    """Both hosts, the reader's own first; a passer-by sees the southern one first."""
    order = PLACES if table.seat != 1 else PLACES[::-1]
    return [side(table, place, table.battle.hosts[place]) for place in order]


def side(table: Lookout, place: Place, host: Host) -> Side:
    """One host."""
    groups: list[Card] = []
    for unit in table.battle.units.values():
        if unit.seat == place:
            groups.append(card(table, unit, unit.id))
            if any(man in table.battle.at for man in unit.band):
                groups.append(card(table, unit, band_of(unit.id)))
    return Side(
        place, table.herald.names["place"][place], place == table.seat, host.reserve, host.discard, host.invocation,
        host.eliminated, host.total, tuple(groups),
        table.access.bot_in(table.access.view["seats"][place] or ""),
    )  # fmt: skip


def card(table: Lookout, unit: Unit, group: GroupId) -> Card:
    """One group."""
    men = [man for man in table.battle.figures(group) if man in table.battle.at]
    told = states(table.field, Group(group, unit, men)) if men else []
    gone = not men and not unit.markers and bool(table.battle.turn)
    return Card(
        short_name(table, unit) if group > 0 else say("vassaux_scene.band"),
        name_group(group),
        tuple(told),
        words_of(table, unit, told, gone=not men),
        len(men) if men or gone else len(table.battle.figures(group)),
        unit.sheet.size if group > 0 else len(men),
        group == table.chosen,
        gone=gone,
        band=group < 0,
    )


def short_name(table: Lookout, unit: Unit) -> str:
    """What a unit is called, without its number."""
    if unit.sheet.name:
        return unit.sheet.name
    lord = table.herald.names["place"][unit.seat] if unit.sheet.lord else ""
    return lord or table.herald.nameless(table.access.view["battle"]["units"][str(unit.id)])


def words_of(table: Lookout, unit: Unit, told: list[str], *, gone: bool) -> str:
    """Its states; of a unit of which there is nothing to tell, whether it may still act."""
    if unit.markers:
        return say("vassaux_scene.hidden")
    if gone:
        return say("vassaux_scene.gone" if table.battle.turn else "vassaux_scene.to_deploy")
    if told:
        return ", ".join(table.herald.page(f"state_{one}") for one in told)
    return say("vassaux_scene.lord") if unit.sheet.lord else say("vassaux_scene.may_act")


def state(table: Lookout) -> State:
    """What is always in sight."""
    battle, names = table.battle, table.herald.names
    holder = int(battle.initiative)
    sides = []
    for place, far in zip(PLACES, progress_words(table), strict=True):
        left = waiting(table.field, place) if battle.turn and may_wait(table.field, place) else []
        who = ", ".join(names["unit"][unit.id] for unit in left)
        sides.append(Standing(place, names["place"][place], battle.re[place], len(left), who, far))
    return State(
        battle.turn,
        battle.settings.turns,
        holder,
        names["place"][holder] if holder in PLACES else "",
        tuple(sides),
        battle.settings.scenario == SCORED,
    )


def progress_words(table: Lookout) -> list[str]:
    """How far both sides have come in the scenario (SV-END-04, 05): a share of their aim, or points."""
    if not table.battle.turn or table.battle.phase in ("points", "deployment"):
        return ["0", "0"] if table.battle.settings.scenario == SCORED else [percent(Fraction(0))] * 2
    if table.battle.settings.scenario == SCORED:
        return [str(score(table.field, place)) for place in PLACES]
    return [percent(share) for share in progress(table.field)]


def percent(share: Fraction) -> str:
    """A share as it is written."""
    return say("vassaux_scene.percent", share=float(share))
