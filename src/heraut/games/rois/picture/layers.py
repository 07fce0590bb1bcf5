"""Thin layers above the ground: who holds what, what it yields, how well and when it was seen, who was seen there.
Each is drawn from `Known`, and from nothing else.

Areas and lines are in units of the map. Signs are groups of the class `px` at the middle of a hex, in pixels; those of
the class `near` are shown only where a hex is large enough (`marked`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from heraut.games.rois.picture.grid import area, middle, outline
from heraut.games.rois.picture.known import Known, Land
from heraut.games.rois.picture.signs import banner, head, host, settlement, site, tint

AGES = (0, 1, 3)  # years: from here on a sighting is fresh, old, stale
WASHES = (0.62, 0.4, 0.22)  # how strong the colours of an owner are, by the age of what is known
FADED = (1.0, 0.72, 0.45)  # and the signs
INSET = 0.075  # how far within their border the colours of an owner run
MOST_SITES = 3  # shown of one province; the others are counted


def age_class(years: int) -> int:
    """0 fresh, 1 old, 2 stale."""
    return sum(years >= least for least in AGES) - 1


def marked(province: int, mark: str, x: float = 0, y: float = 0, *, sort: str = "px", opacity: float = 1) -> str:
    """A sign at the middle of a hex, or so many pixels from it."""
    u, v = middle(province)
    moved = f'<g transform="translate({x:g} {y:g})">{mark}</g>' if x or y else mark
    faint = f' opacity="{opacity}"' if opacity < 1 else ""
    return f'<g transform="translate({u} {v})"{faint}><g class="{sort}">{moved}</g></g>'


def washes(classes: Mapping[str, Iterable[int]]) -> str:
    """Provinces filled alike: `classes` by what fills them."""
    return "".join(f'<path {fill} d="{area(set(group))}"/>' for fill, group in classes.items())


def grouped(classed: Iterable[tuple[str, int]]) -> str:
    """Provinces by their classes, filled as a style says."""
    classes: dict[str, list[int]] = defaultdict(list)
    for name, province in classed:
        classes[f'class="{name}"'].append(province)
    return washes(dict(sorted(classes.items())))


def number_labels(every: Iterable[tuple[int, str]]) -> str:
    """A number in the upper part of each province."""
    written = "".join('<text x="{}" y="{}">{}</text>'.format(*middle(province), text) for province, text in every)
    return f'<g class="figures">{written}</g>' if written else ""


class Drawn(NamedTuple):
    """A layer: what lies under woods and mountains, what stands above all, and lines that the ice may cover."""

    under: str
    over: str
    lines: str = ""


# What is built: under every layer


def settlements(known: Known) -> str:
    """Castles, towns, villages and boats where somebody has looked."""
    drawn = []
    for number, land in known.lands.items():
        built = settlement(land.terrain, people=land.people, tax=land.tax, home=land.home) if land.seen else ""
        if built:
            x, y = middle(number)
            drawn.append(f'<g transform="translate({x} {y})">{built}</g>')
    return "".join(drawn)


# The layers


def owners(known: Known) -> Drawn:
    """The lands of each King in his field and within his border, the fainter the longer ago that was; arms."""
    held: dict[int, list[Land]] = defaultdict(list)
    for land in known.lands.values():
        if land.owner:
            held[land.owner].append(land)
    kings = sorted(held, key=lambda kingdom: (kingdom == known.kingdom, kingdom))
    borders = "".join(frontier(kingdom, held[kingdom], known) for kingdom in kings)
    return Drawn("".join(fields(kingdom, held[kingdom], known) for kingdom in kings), "".join(shields(held)), borders)


def fields(kingdom: int, lands: list[Land], known: Known) -> str:
    """The lands of one King in his field."""
    ages: dict[str, list[int]] = defaultdict(list)
    for land in lands:
        ages[f'fill="url(#rf{kingdom})" fill-opacity="{WASHES[age_class(known.age(land))]}"'].append(land.number)
    return washes(ages)


def frontier(kingdom: int, lands: list[Land], known: Known) -> str:
    """The border of one King: dashed if all that is known of his lands is old; the reader's own is edged with gold."""
    numbers = {land.number for land in lands}
    stale = " stale" * all(age_class(known.age(land)) for land in lands)
    own = f'<path class="own" d="{outline(numbers)}"/>' if kingdom == known.kingdom else ""
    return f'<path class="edge{stale}" stroke="{tint(kingdom)}" d="{outline(numbers, INSET)}"/>{own}'


