"""What players read of a round: the report, the chronicle, a refusal explained. The words are in `text/`."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.engine.layout import fold, title
from heraut.engine.protocol import Event, Json, Refusal
from heraut.engine.words import catalogue


def sentences(view: Json, events: Sequence[Event], lang: str) -> list[str]:
    """One sentence an event."""
    words = catalogue(__package__, lang)
    names = {**words.names, "lord": {seat: lord["name"] for seat, lord in view["lords"].items()}}
    return [words.say("event", event.kind, event.data, names) for event in events]


def report(view: Json, events: Sequence[Event], lang: str) -> str:
    """The report of a round for one lord."""
    return page("report", view, events, lang)


def chronicle(view: Json, events: Sequence[Event], lang: str) -> str:
    """What everyone may read of a round."""
    return page("chronicle", view, events, lang)


def page(key: str, view: Json, events: Sequence[Event], lang: str) -> str:
    """A page of this name: what happened, then the points of all."""
    words = catalogue(__package__, lang)
    lines = [line for text in sentences(view, events, lang) for line in fold(text, "  · ", "    ")]
    points = [words.say("page", "points", lord) for lord in view["lords"].values()]
    head = title(words.say("page", "game"), "", words.say("page", key, {"turn": view["turn"] - 1}))
    return "\n".join([*head, "", *lines, "", *(f"  {line}" for line in points)]) + "\n"


def explain(refusal: Refusal, lang: str) -> str:
    """A refusal in words: the line, the reason, the remedy and the rule."""
    return catalogue(__package__, lang).explain(refusal)
