"""A battlefield in words: its pieces, refusals beside them, what each half is like, where it may be fought on."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse
from django.utils.http import urlencode

from heraut.engine.protocol import Refusal, Seat, SetupError
from heraut.engine.rng import Rng
from heraut.engine.words import percent, real
from heraut.games.vassaux.options import OWN_MAP
from heraut.games.vassaux.setup import setup
from heraut.games.vassaux.state import Element
from heraut.games.vassaux.table.ground import uncovered
from heraut.games.vassaux.tables import TERRAIN, R, scenarios
from heraut.games.vassaux.terrain import passage, terrain_refusals, write_terrain
from heraut.site.common.words import lang, say
from heraut.site.games.vassaux.field_builder.draft import Field
from heraut.site.games.vassaux.refused import Told, told

SEATS = (Seat("j1"), Seat("j2"))
ROOM = 0.5  # the share of a zone below which it is told that there is little room


class PieceShown(NamedTuple):
    """A piece of terrain in words."""

    number: int
    name: str
    place: str
    faults: list[Told]


class Half(NamedTuple):
    """What a half of the table is like: shares of it, as percentages."""

    name: str
    cover: str
    difficult: str
    impassable: str


class Ground(NamedTuple):
    """A scenario, and whether it may be fought on this battlefield: None until that was asked; if not, why."""

    number: int
    name: str
    open: bool | None
    why: str = ""


@dataclass(frozen=True)
class Shown:
    """Everything that the page says of a battlefield."""

    field: Field
    text: str
    pieces: list[PieceShown]
    faults: list[Told]
    advice: list[str]
    halves: list[Half]
    scenarios: list[Ground]
    unread: list[Told]

    @property
    def legal(self) -> bool:
        """Whether a battle may be fought on it."""
        return not self.faults and not any(piece.faults for piece in self.pieces)

    @property
    def spoken(self) -> str:
        """The battlefield in a sentence, for whoever listens."""
        state = say("vassaux_terrain.legal" if self.legal else "vassaux_terrain.not_legal")
        return say("vassaux_terrain.spoken", number=len(self.pieces), state=state)


def shown(field: Field, tried: int | None = None) -> Shown:
    """What the page says of a battlefield; `tried` is the scenario whose hosts are set up on it."""
    faults: dict[int, list[Told]] = defaultdict(list)
    for refusal in terrain_refusals(field.elements, field.side * R):
        faults[refusal.line].append(told(refusal))
    legal = not faults
    return Shown(
        field,
        write_terrain(field.elements),
        [
            PieceShown(number, name_of(one), place_of(one), faults.get(number, []))
            for number, one in enumerate(field.elements, start=1)
        ],
        faults.get(0, []),
        advice(field) if legal else [],
        halves(field) if legal else [],
        grounds(field, tried) if legal else [],
        [told(refusal) for refusal in field.unread],
    )


def name_of(one: Element) -> str:
    """What sort of terrain a piece is, with a capital."""
    name = str(getattr(TERRAIN[one.code], lang()))
    return name[:1].upper() + name[1:]


def place_of(one: Element) -> str:
    """How large a piece is and where it lies, in rulers."""
    wide, high, x, y = (rulers(value) for value in (one.x2 - one.x1, one.y2 - one.y1, one.x1, one.y1))
    return say("vassaux_terrain.place", wide=wide, high=high, x=x, y=y)


def rulers(value: int) -> str:
    """A length in rulers with one decimal, where it has one."""
    return str(value // R) if value % R == 0 else real(value / R, lang())


def advice(field: Field) -> list[str]:
    """What is legal, and odd."""
    way = passage(field.elements, field.side * R)
    found = [] if way.open else [say("vassaux_terrain.no_way")]
    for side, room in (("south", way.south), ("north", way.north)):
        if room < ROOM:
            found.append(say("vassaux_terrain.little_room", side=say(f"vassaux_terrain.{side}"), share=room))
    return found


def halves(field: Field) -> list[Half]:
    """How much of the southern and of the northern half gives cover, slows, and stops."""
    middle, side = field.side * R // 2, field.side * R
    found = []
    for name, low, top in (("south", 0, middle), ("north", middle, side)):
        shares = {"cover": 0, "difficult": 0, "impassable": 0}
        for one, boxes in uncovered(field.elements):
            row = TERRAIN[one.code]
            area = sum((x2 - x1) * max(0, min(y2, top) - max(y1, low)) for x1, y1, x2, y2 in boxes)
            shares["cover"] += area * (row.sight == "cover")
            shares["difficult"] += area * (row.move == "difficult")
            shares["impassable"] += area * (row.move == "impassable")
        told_shares = (percent(area / (side * (top - low)), lang()) for area in shares.values())
        found.append(Half(say(f"vassaux_terrain.half_{name}"), *told_shares))
    return found


def grounds(field: Field, tried: int | None) -> list[Ground]:
    """Every scenario, and whether it may be fought here (SV-SCN-11, SV-SCN-21, SV-DEP-02).

    Whether its hosts can stand takes up to a second to find out: of the one that was asked for alone.
    """
    found = []
    for number, row in scenarios().items():
        name = getattr(row, lang())
        if number in OWN_MAP:
            found.append(Ground(number, name, False, say("vassaux_terrain.own_map")))
        elif number == tried:
            refusal = refusal_of(field.elements, field.side, number)
            found.append(Ground(number, name, refusal is None, told(refusal).reason if refusal else ""))
        else:
            found.append(Ground(number, name, None))
    return found


@lru_cache(maxsize=200)
def refusal_of(elements: tuple[Element, ...], side: int, scenario: int) -> Refusal | None:
    """Why the ready-made hosts of a scenario cannot fight here, found out by setting them up; None if they can."""
    options = {"scenario": scenario, "field": write_terrain(elements) or "#", "table": side}
    try:
        setup(SEATS, options, Rng(bytes(32)))
    except SetupError as error:
        return error.refusals[0]
    return None


def address(page: str, field: Field, **hand: str) -> str:
    """The address of a page of this battlefield, which says all of it, and what its reader has in hand."""
    asked = {"champ": write_terrain(field.elements), "cote": str(field.side), "pris": str(field.chosen or "")}
    return f"{reverse(page)}?{urlencode({name: value for name, value in {**asked, **hand}.items() if value})}"
