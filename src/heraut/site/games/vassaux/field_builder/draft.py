"""The battlefield that the page holds, and what its buttons and a tap on it do.

Lengths are typed in rulers with one decimal; corners stand on tenths of a ruler, those that are tapped on halves.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.http import QueryDict

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.picture.scenery import EDGE, SCALE
from heraut.games.vassaux.setup import elements_of
from heraut.games.vassaux.state import Element
from heraut.games.vassaux.table.wilderness import generate, turned
from heraut.games.vassaux.tables import CONSTANTS, R, codes, maps
from heraut.games.vassaux.terrain import WORDS, read_terrain
from heraut.site.common.input_cleaning import whole_number

SIDES = tuple(side // R for side in CONSTANTS.tables)
USUAL = CONSTANTS.table // R
STEP = CONSTANTS.grid  # of what is tapped
TENTH = CONSTANTS.piece_grid
LENGTH = re.compile(r"([0-9]{1,2})(?:[.,]([0-9]))?")
SIZES: Mapping[str, tuple[int, int]] = {
    "ROUTE": (2000, 5000), "BOIS": (2000, 2000), "MARAIS": (2000, 2000), "PENTE": (4000, 3000), "MURET": (3000, 200),
    "MAISON": (1000, 1000), "ROCHER": (1000, 1000), "EAU": (3000, 2000), "SOMMET": (2000, 1500),
}  # fmt: skip
"""How large a piece is put down, by its word: length and width in mR."""
TOOLS = ("poser", "choisir", "deplacer")
PICTURES = {"grand": 620, "petit": 340}  # the width, in pixels, of the pictures that tell where they were tapped
SEED_WORDS = ("azur", "gueules", "sinople", "sable", "pourpre", "hermine", "vair", "chevron", "merlette", "licorne")


class Field(NamedTuple):
    """A battlefield under way: `side` in R; `chosen` is the piece at hand, counted from 1, 0 for none."""

    elements: tuple[Element, ...]
    side: int = USUAL
    chosen: int = 0
    unread: tuple[Refusal, ...] = ()

    @property
    def piece(self) -> Element | None:
        """The piece at hand."""
        return self.elements[self.chosen - 1] if 0 < self.chosen <= len(self.elements) else None

    def replaced(self, piece: Element) -> Field:
        """With another piece in the place of the one at hand."""
        before, after = self.elements[: self.chosen - 1], self.elements[self.chosen :]
        return self._replace(elements=(*before, piece, *after))


def asked_field(asked: Mapping[str, str]) -> Field:
    """The battlefield that an address or a form says, or that of the plain battle, and why what it says is unread."""
    side = whole_number(asked.get("cote", ""), 2)
    if side not in SIDES:
        side = USUAL
    first = elements_of(next(iter(maps()))) if not asked.keys() & {"champ", "cote"} else ()
    found = read_terrain(asked.get("champ", ""))
    if isinstance(found, list):
        return Field((), side, 0, tuple(found))
    elements = (found or first)[: CONSTANTS.pieces_max]
    chosen = whole_number(asked.get("pris", ""), 2) or 0
    return Field(elements, side, chosen if chosen <= len(elements) else 0)


def length(text: str) -> int | None:
    """A length typed in rulers with one decimal, in mR; None for anything else."""
    found = LENGTH.fullmatch(text.strip())
    return int(found[1]) * R + int(found[2] or 0) * TENTH if found else None


# Where somebody tapped


class Tap(NamedTuple):
    """A place of the table, in mR."""

    x: int
    y: int


def tapped(sent: QueryDict, side: int) -> Tap | None:
    """Where the picture was tapped: told by a script in mR, by a browser without one in pixels of the picture."""
    if (x := whole_number(sent.get("x", ""), 5)) is not None and (y := whole_number(sent.get("y", ""), 5)) is not None:
        return Tap(min(x, side * R), min(y, side * R))
    for name, wide in PICTURES.items():
        x, y = (whole_number(sent.get(f"{name}.{axis}", ""), 4) for axis in ("x", "y"))
        if x is not None and y is not None:
            return on_table(x, y, wide, side)
    return None


def on_table(x: int, y: int, wide: int, side: int) -> Tap:
    """The place under a pixel of the picture with its frame; beyond the edge, the nearest on it."""
    across = side * R // SCALE + 2 * EDGE
    east, south = (value * across / wide - EDGE for value in (x, y))
    most = side * R
    return Tap(max(0, min(most, round(east) * SCALE)), max(0, min(most, most - round(south) * SCALE)))


def put_down(word: str, size: tuple[int, int], at: Tap, side: int) -> Element:
    """A piece around a place, its corner on the half rulers, wholly on the table."""
    wide, high = (min(length, side * R) for length in size)
    x1, y1 = (
        max(0, min(side * R - length, round((middle - length / 2) / STEP) * STEP))
        for middle, length in ((at.x, wide), (at.y, high))
    )
    return Element(WORDS[word], x1, x1 + wide, y1, y1 + high)


def under(field: Field, at: Tap) -> int:
    """The piece on top at a place, counted from 1; 0 for none."""
    found = 0
    for number, one in enumerate(field.elements, start=1):
        if one.x1 <= at.x <= one.x2 and one.y1 <= at.y <= one.y2:
            found = number
    return found


# Buttons


def add(field: Field, sent: QueryDict, at: Tap | None) -> Field:
    """One more piece, where it was tapped or where its numbers say; with its counterpart if that is ticked."""
    word = sent.get("terrain", "")
    if word not in WORDS or at is None or len(field.elements) >= CONSTANTS.pieces_max:
        return field
    wide, high = (length(sent.get(f"new-{name}", "")) for name in ("wide", "high"))
    usual = SIZES[word]
    piece = put_down(word, (wide or usual[0], high or usual[1]), at, field.side)
    pair = (piece, turned(piece, field.side * R)) if sent.get("pair") else (piece,)
    return field._replace(elements=(*field.elements, *dict.fromkeys(pair)), chosen=len(field.elements) + 1)


def tap(field: Field, sent: QueryDict) -> Field:
    """What a tap does, by the tool in hand; where nobody has tapped, the numbers of the piece at hand count."""
    at = tapped(sent, field.side)
    tool = sent.get("tool", "")
    if at is None:
        return edit(field, sent)
    if tool == "deplacer" and field.piece is not None:
        return move(field, at)
    if tool == "choisir":
        return field._replace(chosen=under(field, at))
    return add(field, sent, at)


def move(field: Field, at: Tap) -> Field:
    """The piece at hand, around another place."""
    piece = field.piece
    if piece is None:
        return field
    size = (piece.x2 - piece.x1, piece.y2 - piece.y1)
    moved = put_down(next(word for word, code in WORDS.items() if code == piece.code), size, at, field.side)
    return field.replaced(moved)


def edit(field: Field, sent: QueryDict) -> Field:
    """The piece at hand, as its numbers say; a number that cannot be read changes nothing."""
    piece = field.piece
    if piece is None:
        return field
    now = (piece.x1, piece.y1, piece.x2 - piece.x1, piece.y2 - piece.y1)
    read = (length(sent.get(f"piece-{name}", "")) for name in ("x", "y", "wide", "high"))
    x, y, wide, high = (typed if typed is not None else held for typed, held in zip(read, now, strict=True))
    code = WORDS.get(sent.get("piece-terrain", ""), piece.code)
    return field.replaced(Element(code, x, x + wide, y, y + high))


def turn(field: Field) -> Field:
    """The piece at hand, turned by a quarter about its middle."""
    piece = field.piece
    if piece is None:
        return field
    wide, high = piece.x2 - piece.x1, piece.y2 - piece.y1
    x = (piece.x1 + piece.x2 - high) // 2 // TENTH * TENTH
    y = (piece.y1 + piece.y2 - wide) // 2 // TENTH * TENTH
    most = field.side * R
    x, y = max(0, min(most - high, x)), max(0, min(most - wide, y))
    return field.replaced(Element(piece.code, x, x + high, y, y + wide))


def drop(field: Field) -> Field:
    """Without the piece at hand."""
    elements = (*field.elements[: field.chosen - 1], *field.elements[field.chosen :])
    return field._replace(elements=elements, chosen=0) if field.piece is not None else field


def counterpart(field: Field) -> Field:
    """With the counterpart of the piece at hand, half a turn about the middle: both edges are alike."""
    if field.piece is None or len(field.elements) >= CONSTANTS.pieces_max:
        return field
    return field._replace(elements=(*field.elements, turned(field.piece, field.side * R)))


def raised(field: Field) -> Field:
    """The piece at hand on top of all others."""
    if field.piece is None:
        return field
    rest = drop(field)
    return rest._replace(elements=(*rest.elements, field.piece), chosen=len(field.elements))


def lowered(field: Field) -> Field:
    """The piece at hand under all others."""
    return drop(field)._replace(elements=(field.piece, *drop(field).elements), chosen=1) if field.piece else field


def draw(field: Field, word: str) -> Field:
    """What the generator draws of a word: the same of the same word."""
    elements = generate(Rng(word.encode("utf-8", "replace")).at("wilderness"), field.side * R)
    return field._replace(elements=elements, chosen=0)


def any_word() -> str:
    """A word to draw by."""
    return f"{secrets.choice(SEED_WORDS)}-{secrets.randbelow(1000)}"


ON_PIECE: Mapping[str, Callable[[Field], Field]] = {
    "turn": turn,
    "drop": drop,
    "twin": counterpart,
    "raise": raised,
    "lower": lowered,
}


def done(field: Field, sent: QueryDict, word: str) -> Field:
    """What the button that was pressed does; `word` is what the generator draws by."""
    act, _, rest = sent.get("do", "").partition(":")
    if act in ON_PIECE:
        return ON_PIECE[act](field)
    if act == "take":
        return field._replace(chosen=min(whole_number(rest, 2) or 0, len(field.elements)))
    if act == "map" and (code := codes.MapCode(sent.get("map", ""))) in maps():
        return Field(elements_of(code))
    if act == "draw":
        return draw(field, word)
    if act == "clear":
        return field._replace(elements=(), chosen=0)
    if act == "edit":
        return edit(field, sent)
    if act == "place":
        x, y = (length(sent.get(f"new-{axis}", "")) for axis in ("x", "y"))
        return add(field, sent, Tap(x, y) if x is not None and y is not None else None)
    if act in ("paste", "undo"):
        found = read_terrain(sent.get("text" if act == "paste" else "before", ""))
        return field._replace(unread=tuple(found)) if isinstance(found, list) else Field(found, field.side)
    if act == "move" and (at := tapped(sent, field.side)) is not None:
        return move(field, at)
    return tap(field, sent)
