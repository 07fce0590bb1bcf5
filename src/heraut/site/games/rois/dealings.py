"""What has passed between a King and each of the others, as he was told of it, year after year."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from heraut.engine.protocol import Event, seen_by
from heraut.games.rois.herald import Herald
from heraut.site.games.rois.linked_names import StoryHerald, unmarked
from heraut.site.matches.models import Step
from heraut.site.matches.steps import stored_events
from heraut.site.matchpage.match_access import MatchAccess

CHANGES = ("relation_changed", "treason")
KINDS = frozenset(
    (*CHANGES, "treaty_offered", "treaty_unanswered", "science_received", "donation_sent", "donation_received")
)
VOTE = "vote_held"
MOST_KEPT = 2000  # years of seats

# What he was told of others in a year, by match, year, digest and seat: a year never changes
kept: dict[tuple[int, int, str, str | None], Sequence[Event]] = {}


@dataclass(frozen=True)
class Passed:
    """Something that passed between two Kings in a year, as a sentence; `kind` as the game calls it."""

    year: int
    kind: str
    words: str


@dataclass
class Dealings:
    """All of it with one King, the latest first. `since`: the year in which they came to stand so; 0 from the start."""

    passed: list[Passed] = field(default_factory=list)
    since: int = 0

    @property
    def last(self) -> Passed | None:
        """The last word that came from him; None if it only made them stand as they do (see `since`)."""
        said = next((one for one in self.passed if one.kind not in ("treaty_unanswered", "donation_sent")), None)
        return said if said is not None and said.kind != "relation_changed" else None


def dealings(access: MatchAccess) -> Mapping[int, Dealings]:
    """With each King, by his kingdom; one that nothing has passed with is found empty."""
    herald = StoryHerald(access.view, access.lang)
    found: defaultdict[int, Dealings] = defaultdict(Dealings)
    for year, events in told(access):
        for event in events:
            if event.kind == VOTE:
                continue
            one = found[event.data["kingdom"]]
            one.passed.insert(0, Passed(year, event.kind, sentence(herald, event)))
            if event.kind in CHANGES:
                one.since = year
    return found


def sentence(herald: StoryHerald, event: Event) -> str:
    """What happened, its names without marks and its rule left out."""
    return unmarked(herald.sentence(event))


def told(access: MatchAccess) -> list[tuple[int, Sequence[Event]]]:
    """What the visitor was told of others, by year; two queries at most, and none that was asked before."""
    years = Step.objects.filter(match=access.match, number__gt=0).order_by("number").values_list("number", "digest")
    keys = {number: (access.match.pk, number, digest, access.name) for number, digest in years}
    missing = [number for number, key in keys.items() if key not in kept]
    if len(kept) > MOST_KEPT:
        kept.clear()
    found = {number: kept[key] for number, key in keys.items() if key in kept}
    if missing:
        rows = Step.objects.filter(match=access.match, number__in=missing).values_list("number", "events")
        for number, events in rows:
            known = seen_by(stored_events(events), access.name)
            found[number] = kept[keys[number]] = [event for event in known if event.kind in KINDS or event.kind == VOTE]
    return [(number, found[number]) for number in sorted(found)]


def heard(access: MatchAccess, herald: Herald, kinds: frozenset[str]) -> list[str]:
    """What he was told of these kinds in the last year."""
    if not access.match.step:
        return []
    found = [event for event in access.last_events() if event.kind in kinds]
    return [herald.say(event).rpartition(" (")[0] for event in found]
