"""What players read: the report of a seat, the chronicle of everyone, a refusal explained.

Here is only which event stands where; `herald.py` makes sentences of them. Everything comes from a seat's view and the
events that this seat may know (FI-INF-07).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from heraut.engine.layout import entries, fold, heading, table
from heraut.engine.protocol import Event, Json, Refusal
from heraut.engine.words import catalogue
from heraut.games.fief.herald import Herald, Seats, capital, fixed_names

PHASE = "phase"  # the event that begins a section


def report(view: Json, events: Sequence[Event], lang: str) -> str:
    """What a seat is told of a step: what happened, its own house, the realm, and what it is asked."""
    herald = Herald(view, lang)
    lines = [*herald.head("report"), *happenings(herald, events), *house(herald), *realm(herald)]
    return "\n".join([*lines, *question(herald)]) + "\n"


def chronicle(view: Json, events: Sequence[Event], lang: str) -> str:
    """What everyone may read of a step."""
    herald = Herald(view, lang)
    public = [event for event in events if event.seen_by is None]
    return "\n".join([*herald.head("chronicle"), *happenings(herald, public), *realm(herald)]) + "\n"


def explain(refusal: Refusal, lang: str) -> str:
    """A refusal in words: the line, the reason, the remedy and the rule."""
    words = catalogue(__package__, lang)
    tables = {**fixed_names(lang), "seat": Seats({}, words.names["rebels"])}
    return words.explain(refusal, tables, capital)


# The parts of a report


def happenings(herald: Herald, events: Iterable[Event]) -> list[str]:
    """What happened, under the names of the phases."""
    lines: list[str] = [""]
    head: list[str] = []  # of a phase in which nothing may happen
    for event in events:
        if event.kind == PHASE:
            head = [*heading(capital(herald.names["phase"][event.data["phase"]])), ""]
        else:
            lines += [*head, *herald.lines(event)]
            head = []
    return lines if len(lines) > 1 else ["", "  " + herald.page("quiet")]


def house(herald: Herald) -> list[str]:
    """One's own house: purse, hand, lords, troops, captives."""
    view, own = herald.view, herald.view.get("own")
    if own is None:
        return []
    page, seat, none = herald.page, own["seat"], herald.page("none")
    troops = [stack for stack in view["stacks"] if stack["seat"] == seat]
    pairs = [
        (page("purse"), page("purse_value", own)),
        (page("hand"), ", ".join(herald.names["card"][card] for card in own["hand"]) or page("no_card")),
        (page("lords"), "; ".join(lord_line(herald, name) for name in view["seats"][seat]["lords"]) or none),
        (page("troops"), ", ".join(page("stack", stack) for stack in troops) or page("no_troops")),
        (page("captives"), ", ".join(herald.names["lord"][name] for name in own["captives"]) or none),
    ]
    return [*heading(page("house")), "", *entries(pairs)]


def lord_line(herald: Herald, name: str) -> str:
    """A lord, his place and his titles."""
    lord = herald.view["lords"][name]
    if lord["village"] is None:
        return herald.page("lord_away", {"lord": name})
    return herald.page("lord", {**lord, "lord": name, "held": lord["captor"]})


def realm(herald: Herald) -> list[str]:
    """The houses side by side, and the crown."""
    view, page = herald.view, herald.page
    figures = ("soldiers", "fiefs", "votes", "hand")
    rows = []
    for one in view["seats"].values():
        if one["alive"]:
            counts = {**one, "fiefs": len(one["fiefs"])}
            rows.append((one["name"], str(len(one["lords"])), *(str(counts[figure]) for figure in figures)))
    crown = page("king", view["crown"]) if view["crown"]["king"] else page("no_king")
    return [*heading(page("realm")), "", *table(page("realm_head"), rows, "<>>>>>"), "", f"  {crown}"]


def question(herald: Herald) -> list[str]:
    """What this seat is asked; or for whom it waits."""
    own, awaited = herald.view.get("own"), herald.view["awaited"]
    asked = own and own["asked"]
    if asked:
        return fold(herald.page("asked", {"question": herald.question(asked)}), "  ! ", "    ")
    return fold(herald.page("awaited", awaited), "  ", "  ") if awaited else []
