"""What never changes of a map but by exploring: seas and lands with their coasts and growth, mist over the rest.

It is drawn from the terrains that a King knows, and from nothing else: what he does not know is the same paper in
every world. Shapes are kept apart from the layers that are drawn with them, from the lowest to the highest, so that a
page may keep the shapes in a file of their own and repeat each layer around the world before the next one comes above
it: no seam shows. Colours are left to `var(--…)`: `ornaments.LIGHT`, or those of a page's own style.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from heraut.games.rois.picture.grid import (
    ALL,
    HEIGHT,
    HIGH,
    ICE,
    ROUND,
    WIDE,
    Side,
    area,
    chains,
    corner,
    edges_of,
    line,
    middle,
    noise,
    outline,
    sides,
    steps,
)
from heraut.games.rois.picture.growth import growth
from heraut.games.rois.picture.ornaments import ROSE
from heraut.games.rois.world.geography import ROWS, distances

LANDS = ("plain", "desert", "forest", "jungle", "mountain")  # in the order in which their shapes are laid
FIRMNESS = 0.05  # how far inland the tone along the coasts lies
BEYOND = 700  # how far the ice goes on, for a window higher than the world
LONELY = 3  # provinces between the compass rose and what is known

Terrains = Mapping[int, str]


class Layer(NamedTuple):
    """A shape of the file, and how it is drawn here."""

    shape: str
    drawn: str = ""


def pen(colour: str, wide: float, opacity: float = 1, dashes: str = "") -> str:
    """How a line is drawn."""
    faint = f' stroke-opacity="{opacity}"' * (opacity < 1) + f' stroke-dasharray="{dashes}"' * bool(dashes)
    ends = 'stroke-linejoin="round" stroke-linecap="round"'
    return f'fill="none" stroke="var(--{colour})" stroke-width="{wide}" {ends}{faint}'


LAYERS = (
    Layer("sea", 'fill="var(--sea)" stroke="var(--sea)"'),
    Layer("shore", pen("shoal", 50)),
    Layer("shore", pen("sea", 42)),
    Layer("shore", pen("shoal", 32)),
    Layer("shore", pen("sea", 26)),
    Layer("shore", pen("shallow", 15)),
    Layer("swell", pen("wave", 2, 0.8, "1 9")),
    Layer("land"),
    Layer("firm", pen("ink", 9, 0.13)),
    Layer("fields", pen("ink", 2.2, 0.5, "1 7")),
    Layer("shore", pen("coast", 3.4)),
    Layer("growth"),
    Layer("mist", 'fill="var(--mist)" stroke="var(--mist)"'),
    Layer("hexes", pen("faint", 2)),
    Layer("edge", pen("mist", 48, 0.3)),
    Layer("edge", pen("mist", 30, 0.35)),
    Layer("edge", pen("mist", 14, 0.45)),
    Layer("rose"),
    Layer("ice"),
)
"""From the lowest to the highest."""


def shapes(terrains: Terrains) -> dict[str, str]:
    """The shapes by name, as SVG without transform or reference."""
    seas = {province for province, terrain in terrains.items() if terrain == "sea"}
    lands = set(terrains) - seas
    unknown = set(ALL) - set(terrains)
    return {
        "sea": path(area(seas)),
        "shore": path(coast(lands, seas)),
        "swell": path(straight(between(seas))),
        "land": "".join(
            f'<path fill="var(--{sort})" stroke="var(--{sort})" d="{shape}"/>'
            for sort in LANDS
            if (shape := area({province for province in lands if terrains[province] == sort}))
        ),
        "firm": path(coast(lands, seas, FIRMNESS)),
        "fields": path("".join(line([side]) for side in between(lands))),
        "growth": growth(terrains),
        "mist": path(area(unknown)),
        "hexes": path(straight(between(unknown))),
        "edge": path(outline(unknown)),
        "rose": rose(unknown),
        "ice": ice(),
    }


def ground_file(terrains: Terrains) -> bytes:
    """The shapes as a file of their own, one group each, to be placed by `<use href="…#sea">`."""
    groups = "".join(f'<g id="{name}">{drawn}</g>' for name, drawn in shapes(terrains).items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {ROUND} {HEIGHT}"><defs>{groups}</defs></svg>'
    ).encode()


def path(steps_of_it: str, drawn: str = "") -> str:
    """A shape, if there is any."""
    return f'<path{" " * bool(drawn)}{drawn} d="{steps_of_it}"/>' if steps_of_it else ""


def coast(lands: set[int], seas: set[int], inset: float = 0.0) -> str:
    """Where known land meets known sea, also across the edge of the drawing; closed where it comes back."""
    edges = edges_of(lands, lambda side: side.across in seas)
    return "".join(line(chain, inset) + "z" * (chain[0].start == chain[-1].end) for chain in chains(edges))


def between(provinces: set[int]) -> Iterator[Side]:
    """The borders between these provinces, each once."""
    return (side for each in sorted(provinces) for side in sides(each)[:3] if side.across in provinces)


def straight(edges: Iterable[Side]) -> str:
    """Borders drawn with a ruler: where they hardly show."""
    return "".join(steps([(round(x), round(y)) for x, y in (corner(side.start), corner(side.end))]) for side in edges)


def rose(unknown: set[int]) -> str:
    """A compass rose where least is known, as on any map with room for one."""
    known = set(ALL) - unknown
    if not known or not unknown:
        return ""
    near = {each: min(distances(each)[there] for there in known) for each in unknown}
    inner = [each for each in sorted(unknown) if 36 < each <= 126]
    best = max(inner, key=lambda each: (near[each], -each), default=0)
    if not best or near[best] < LONELY:
        return ""
    x, y = middle(best)
    return f'<g transform="translate({x} {y})">{ROSE}</g>'


# The ice


def ice() -> str:
    """The two caps between which the world lies: cracked, and blue towards the water."""
    top, bottom = ICE + 26, ICE + ROWS * HIGH + 4
    north, south = floe(top, 1), floe(bottom, 2)
    shape = f"{steps(north)}V{-BEYOND}H-2z{steps(south)}V{HEIGHT + BEYOND}H-2z"
    inner = steps([(x, y - 9) for x, y in north]) + steps([(x, y + 9) for x, y in south])
    cracks = "".join(crack(x, *end) for end in ((0, top, 3), (HEIGHT, bottom, 4)) for x in range(30, ROUND, 78))
    return (
        path(shape, 'fill="var(--ice)"')
        + path(inner, pen("frost", 8, 0.8))
        + path(steps(north) + steps(south), pen("coast", 2.6))
        + path(cracks, pen("frost", 2.4))
    )


def floe(level: int, key: int) -> list[tuple[int, int]]:
    """The edge of a cap, from one end of the world to the other: both ends are of one height."""
    step = WIDE // 8
    count = ROUND // step
    points = [
        (step * n, level + round(15 * (noise(key, n // 5 % (count // 5)) - 0.5) + 11 * (noise(key, n % count) - 0.5)))
        for n in range(count)
    ]
    return [(-2, points[0][1]), *points, (ROUND + 2, points[0][1])]


def crack(x: int, outer: int, inward: int, key: int) -> str:
    """A line in the ice, from somewhere between its two edges."""
    y = round(outer + (inward - outer) * (0.2 + 0.4 * noise(key, x)))
    far = round(18 * noise(key, x, 1)) + 8
    down = 1 if inward > outer else -1
    return f"M{x} {y}l{far} {4 * down} {far // 2}-6 {far // 2 + 6} {8 * down}"