def shields(held: Mapping[int, list[Land]]) -> Iterator[str]:
    """The arms at a King's home, always; on his other lands where there is room."""
    for kingdom, lands in held.items():
        homes = {land.number for land in lands if land.home == kingdom}
        for land in lands:
            first = land.number in homes or (not homes and land is lands[0])
            mark = f'<use href="#ra{kingdom}" transform="scale(.52)"/>'
            yield marked(land.number, mark, -17, -14, sort="px" if first else "px near")


def wealth(known: Known) -> Drawn:
    """What a province yields: three strengths of gold, and the tax itself where it is known."""
    classes = grouped((f"w-{land.wealth}", land.number) for land in known.lands.values() if land.wealth)
    return Drawn(
        classes,
        number_labels((land.number, str(land.tax)) for land in known.lands.values() if land.seen and land.wealth),
    )


def exploration(known: Known) -> Drawn:
    """How much of each province has been explored, in hundredths (RO-EXPL): five strengths, and the figure."""
    lands = known.lands.values()
    classes = grouped((f"x{explored_class(land.explored)}", land.number) for land in lands if land.explored)
    return Drawn(classes, number_labels((land.number, f"{land.explored}") for land in lands if land.explored))


def explored_class(explored: int) -> int:
    """0 nothing, 1 to 3 thirds, 4 all."""
    return 0 if not explored else 4 if explored >= 100 else 1 + explored * 3 // 100


def age(known: Known) -> Drawn:
    """The year in which each province was last seen; grey where nobody ever looked."""
    lands = known.lands.values()
    classes = grouped((f"a{age_class(known.age(land)) if land.seen else 3}", land.number) for land in lands)
    return Drawn(classes, number_labels((land.number, str(land.year)) for land in lands if land.seen))


def forces(known: Known) -> Drawn:
    """The reader's own units and people; foreign ones as they were last seen, with the year, the fainter the older."""
    drawn: list[str] = []
    for number in sorted({*known.units, *known.persons, *known.lands}):
        land, x = known.lands.get(number), 14
        units, persons = known.units.get(number, 0), known.persons.get(number, ())
        if units:
            drawn.append(marked(number, banner(known.kingdom, str(units)), x, -15))
        if persons:
            drawn.append(marked(number, head(known.kingdom, people_text(persons)), 18, 6 if units else -14))
        if land is not None and (land.forces or land.strangers):
            drawn += foreign(known, land, -2 if units or persons else 14)
    return Drawn("", "".join(drawn))


def foreign(known: Known, land: Land, x: int) -> Iterator[str]:
    """What others had in a province when it was last seen."""
    years = known.age(land)
    faint = FADED[age_class(years)]
    for kingdom, size in land.forces:
        yield marked(land.number, host(kingdom, size), x, -15, opacity=faint)
        x -= 16
    if land.strangers:
        yield marked(land.number, head(0, str(len(land.strangers)), seen=True), -18, 4, sort="px near", opacity=faint)
    if years:
        yield marked(land.number, f'<text class="when">{land.year}</text>', 2, -4, sort="px near")


def people_text(names: tuple[str, ...]) -> str:
    """An initial, or how many there are."""
    return names[0][:1].upper() if len(names) == 1 else str(len(names))


def sites(known: Known) -> Drawn:
    """The special places that were discovered."""
    drawn = []
    for number, land in known.lands.items():
        shown = land.sites[:MOST_SITES]
        for place, each in enumerate(shown):
            sort = "px" if not place else "px near"
            drawn.append(marked(number, site(each.kind, guarded=each.guarded), -17 + 17 * place, 4, sort=sort))
        if len(land.sites) > len(shown):
            drawn.append(marked(number, pill(f"+{len(land.sites) - len(shown)}"), 22, -8, sort="px near"))
    return Drawn("", "".join(drawn))


LAYERS: Mapping[str, Callable[[Known], Drawn]] = {
    "owners": owners,
    "wealth": wealth,
    "exploration": exploration,
    "age": age,
    "forces": forces,
    "sites": sites,
}
"""By name; `marks.py` has those that show what a reader plans."""


# Words and numbers


def pill(text: str) -> str:
    """A few letters on paper."""
    width = 9 + 6 * len(text)
    paper = f'<rect x="{-width / 2:g}" y="-7.5" width="{width}" height="15" rx="7.5"/>'
    return f'<g class="pill">{paper}{number_label(text)}</g>'


def number_label(text: str, sort: str = "") -> str:
    """A number in the middle of a sign."""
    return f'<text class="fig{" " * bool(sort)}{sort}" y="4">{text}</text>'
