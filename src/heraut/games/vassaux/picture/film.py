"""A whole battle as one HTML file that needs neither server nor network: table, words, slider, both languages.

The first moment is drawn in full; of each later one the file holds the pieces that changed, what was drawn over the
table, and what was told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

import msgspec

from heraut.engine.files import packaged
from heraut.engine.protocol import Event
from heraut.engine.words import LANGUAGES
from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.picture.arms import definitions
from heraut.games.vassaux.picture.marks import marks
from heraut.games.vassaux.picture.scenery import EDGE, PATTERNS, SCALE, land
from heraut.games.vassaux.picture.table import (
    STYLE,
    WORDS,
    Piece,
    heading,
    moment,
    moving_parts,
    pieces,
    strength,
    unit_name,
)
from heraut.games.vassaux.picture.traces import traces
from heraut.games.vassaux.report import as_told
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.view import battle_of


class Frame(msgspec.Struct, omit_defaults=True):
    """A moment: pieces that changed, traces, figures of hosts and units that changed, and words in each language."""

    pieces: dict[str, Piece]
    over: str
    zones: str
    turn: int
    hosts: list[list[int]]
    units: dict[str, str]
    moment: dict[str, str]
    words: dict[str, str]


def film(steps: Iterable[tuple[Mapping[str, Any], Sequence[Event]]], lang: str = "fr") -> str:
    """The page of a battle, from what its reader saw at each step and the events that he may know."""
    frames: list[Frame] = []
    known: dict[str, Piece] = {}
    first: Battle | None = None
    for view, events in steps:
        battle = battle_of(view)
        first = first or battle
        now = pieces(battle)
        changed = {key: piece for key, piece in now.items() if known.get(key) != piece}
        words = {one: happenings(view, events, one) for one in LANGUAGES}
        if frames and not changed and not any(words.values()):
            continue
        known = now
        frames.append(framed(battle, changed, events, words))
    if first is None:
        raise ValueError("a film of nothing")
    return page(first, frames, lang)


def happenings(view: Mapping[str, Any], events: Sequence[Event], lang: str) -> str:
    """What happened in a step, a line for each event."""
    herald = Herald(view, lang)
    told = as_told(events)
    return "\n".join(herald.sentence(event) for event in told)


def framed(battle: Battle, changed: dict[str, Piece], events: Sequence[Event], words: dict[str, str]) -> Frame:
    """A moment of the film."""
    return Frame(
        pieces=changed,
        over="".join(traces([events], battle)),
        zones=marks(battle),
        turn=battle.turn,
        hosts=[[host.reserve, host.discard, host.eliminated] for host in battle.hosts],
        units={str(unit.id): strength(unit) for unit in battle.units.values()},
        moment={lang: moment(battle, lang) for lang in LANGUAGES},
        words=words,
    )


def page(battle: Battle, frames: list[Frame], lang: str) -> str:
    """The file: the page with its style, its script, the first moment and the film."""
    data = {
        "lang": lang,
        "title": {one: heading(battle, one).split(" · ")[0] for one in LANGUAGES},
        "names": {one: {str(unit.id): unit_name(unit, one) for unit in battle.units.values()} for one in LANGUAGES},
        "seats": {one: [host.name or host.seat or WORDS[one]["nobody"] for host in battle.hosts] for one in LANGUAGES},
        "frames": frames,
    }
    parts = {
        "TITLE": escape(heading(battle, lang).split(" · ")[0]),
        "LANG": lang,
        "STYLE": packaged(__package__, "film.css").decode() + STYLE,
        "TABLE": drawing(battle),
        "FILM": msgspec.json.encode(data).decode().replace("<", "\\u003c"),
        "SCRIPT": packaged(__package__, "film.js").decode(),
    }
    text = packaged(__package__, "film.html").decode()
    return re.sub("@@([A-Z]+)@@", lambda place: parts[place[1]], text)  # in one go: a name may hold such a mark too


def drawing(battle: Battle) -> str:
    """The table with the first moment upon it."""
    width, height = battle.settings.width // SCALE, battle.settings.height // SCALE
    return (
        f'<svg viewBox="{-EDGE} {-EDGE} {width + 2 * EDGE} {height + 2 * EDGE}" role="img" '
        'aria-labelledby="title moment">'
        f"<defs>{PATTERNS}{definitions(battle.units)}</defs>{land(battle.settings)}"
        f'<g id="zones">{marks(battle)}</g>{moving_parts(battle, ())}</svg>'
    )
