"""The reach map: where a lord, or any lord of a family, can arrive, marked on the board and told below it (FI-TOO-02).

It is asked for by the address (`?portee=arnaud`, `?portee=j2`), so that it needs no script and stays while the table
lives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from heraut.engine.protocol import Json
from heraut.games.fief.calculators.reach import Arrival, Walk, reach
from heraut.games.fief.picture.drawing import drawing
from heraut.site.common.words import site_words
from heraut.site.games.fief.naming import Names, names

FIELD = "portee"
FREE, LEAVE, FIGHT = "free", "leave", "fight"
SORTS = (FREE, LEAVE, FIGHT)


@dataclass(frozen=True)
class Reach:
    """What is shown of a lord or family: whom, why some of them stay, arrivals by sort in words, and the marks."""

    asked: str
    name: str
    stays: list[str]
    told: list[tuple[str, str, list[str]]]
    marks: str

    @property
    def query(self) -> str:
        """What the address says of it."""
        return f"?{FIELD}={self.asked}"


def reach_of(view: Json, asked: str, lang: str) -> Reach | None:
    """What is asked for; None if it is nobody's name."""
    if asked not in view["lords"] and asked not in view["seats"]:
        return None
    walks = [walk for name, walk in reach(view).items() if asked in (name, walk.seat)]
    tables, words = names(view, lang), site_words(lang)
    found = best(walks)
    return Reach(
        asked,
        tables["lord"][asked] if asked in view["lords"] else tables["seat"][asked],
        [words.say("fief_stays", walk.stays, {"lord": walk.lord}, tables) for walk in walks if walk.stays],
        [
            (sort, words.say("fief", f"reach_{sort}"), [line(one, lang, tables) for one in arrivals])
            for sort in SORTS
            if (arrivals := [one for one in found.values() if sort_of(one) == sort])
        ],
        "".join(marks(found, {walk.start for walk in walks if not walk.stays})),
    )


def best(walks: Iterable[Walk]) -> dict[str, Arrival]:
    """The easiest arrival at each village, nearest first."""
    found: dict[str, Arrival] = {}
    for walk in walks:
        for village, one in walk.arrivals.items():
            if village not in found or one.ease < found[village].ease:
                found[village] = one
    return dict(sorted(found.items(), key=lambda pair: pair[1].steps))


def sort_of(one: Arrival) -> str:
    """Whether nothing prevents it, or somebody's leave is needed, or a fight."""
    return FREE if one.free else FIGHT if one.fight else LEAVE


def line(one: Arrival, lang: str, tables: Names) -> str:
    """An arrival in words: where, how far, by whose leave."""
    keepers = list(dict.fromkeys(gate.keeper for gate in one.gates))
    data = {"village": one.way[-1], "steps": one.steps, "keepers": keepers, "storm": one.storm, "darc": one.darc}
    return site_words(lang).say("fief", "reach_line", data, tables)


def marks(found: dict[str, Arrival], starts: set[str | None]) -> Iterator[str]:
    """A ring around each village, and how many steps it takes."""
    yield '<g class="reach" pointer-events="none">'
    places = drawing().villages
    for village in sorted(start for start in starts if start is not None):
        x, y = places[village]
        yield f'<circle class="from" cx="{x}" cy="{y + 4}" r="64"/>'
    for village, one in found.items():
        if village not in starts:
            x, y = places[village]
            a, b = (52, 4) if village in drawing().left else (-46, -34)  # where no pawn stands
            yield (
                f'<g class="{sort_of(one)}" data-village="{escape(village)}" transform="translate({x} {y})">'
                f'<circle class="ring" cy="4" r="60"/><circle class="steps" cx="{a}" cy="{b}" r="19"/>'
                f'<text class="mid" x="{a}" y="{b + 9}">{one.steps}</text></g>'
            )
    yield "</g>"


def choices(view: Json, lang: str) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Whom one may ask about: each family with its lords on the board, the reader's own first."""
    tables, own = names(view, lang), (view.get("own") or {}).get("seat")
    seats = sorted(view["seats"], key=lambda seat: seat != own)
    found: list[tuple[str, str, list[Any]]] = []
    for seat in seats:
        lords = [name for name, lord in view["lords"].items() if lord["seat"] == seat and lord["village"]]
        if lords:
            found.append((seat, tables["seat"][seat], [(name, tables["lord"][name]) for name in lords]))
    return found
