"""How a match ended: who stands where, by which road, what each lord is remembered for, the seed, and one more round.

What is told of the match comes from its game (`GameSite.finale`); the layout around it is the same for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from heraut.engine.protocol import Seat as SeatName
from heraut.site.clock.trials import LEFT, LOST
from heraut.site.common.words import say
from heraut.site.matches.activity_kinds import of_kind
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match
from heraut.site.matchpage.layout import filmed, show
from heraut.site.matchpage.live_lines import has_read
from heraut.site.matchpage.match_access import MatchAccess, access_to
from heraut.site.matchpage.plots import Curve, Plot, plot

SHARED = 2  # more than two who did something equally often did nothing remarkable
NAMED = 17  # as many names as have room at the lines of a plot


@dataclass(frozen=True)
class Place:
    """A lord at the end: his rank (several may share it), what he has, what he is remembered for, all in words."""

    seat: str
    rank: int
    name: str
    arms: SafeString
    words: str
    won: bool = False
    memory: str = ""


@dataclass(frozen=True)
class Road:
    """A road to victory, and how far somebody had come on it."""

    words: str
    taken: bool


@dataclass(frozen=True)
class Finale:
    """What a game tells of its end: one sentence, everybody in the order of the ranking, the roads, the curves; `more`
    is a part of the page of its own, as HTML.
    """

    headline: str
    places: Sequence[Place]
    roads: Sequence[Road] = ()
    plots: Sequence[Plot] = ()
    more: str = ""
    podium: Sequence[Place] = field(init=False)

    def __post_init__(self) -> None:
        """The first three ranks stand on the podium, where somebody has won."""
        first = [place for place in self.places if place.rank <= 3][:5]
        object.__setattr__(self, "podium", first if any(place.won for place in first) else [])


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The end of a match; until it has come, its board."""
    access = access_to(request, code)
    if not access.match.over:
        return redirect("match", code)
    if access.match.unplayed:
        has_read(access, access.match.step)  # its report tells of no turn
    game = adapter(access.match.game)
    finale = game.finale(access) if game.finale is not None else plain(access)
    if access.match.result is None:
        finale = replace(finale, headline=stopped(access.match) or say("finale.stopped"))
    response = show(
        access,
        "play/finale.html",
        "finale",
        **game.realm_context(access),
        filmed=filmed(access.match.game, played=access.seat is not None),
        finale=finale,
        own=own_place(access, finale),
        address=request.build_absolute_uri(),
        seed=access.match.seed_words,
        words=[(seat.lord, seat.word) for seat in access.seats if seat.word],
    )
    response.headers.setdefault("Cache-Control", "private, no-store")
    return response


def own_place(access: MatchAccess, finale: Finale) -> Place | None:
    """Where the reader stands; None for those who did not play, and where the match has no result."""
    places = finale.places if access.match.result is not None else ()
    return next((place for place in places if place.seat == access.name), None)


def stopped(match: Match) -> str:
    """Why the site has ended a match against bots that nobody has won; "" where it has not (`clock/trials.py`)."""
    kinds = match.activities.filter(of_kind(LOST, LEFT)).values_list("kind", flat=True)
    return say("finale.left" if kinds[0] == LEFT else "finale.stopped") if kinds else ""


def plain(access: MatchAccess) -> Finale:
    """The end as every game can tell it: who has won, in the order of the scores."""
    known, result = adapter(access.match.game).known_lord, access.match.result
    scores = result.scores if result is not None else {}
    seats = sorted(access.seats, key=lambda seat: -scores.get(SeatName(seat.name), 0.0))
    points = [scores.get(SeatName(seat.name), 0.0) for seat in seats]
    places = [
        Place(
            seat.name, 1 + sum(other > own for other in points), known(access, seat) or "", SafeString(""), "", own == 1
        )
        for seat, own in zip(seats, points, strict=True)
    ]
    return Finale(say("finale.link"), places)


def superlatives(scores: Mapping[str, Mapping[str, float]]) -> dict[str, str]:
    """What each lord is remembered for: of the measures, in their order, the first in which nobody has more than he.

    `scores` is, for each measure, the figure of each seat. Who has nothing is remembered for nothing of it, nor are
    those who share it with more than one other.
    """
    found: dict[str, str] = {}
    for measure, figures in scores.items():
        most = max(figures.values(), default=0)
        best = [seat for seat, figure in figures.items() if figure == most > 0]
        for seat in best if len(best) <= SHARED else ():
            found.setdefault(seat, measure)
    return found


def remembered(words: str, figures: Mapping[str, float], seat: str) -> str:
    """The sentence on a measure in which nobody has more than this seat; it says so if another has as much."""
    alone = sum(figure == figures[seat] for figure in figures.values()) == 1
    return words if alone else say("finale.shared", words=words)


def closing_plot(title: str, curves: list[Curve], mine: str | None, lang: str) -> Plot:
    """A measure, with as many names at the lines as have room."""
    return plot(title, curves, mine, lang, named=NAMED)
