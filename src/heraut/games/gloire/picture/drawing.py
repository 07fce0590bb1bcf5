"""The drawing of a map: outlines, passages and borders, in units of its own."""

from functools import cache

import msgspec

from heraut.engine.decoding import decode
from heraut.games.gloire.atlas import atlas, map_file


class Outline(msgspec.Struct, frozen=True):
    """A land as drawn; ``size`` and ``rows`` say how its name fits, ``far`` whether it is kept on a small screen."""

    path: str
    anchor: tuple[int, int]
    label: tuple[int, int]
    area: float
    size: int
    rows: int
    far: bool


class Line(msgspec.Struct, frozen=True):
    """A passage between adjacent lands that do not touch, or a border nobody may cross."""

    between: tuple[str, str]
    path: str
    peaks: tuple[tuple[int, int], ...] = ()


class Drawing(msgspec.Struct, frozen=True):
    """A file written by ``tools/draw_maps.py``."""

    map: str
    width: int
    height: int
    credit: str
    sizes: tuple[int, int, int]
    cartouche: tuple[int, int]
    compass: tuple[int, int]
    background: tuple[str, ...]
    lakes: tuple[str, ...]
    graticule: tuple[str, ...]
    lands: dict[str, Outline]
    links: tuple[Line, ...]
    closed: tuple[Line, ...]


@cache
def drawing(map_name: str) -> Drawing:
    """The packaged drawing of a map, found under any spelling ``atlas`` accepts."""
    return decode(map_file(atlas(map_name).map, ".drawing.json"), Drawing)
