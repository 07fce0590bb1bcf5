"""What grows and rises on the lands of a map, and the waves of its seas: trees, palms, peaks, dunes, grass.

Signs are strewn by chance that is always the same for the same hex and terrain. They are gathered in bands from north
to south, so that what stands in front covers what stands behind, with as few shapes as that takes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from heraut.games.rois.picture.grid import middle, noise, steps
from heraut.games.rois.world.geography import NEIGHBOURS

BAND = 14  # units: signs whose feet lie within it are drawn at once
CLEAR = (25, 20)  # around the middle of a hex, half across and half down: castles and houses stand there


class Stroke(NamedTuple):
    """A part of a sign: a way of drawing (one of `WAYS`), and the steps of its path from the foot of the sign."""

    way: str
    path: str


# The ways of drawing, in the order in which those of a band are laid: what differs from `PEN`
PEN = 'fill="none" stroke="var(--ink)" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"'
WAYS = {
    "shade": 'fill="var(--shade)" stroke="none"',
    "line": "",
    "oak": 'fill="var(--oak)"',
    "pine": 'fill="var(--pine)"',
    "palm": 'fill="var(--palm)"',
    "dark": 'fill="var(--dark)" stroke="none"',
    "rock": 'fill="var(--rock)"',
    "cliff": 'fill="var(--cliff)" stroke="none"',
    "snow": 'fill="var(--snow)" stroke="none"',
    "vein": "",
    "blade": 'stroke="var(--blade)"',
    "dune": 'stroke="var(--dune)"',
    "wave": 'stroke="var(--wave)"',
}

OAK = (
    Stroke("shade", "m-10 0q12 7 22 0q2-4-8-4z"),
    Stroke("line", "v-7"),
    Stroke("oak", "m-6-4a5 5 0 1 1 0-9a6 6 0 0 1 11-1a5 5 0 1 1 1 10z"),
    Stroke("dark", "m2-4a6 6 0 0 0 2-10a5 5 0 1 1 2 10z"),
)
PINE = (
    Stroke("shade", "m-8 0q10 6 18 0q1-3-7-4z"),
    Stroke("line", "v-4"),
    Stroke("pine", "m-8-3l5-7h-3l4-7h-2l4-8 4 8h-2l4 7h-3l5 7z"),
    Stroke("dark", "m0-3v-22l4 8h-2l4 7h-3l5 7z"),
)
GROVE = (
    Stroke("shade", "m-18 0q20 9 38 0q2-5-14-4z"),
    Stroke("line", "m-9-1v-4m9 5v-5m9 4v-4"),
    Stroke("oak", "m-14-4a5 5 0 1 1 1-9a6 6 0 0 1 9-6a6 6 0 0 1 11 3a6 6 0 0 1 8 4a5 5 0 1 1-1 8z"),
    Stroke("dark", "m2-4a9 9 0 0 0 3-14q3 0 2 3a6 6 0 0 1 8 4a5 5 0 1 1-1 7z"),
    Stroke("vein", "m-11-11q3-3 5 0m3-4q3-3 5 0"),
)
PALM = (
    Stroke("shade", "m-8 0q10 6 18 0q1-3-7-4z"),
    Stroke("line", "q-3-7 1-15"),
    Stroke("palm", "m1-15q-9-8-12 3q6-5 12-3q-8 1-6 9q2-6 6-9q4 2 5 9q4-6-5-9q7-2 11 3q-2-11-11-3z"),
)
BUSH = (Stroke("palm", "m-6 0c-4-5 1-9 4-7c2-4 8-3 8 1c4 1 3 6-1 6z"), Stroke("vein", "m-2-3q2-2 4 0"))
GRASS = (Stroke("blade", "m-5 0l-2-6m5 6v-8m4 8l3-6"),)
FIELD = (Stroke("blade", "m-15-2l24-7m-22 11l26-7m-22 11l24-7"),)
HILL = (Stroke("blade", "m-17 2q6-13 17-12q11 1 17 11m-24-4q4-5 9-5"),)
DUNE = (Stroke("dune", "m-18 3q10-4 14-11q6 8 20 10m-16-7q3 5 8 8"),)
RIPPLE = (Stroke("dune", "m-11 0q6-5 11 0t11 0"),)
STONES = (Stroke("dune", "h.1m7-5h.1m3 8h.1m7-4h.1m-25-7h.1"),)
WAVE = (Stroke("wave", "m-12 0q4-6 8 0q4-6 8 0q4-6 8 0"),)
SWELL = (Stroke("wave", "m-7 0q3-5 7 0q3-5 7 0"),)


def peak(wide: int, high: int, lean: int) -> tuple[Stroke, ...]:
    """A mountain so wide to either side, so high, its top so far to the right: light, shadow to the east, snow."""

    def shape(*points: tuple[float, float]) -> str:
        (x, y), *rest = [(round(wide * u) + round(lean * -v), round(high * v)) for u, v in points]
        return "m" + steps([(x, y), *rest])[1:] + "z"

    top, west, east = (0, -1), ((-0.5, -0.47), (-0.3, -0.52)), ((0.33, -0.58), (0.52, -0.38))
    return (
        Stroke("shade", f"m{-wide} 0q{wide} 9 {2 * wide + 8} 2l-8-5z"),
        Stroke("rock", shape((-1, 0.05), *west, top, *east, (1, 0.05))),
        Stroke("cliff", shape(top, *east, (1, 0.05), (0.3, 0.05), (0.4, -0.22), (0.05, -0.36), (0.2, -0.62))),
        Stroke("snow", shape(top, (-0.2, -0.68), (-0.1, -0.6), (0, -0.72), (0.08, -0.56), (0.22, -0.7))),
    )


PEAKS = (peak(22, 44, 2), peak(25, 37, -3), peak(18, 33, 3), peak(14, 24, 0))

# Per terrain: how many signs a hex gets, how far apart they stand at least, and which ones, the commonest first
STREWN: Mapping[str, tuple[int, int, tuple[tuple[Stroke, ...], ...]]] = {
    "forest": (11, 19, (GROVE, PINE, OAK, PINE, GROVE, OAK)),
    "jungle": (12, 18, (PALM, BUSH, PALM, BUSH, OAK)),
    "mountain": (6, 25, (*PEAKS, PEAKS[0], PEAKS[1])),
    "desert": (7, 25, (DUNE, RIPPLE, DUNE, STONES, RIPPLE)),
    "plain": (7, 25, (GRASS, HILL, GRASS, FIELD, GRASS)),
    "sea": (4, 32, (WAVE, SWELL, WAVE)),
}
TRIES = 60


def growth(terrains: Mapping[int, str]) -> str:
    """The signs of these provinces."""
    bands: dict[tuple[int, int], list[str]] = defaultdict(list)
    order = {way: place for place, way in enumerate(WAYS)}
    for province, terrain in sorted(terrains.items()):
        for x, y, sign in signs(province, terrain, terrains):
            for way, path in sign:
                bands[y // BAND, order[way]].append(f"M{x} {y}{path}")
    ways = list(WAYS.values())
    drawn = (f'<path {ways[way]} d="{"".join(paths)}"/>' for (_, way), paths in sorted(bands.items()))
    return f"<g {PEN}>{''.join(drawn)}</g>" if terrains else ""


def signs(province: int, terrain: str, terrains: Mapping[int, str]) -> Iterator[tuple[int, int, tuple[Stroke, ...]]]:
    """Each sign of a province with the place of its foot."""
    x, y = middle(province)
    count, apart, kinds = STREWN[terrain]
    alike = sum(terrains.get(there) == terrain for there in NEIGHBOURS[province])
    for place, (dx, dy) in enumerate(spots(province, count, apart, wide=alike > 3)):
        kind = kinds[int(len(kinds) * noise(province, place, 9))]
        yield x + dx, y + dy, kind


def spots(province: int, count: int, apart: int, *, wide: bool) -> list[tuple[int, int]]:
    """Where the signs of a hex stand, from its middle: strewn, not too near to each other, the middle left clear."""
    found: list[tuple[int, int]] = []
    reach = 46 if wide else 42
    for attempt in range(TRIES):
        x = round((2 * noise(province, attempt, 5) - 1) * reach)
        y = round((2 * noise(province, attempt, 6) - 1) * 52)
        inside = abs(y) + abs(x) * 0.58 < (60 if y < 0 else 56)
        if not inside or (abs(x) < CLEAR[0] and -CLEAR[1] < y < CLEAR[1] + 16):
            continue
        if all((x - u) ** 2 + 2.2 * (y - v) ** 2 > apart**2 for u, v in found):
            found.append((x, y))
        if len(found) == count:
            break
    return sorted(found, key=lambda spot: spot[1])
