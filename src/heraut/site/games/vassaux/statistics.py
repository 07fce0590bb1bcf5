"""The battle in curves, turn by turn: men, points, dice, what each side has achieved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from django.db.models import Min
from django.http import HttpResponse

from heraut.engine.protocol import Json
from heraut.engine.words import integer
from heraut.games.vassaux.identities import PLACES, opposite
from heraut.games.vassaux.phases.scenarios import progress_of
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.view import battle_of
from heraut.site.common.words import say
from heraut.site.games.vassaux.panels import realm_context, seat_names
from heraut.site.matches.models import Match, Step
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.plots import Curve, Plot, is_worth_drawing, plot
from heraut.site.matchpage.step_counts import Measured

TINCTURES = (2, 1)  # of the curves, those of the shields: azure in the south, gules in the north
PER_CENT = 100


class SideCounts(TypedDict):
    """What all may count of one side: men on the table, points taken and lost, leaders, dice, progress (0 to 100)."""

    men: int
    taken: int
    lost: int
    leaders: int
    reserve: int
    progress: int


MEASURES = ("men", "taken", "progress", "leaders", "reserve")  # that are drawn


def page(access: MatchAccess) -> HttpResponse:
    """The plots of all turns so far."""
    turns = counts_of(access.match)
    plots = [plot_of(one, turns, access) for one in MEASURES if is_worth_drawing(turns)]
    return show(
        access,
        "play/statistics.html",
        "statistics",
        **realm_context(access),
        plots=plots,
        turns=list(range(len(turns))),
    )


def plot_of(measure: str, turns: list[tuple[SideCounts, SideCounts]], access: MatchAccess) -> Plot:
    """One measure over the turns."""
    return plot(say(f"vassaux_story.plot_{measure}"), curves(measure, turns, access), access.name, access.lang)


def curves(measure: str, turns: list[tuple[SideCounts, SideCounts]], access: MatchAccess) -> list[Curve]:
    """A curve for each side."""
    found = []
    for place, name in enumerate(seat_names(access.view, access.lang)):
        values: list[float | None] = [turn[place][measure] for turn in turns]  # type: ignore[literal-required]
        shown = [integer(value or 0, access.lang) for value in values]
        found.append(Curve(access.view["seats"][place], TINCTURES[place], name, values, shown))
    return found


# What is measured


def counts_in(view: Json) -> tuple[SideCounts, SideCounts]:
    """What a view counts of both sides."""
    battle = battle_of(view)
    progress = progress_of(Field(battle)) if battle.settings.scenario != 5 or battle.turn else (0, 0)
    scale = 1 if battle.settings.scenario == 5 else PER_CENT
    found = []
    for place in PLACES:
        units = [unit for unit in battle.units.values() if unit.seat == place]
        men = sum(man in battle.at for unit in units for man in (*unit.men, *unit.band))
        lost, taken = (battle.hosts[one].eliminated for one in (place, opposite(place)))
        leaders = sum(unit.leader in battle.at for unit in units)
        found.append(
            SideCounts(
                men=men,
                taken=taken,
                lost=lost,
                leaders=leaders,
                reserve=battle.hosts[place].reserve,
                progress=int(scale * progress[place]),
            )
        )
    return found[0], found[1]


kept = Measured(counts_in)


def turn_starts(match: Match) -> Mapping[int, int]:
    """The step after which each turn begun so far was first seen, by turn; 0 is the deployment."""
    begun = Step.objects.filter(match=match).values("turn").annotate(first=Min("number")).order_by("turn")
    return dict(begun.values_list("turn", "first"))


def counts_of(match: Match) -> list[tuple[SideCounts, SideCounts]]:
    """Both sides at the start of each turn, and now: all public, so that one copy serves all readers."""
    starts = [number for turn, number in turn_starts(match).items() if turn]
    return kept.of(match, numbers={*starts, match.step})


def counts_around(match: Match, turn: int) -> tuple[tuple[SideCounts, SideCounts], tuple[SideCounts, SideCounts]]:
    """Both sides before and after a turn, as far as it has come."""
    starts = turn_starts(match)
    before = min((number for one, number in starts.items() if one >= turn), default=match.step)
    after = min((number for one, number in starts.items() if one > turn), default=match.step)
    found: dict[int, Any] = {}
    for number in {before, after}:
        (found[number],) = kept.of(match, numbers={number})
    return found[before], found[after]
