"""What a click or a form does to the text of a sheet, act by act (see `sheet.py`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heraut.games.rois.choices.routes import reachable
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.orders import SEASONS, Move, Order
from heraut.games.rois.sheet.reading import is_header
from heraut.site.games.rois import cells
from heraut.site.games.rois.draft import Draft
from heraut.site.games.rois.order_forms import line_of, order_of, sent
from heraut.site.games.rois.page_address import number
from heraut.site.matches.orders import last_sheet
from heraut.site.matchpage.match_access import MatchAccess

LONGEST_LINE, LONGEST_TEXT = 400, 4_000
MOST_LINES = 40  # that one touch writes
TREATIES = ("TRAITE", "ROMPRE")
Act = Callable[[MatchAccess, str, str], str]  # of the access, the text, what stands behind the colon: the text after it


def asked_person(access: MatchAccess) -> int:
    """Whom a change is about: a living character of the King's own; 0 is the kingdom, as is anybody else."""
    asked = number(access.request.POST.get("person", ""))
    return asked if asked in {each["number"] for each in access.view["own"]["characters"] if not each["died"]} else 0


def asked_season(access: MatchAccess) -> int:
    """Which season a change is about; 0 for none."""
    asked = number(access.request.POST.get("season", ""))
    return asked if asked in SEASONS else 0


def put(access: MatchAccess, text: str, place: str) -> str:
    """The line that a button bears, or those that fields send, each over the one that says the same."""
    person = asked_person(access)
    lines = [in_one(line) for line in ([place] if place else access.request.POST.getlist("line")[:MOST_LINES])]
    return cells.put_all(text, [(person, line) for line in lines if line])


def in_one(line: str) -> str:
    """What was sent as a line of a section, on one line; "" where it would open another section."""
    written = " ".join(line.split())[:LONGEST_LINE]
    return "" if is_header(written) else written


def word(access: MatchAccess, text: str, line: str) -> str:
    """What is said to a King, in the place of whatever the sheet says to him of treaties and breaches (RO-DIP-06)."""
    code, _, kingdom = line.partition(" ")
    against = [cells.key_in(cells.REALM_SECTION, f"{one} {kingdom.split(' ')[0]}") for one in TREATIES]
    if code in TREATIES:
        text = cells.clear(text, [key for key in against if key is not None])
    return put(access, text, line)


def write(access: MatchAccess, text: str, place: str) -> str:
    """Lines of several sections, as they stand in a sheet, slashes between them: "@1/2: EX/@7/1: DE"."""
    there = cells.rows(place[:LONGEST_TEXT].replace("/", "\n"))
    return cells.put_all(text, [(row.section, row.text.strip()) for row in there if row.key is not None])


def unwrite(access: MatchAccess, text: str, place: str) -> str:
    """Without what these lines say, written the same way."""
    return cells.clear(text, [row.key for row in cells.rows(place[:LONGEST_TEXT].replace("/", "\n")) if row.key])


def to_all(access: MatchAccess, text: str, line: str) -> str:
    """A plan for every living person of the King's own."""
    written = in_one(line)
    people = [each["number"] for each in access.view["own"]["characters"] if written and not each["died"]]
    return cells.put_all(text, [(person, written) for person in people])


def clear(access: MatchAccess, text: str, place: str) -> str:
    """Without what a character does in a season, or without a line."""
    if place:
        row = next((row for row in cells.rows(text) if row.number == number(place)), None)
        return without_line(text, row.number) if row is not None and not row.head else text
    return cells.clear(text, [(asked_person(access), asked_season(access))])


def without_line(text: str, line: int) -> str:
    """The text without this line."""
    return "\n".join(one for place, one in enumerate(text.split("\n"), start=1) if place != line)


def rest(access: MatchAccess, text: str, place: str) -> str:
    """What a character does in a season, to the end of the year; in one without an order, what he did before it."""
    person, season = asked_person(access), asked_season(access)
    before = [cells.line_at(text, (person, one)) for one in range(1, season + 1)]
    row = next((one for one in reversed(before) if one is not None), None)
    if row is None:
        return text
    order, first = row.text.partition(":")[2].strip(), season if before[-1] is None else season + 1
    return cells.put_all(text, [(person, f"{later}: {order}") for later in range(first, SEASONS[-1] + 1)])


def year(access: MatchAccess, text: str, place: str) -> str:
    """What a character was ordered last year, as far as it can still be given."""
    former = last_sheet(access.seat, access.match.step) if access.seat else None
    person = asked_person(access)
    if former is None or not person:
        return text
    decision, given = SheetDecision(access.view), dict[cells.Key, str]()
    for row in cells.rows(former.text):
        if row.section != person or row.key is None or row.key in given:
            continue
        if not decision.parse(f"@{person}\n{row.text}").refusals:  # lawful now, taken by itself
            given[row.key] = row.text
    return cells.put_all(text, [(person, line) for line in given.values()])


def route(access: MatchAccess, text: str, place: str) -> str:
    """A character goes to the province that a button bears, from a season on, a province a season, the soonest way."""
    person, season = asked_person(access), asked_season(access)
    if not person or not season:
        return text
    sheet = Draft(access.view, text).sheet
    step = reachable(access.view, sheet, person, season).get(number(place))
    if step is None or step.reason is not None:
        return text
    stops = enumerate(step.path, start=step.season - len(step.path) + 1)
    return cells.put_all(text, [(person, line_of(Move(province), person, when)) for when, province in stops])


def filled(access: MatchAccess, text: str, kind: str) -> str:
    """The order that a form fills."""
    person, season = asked_person(access), asked_season(access)
    order = order_of(kind, sent(kind, access.request.POST))
    if order is None or isinstance(order, Order) != bool(person and season):
        return text
    return cells.put(text, person, line_of(order, person, season))


def both(text: str, other: str) -> str:
    """One text, and of another the lines that say what it does not say."""
    said = {row.key for row in cells.rows(text)}
    more = [row for row in cells.rows(other) if row.key is not None and row.key not in said]
    return cells.put_all(text, [(row.section, row.text) for row in more])


ACTS: Mapping[str, Act] = {
    "put": put, "word": word, "write": write, "unwrite": unwrite, "all": to_all, "form": filled, "clear": clear,
    "route": route, "rest": rest, "year": year,
}  # fmt: skip
