"""What players read of a turn: the report of a lord, the chronicle of everyone, a refusal explained (DA-REP).

The words are in `text/`; here is only which event stands where. Everything comes from a seat's view and the events
that this seat may know, so that nothing can be printed that is not already his (DA-FOG-08).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from heraut.engine.layout import entries, fold, heading, table, title
from heraut.engine.protocol import Event, Json, Refusal
from heraut.engine.words import catalogue, integer
from heraut.games.daifen.herald import Herald, fixed_names
from heraut.games.daifen.turn import PHASES

PHASE_KEYS = {phase.number: phase.name for phase in PHASES}

# The phase that an event is told in; those of no phase stand before the first
PHASE_OF = {
    "association_none": 0, "no_form": 0, "orders_void": 1, "costs_paid": 1, "gift_sent": 1,
    "theft_gain": 2, "spy_lost": 2, "theft_victim": 2, "spy_caught": 2, "sabotage_failed": 2, "sabotage_victim": 2,
    "assault_attacker": 3, "assault_defender": 3, "assault_supporter": 3, "kingdom_fallen": 3, "abandon_warning": 3,
    "build_done": 4, "train_done": 4, "explore_found": 5, "explore_event": 5, "spy_report": 5,
    "mission_void": 5, "reveal_done": 5, "reveal_received": 5,
    "gift_received": 6, "gift_returned": 6, "army_back": 6, "support_back": 6,
    "collect_statement": 7, "upkeep_building": 7, "upkeep_unit": 7, "tech_done": 8, "tech_unpaid": 8, "tech_skipped": 8,
}  # fmt: skip
RUMOUR = "rumour"  # in a section of its own, so that nobody takes it for news
FORM_READ = ("orders_used", "no_form")  # what a lord who lives is told of his form in every turn that is played


def report(view: Json, events: Sequence[Event], lang: str) -> str:
    """The report of a turn, phase by phase, then the kingdom as it is (DA-REP-01).

    `view` is the seat's after the step, `events` are those of the step that it may know. Right after the setup it is
    the first report; of a lord who has just been eliminated, the last. Whoever keeps a calendar adds to the view the
    number of the `moon` at its publication.
    """
    herald = Herald(view, lang)
    seat = herald.seat
    private = [event for event in events if event.seen_by is not None and seat in event.seen_by]
    public = [event for event in events if event.seen_by is None]
    unplayed = is_unplayed(view, private)
    lines = [*head(herald, "report", unplayed), *headlines(herald, public, unplayed), *fate(herald, private)]
    if unplayed:
        lines += before_the_end(herald, private)
    elif view["turn"] > 1:
        lines += [*form(herald, private), *happenings(herald, private), *rumours(herald, private)]
    if "own" in view:
        lines += [*realm(herald), *known_kingdoms(herald)]
    return "\n".join([*lines, *continent(herald)]) + "\n"


def chronicle(view: Json, events: Sequence[Event], lang: str) -> str:
    """What everyone may read of a step: how many kingdoms live, and in the end who has won (DA-FOG-08)."""
    herald = Herald(view, lang)
    public = [event for event in events if event.seen_by is None]
    unplayed = view["road"] == "closed"  # of another end by a decision, what all may know does not tell it
    lines = [*head(herald, "chronicle", unplayed), *headlines(herald, public, unplayed), *continent(herald)]
    return "\n".join(lines) + "\n"


def explain(refusal: Refusal, lang: str) -> str:
    """A refusal in words: the line, the reason, the remedy and the rule."""
    return catalogue(__package__, lang).explain(refusal, fixed_names(lang))


def section(text: str) -> list[str]:
    """The heading of a section, and a blank line."""
    return [*heading(text), ""]


# The parts of a report


def head(herald: Herald, key: str, unplayed: bool) -> list[str]:
    """The name of the game, of the continent, of the page, the moon if it is known (DA-PAC-07), and its reader."""
    turn = herald.view["turn"] - 1
    if unplayed:
        name = herald.page("unplayed", {"turn": turn})
    else:
        name = herald.page(key, {"turn": turn}) if turn else herald.page(f"first_{key}")
    if "moon" in herald.view:
        name += ", " + herald.page("moon", herald.view)
    if herald.reader is not None and key == "report":
        name += " " + herald.page("for_kingdom", {"name": herald.reader["name"]})
    return title(herald.page("game"), herald.view["continent"], name)


def headlines(herald: Herald, public: Iterable[Event], unplayed: bool) -> list[str]:
    """How many kingdoms live, and how the match ended once it has, with the ranking (DA-END-04, DA-END-09)."""
    lines = [line for event in sorted(public, key=is_no_header) for line in herald.lines(event, "  ")]
    if unplayed:
        lines = [*fold(herald.page("not_played", {"turn": herald.view["turn"] - 1}), "  ", "  "), *lines]
    return ["", *lines] if lines else []


def is_no_header(event: Event) -> bool:
    """The order in which what all may know is told: the header of the turn first."""
    return event.kind != "turn_header"


def is_unplayed(view: Json, private: Iterable[Event]) -> bool:
    """Whether a decision ended the match before this turn was played (DA-END-08, DA-END-11), as far as its reader can
    tell: it was closed, or nothing became of his form.
    """
    road: str | None = view["road"]
    if road in (None, "closed"):
        return road == "closed"
    kinds = {event.kind for event in private}
    return kinds.isdisjoint(FORM_READ) and ("own" in view or "kingdom_lost" in kinds)


def before_the_end(herald: Herald, private: Iterable[Event]) -> list[str]:
    """Who fell by the decision that ended the match: there were no phases, and no form was used (DA-END-03)."""
    lines = [line for event in private if event.kind in PHASE_OF for line in herald.lines(event, "  · ")]
    return ["", *lines] if lines else []


def fate(herald: Herald, private: Iterable[Event]) -> list[str]:
    """The first word of a first report, and of a last one (DA-CON-08, DA-END-03)."""
    ends = [event for event in private if event.kind in ("kingdom_founded", "kingdom_lost")]
    return [line for event in ends for line in ("", *herald.lines(event, "  "))]


def form(herald: Herald, private: Iterable[Event]) -> list[str]:
    """The form that was used (DA-REP-01); of a missing one the happenings tell."""
    lines = next((event.data["lines"] for event in private if event.kind == "orders_used"), None)
    if lines is None:
        return []
    texts = [line for number, text in enumerate(lines, start=1) for line in fold(text, f"  {number:>3}  ", "       ")]
    return [*section(herald.page("form")), *(texts or ["  " + herald.page("empty_form")])]


def happenings(herald: Herald, private: Iterable[Event]) -> list[str]:
    """What happened, under the names of the phases, in their order."""
    told = sorted((event for event in private if event.kind in PHASE_OF), key=phase_of)
    lines: list[str] = []
    for phase, events in groupby(told, key=phase_of):
        lines += section(herald.words.groups["phase"][PHASE_KEYS[phase]]) if phase else [""]
        for event in events:
            lines += herald.lines(event, "  · ")
    return lines or ["", "  " + herald.page("no_news")]


def phase_of(event: Event) -> int:
    """The phase that an event is told in: spies caught or lost while spying belong to phase 5, thieves to phase 2."""
    return 5 if event.data.get("mission") == "spy_on" else PHASE_OF[event.kind]


def rumours(herald: Herald, private: Iterable[Event]) -> list[str]:
    """The rumours of the turn, marked as such: true or false, and from nobody (DA-RUM-08)."""
    heard = [line for event in private if event.kind == RUMOUR for line in herald.lines(event, "  ~ ")]
    return [*section(herald.page("rumours")), *heard] if heard else []


def realm(herald: Herald) -> list[str]:
    """The kingdom as it is now (DA-KIN-01)."""
    own, page = herald.view["own"], herald.page
    pairs = [
        (page("race"), page("race_value", own)),
        (page("gold"), integer(own["gold"], herald.lang)),
        (page("intellect"), integer(own["intellect"], herald.lang)),
        (page("buildings"), ", ".join(herald.listed(own["buildings"])) or page("none")),
        (page("units"), ", ".join(herald.listed(own["units"])) or page("nobody")),
        (page("technologies"), ", ".join([herald.names["technology"][code] for code in own["technologies"]]) or "–"),
    ]
    if own["missed"]:
        pairs.append((page("silence"), integer(own["missed"], herald.lang)))
    return [*section(page("realm")), *entries(pairs)]


def known_kingdoms(herald: Herald) -> list[str]:
    """Who is known, since when, and who still lives (DA-FOG-05)."""
    page, races = herald.page, herald.names["race"]
    rows = [
        (name, other["lord"], races[other["race"]], str(other["since"]), page("living" if other["alive"] else "fallen"))
        for name, other in herald.view["own"]["known"].items()
    ]
    shown = table(page("known_head"), rows, "<<<<<") if rows else ["  " + page("no_known")]
    return [*section(page("known")), *shown]


def continent(herald: Herald) -> list[str]:
    """What everyone sees, and the proposal to the last ones (DA-END-05)."""
    view = herald.view
    lines = [*section(herald.page("continent")), *fold(herald.page("continent_value", view), "  ", "  ")]
    if view["association"] and "own" in view:
        lines += fold(herald.page("vote_open", view), "  ! ", "    ")
    return lines
