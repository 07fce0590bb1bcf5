"""The board of a match as one SVG: a parchment map, and everything that a view shows on it.

`tools/draw_fief.py` draws what never changes (`tables/drawing.json`, read by drawing.py); buildings, pawns, weather and
fiefs come from a view, so that a picture shows what its reader may know. All lengths are units of the drawing.

Regions, villages, parties and lords carry `data-` attributes and titles, and villages can be given the focus: a page
can make them answer to the mouse and to the keyboard. Titles tell all that is written on the map, which is hidden from
whoever hears it. Each blazon has a tincture and a figure of its own, so that colours alone never tell two families
apart; below 600 px of width the style enlarges names and figures and leaves out woods.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from heraut.engine.words import enumeration
from heraut.games.fief.board.places import NEIGHBOURS, VILLAGE_OF
from heraut.games.fief.picture.drawing import GOLD, INK, LINEN, WASHES, definitions, drawing, ground, landscape, style
from heraut.games.fief.picture.pieces import party_marks, side
from heraut.games.fief.picture.scene import Scene, View, at, counted, told
from heraut.games.fief.tables import RegionRow, VillageRow, blazons, board

NUDGED = {"villeneuve": -26, "st_medard": 14}
"""Names moved aside, that would run into one another on a small screen."""
LETTER, TALL = 9, (32, 10)
"""The room of half a letter of a name where names are largest; from its line up and down that of a name."""
SIGN = (13, 18, 12)
"""The room of a mill: to either side, up and down."""
HEIGHTS = (-44, -8, 4, 12)
"""Where the first mill of a village may stand, beside its roofs or below them."""
ROW, COLUMNS = 76, 2
"""Height of a family's line in the legend, and how many stand side by side."""


def board_svg(view: View, *, lang: str = "fr", seat: str | None = None, page: bool = False) -> str:
    """The match seen in a view, as SVG, `seat`'s own villages on gold; `lang` is "fr" or "en".

    A document by itself, unless it stands in a `page`, which then has `style()` and lists the families in its own way.
    """
    scene = Scene(view, lang, seat)
    sheet = scene.sheet
    height = sheet.height + (0 if page else legend_height(view))
    title = scene.words["board"].format(turn=view["turn"])
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {sheet.width} {height}" role="group" '
            f"aria-label={quoteattr(title)}>",
            "" if page else f"<title>{escape(title)}</title><style>{style()}</style>",
            definitions(),
            ground(),
            *(region_mark(scene, region) for region in board().regions),
            landscape(),
            *(region_label(scene, region) for region in board().regions),
            *(village_mark(scene, village) for village in board().villages),
            *party_marks(scene),
            '<g pointer-events="none" aria-hidden="true">',
            *(village_name(scene, village) for village in board().villages),
            "</g>",
            frame(),
            *(() if page else family_lines(scene)),
            "</svg>",
        )
    )


# Regions


def region_mark(scene: Scene, region: RegionRow) -> str:
    """The wash of a region; a fief has its holder's colour along its border."""
    wash, tone = WASHES[region.colour]
    seen = scene.view["regions"][region.id]
    holder = scene.blazon(seen["fief"]["holder"]) if seen["fief"] else None
    band = f'<use href="#fi-{region.id}" fill="none" stroke="{tone}" stroke-opacity=".55" stroke-width="16"/>'
    if holder is not None:
        colour = blazons()[holder].colour
        band = (
            f'<use href="#fi-{region.id}" fill="none" stroke="{colour}" stroke-width="26"/>'
            f'<use href="#fi-{region.id}" fill="none" stroke="{LINEN}" stroke-width="17" stroke-opacity=".6"/>'
            f'<use href="#fi-{region.id}" fill="none" stroke="{colour}" stroke-width="11"/>'
        )
    lines = [scene.region_name(region), *region_news(scene, region)]
    return (
        f'<g class="region" data-region="{region.id}"><title>{escape(", ".join(lines))}</title><use class="wash" '
        f'href="#fi-{region.id}" fill="{wash}"/>'
        f'<g clip-path="url(#fi-in-{region.id})" stroke-linejoin="round">{band}</g>'
        f'<use href="#fi-{region.id}" fill="none" stroke="{INK}" stroke-width="2.4" stroke-linejoin="round"/></g>'
    )


def region_news(scene: Scene, region: RegionRow) -> Iterator[str]:
    """What befalls a region, in words."""
    seen, words = scene.view["regions"][region.id], scene.words
    if seen["fief"]:
        holder = seen["fief"]["holder"]
        yield words["owner"].format(name=scene.name(holder)) if holder else words["abeyance"]
    if seen["weather"]:
        yield words["weather"]
    if seen["famine"]:
        yield words["famine"]


def region_label(scene: Scene, region: RegionRow) -> str:
    """The name of a region, its holder's shield, and the signs of bad weather and famine."""
    x, y = scene.sheet.labels[region.id]
    seen, name = scene.view["regions"][region.id], scene.region_name(region)
    half = (7.7 if seen["fief"] else 7) * len(name)
    signs, right = "", half + 26
    holder = scene.blazon(seen["fief"]["holder"]) if seen["fief"] else None
    if holder is not None:
        signs += f'<use href="#fi-shield-{holder}" transform="translate({-half - 24:.0f} -8)scale(.8)"/>'
    for sign, there in (("storm", seen["weather"]), ("famine", seen["famine"])):
        if there:
            signs += f'<use href="#fi-{sign}" x="{right:.0f}" y="-8"/>'
            right += 44
    kind = "pays fief mid halo" if seen["fief"] else "pays mid halo"
    return (
        f'<g transform="translate({x} {y})" pointer-events="none" aria-hidden="true">'
        f'<text class="{kind}">{escape(name)}</text>{signs}</g>'
    )


# Villages


def village_mark(scene: Scene, village: VillageRow) -> str:
    """A village: what stands there, whose it is, and its name."""
    x, y = scene.sheet.villages[village.id]
    seen = scene.view["villages"][village.id]
    blazon = scene.blazon(seen["owner"])
    flag = ""
    if blazon is not None:
        pole = -58 if seen["fort"] == "city" else -34
        flag = (
            f'<path d="M0{pole - 30}V-8" stroke="#2f2418" stroke-width="3.4" stroke-linecap="round"/>'
            f'<use href="#fi-banner-{blazon}" y="{pole - 14}"/>'
        )
    base = (
        f'<ellipse cy="20" rx="50" ry="13" fill="{GOLD}" fill-opacity=".75"/>'
        if seen["owner"] is not None and seen["owner"] == scene.seat
        else '<ellipse cy="20" rx="46" ry="11" fill="#5d4526" fill-opacity=".28"/>'
    )
    told = quoteattr(village_title(scene, village))
    return (
        f'<g class="village" id="lieu-{village.id}" data-village="{village.id}" tabindex="-1" role="img" '
        f'aria-label={told} transform="translate({x} {y})"><title>{told[1:-1]}</title><circle class="spot" cy="4" '
        f'r="60"/>{base}{flag}{mitre(village, seen)}<use href="#fi-{seen["fort"]}"/>'
        f"{''.join(works(scene, village))}</g>"
    )


def mitre(village: VillageRow, seen: View) -> str:
    """The sign of a bishop's seat, over its roofs."""
    if all(village.id != bishopric.seat for bishopric in board().bishoprics):
        return ""
    height = {"open": -20, "castle": -24, "city": -42}[seen["fort"]]
    return f'<use href="#fi-mitre" x="-26" y="{height}"/>'


def village_name(scene: Scene, village: VillageRow) -> str:
    """Its name, over all that stands there."""
    x, y = name_place(scene, village)
    return f'<text class="place mid halo" x="{x}" y="{y}">{escape(village.name)}</text>'


def name_place(scene: Scene, village: VillageRow) -> tuple[int, int]:
    """The middle of its name, and its line; a long one at the edge of the sheet is moved inwards."""
    x, y = scene.sheet.villages[village.id]
    half = 8 * len(village.name) + 24
    return min(max(x + NUDGED.get(village.id, 0), half), scene.sheet.width - half), y + 56


def works(scene: Scene, village: VillageRow) -> Iterator[str]:
    """Mills and presses, one below the other, away from the pawns; side by side where a name stands above them."""
    seen, facing = scene.view["villages"][village.id], side(scene, village.id)
    x = -(58 if seen["fort"] != "city" else 70) * facing
    high = next((y for y in HEIGHTS if not named(scene, village, x, y)), HEIGHTS[0])
    for place, sign in enumerate(["mill"] * seen["mills"] + ["press"] * seen["presses"]):
        down, out = (28 * place, 0) if high == HEIGHTS[0] else (0, -28 * place * facing)
        yield f'<use href="#fi-{sign}" x="{x + out}" y="{high + down}"/>'


def named(scene: Scene, village: VillageRow, x: int, y: int) -> bool:
    """Whether a mill there, from the middle of a village, would stand on the name of a region or of another village."""
    home, (wide, up, down) = scene.sheet.villages[village.id], SIGN
    names = [(*scene.sheet.labels[one.id], len(scene.region_name(one))) for one in board().regions]
    names += [(*name_place(scene, one), len(one.name)) for one in board().villages if one.id != village.id]
    return any(
        abs(home[0] + x - there) < wide + LETTER * letters
        and home[1] + y - up < line + TALL[1]
        and home[1] + y + down > line - TALL[0]
        for there, line, letters in names
    )


def village_title(scene: Scene, village: VillageRow) -> str:
    """A village in words: its region and bishopric, what stands there, whose it is, its roads, who is there."""
    seen, words = scene.view["villages"][village.id], scene.words
    region = next(row for row in board().regions if row.id == village.region)
    bishopric = next(row.label for row in board().bishoprics if row.id == village.bishopric)
    owner = words["owner"].format(name=scene.name(seen["owner"])) if seen["owner"] else words["nobody"]
    parts = [village.name, scene.region_name(region), bishopric, words[seen["fort"]], owner]
    parts += [
        counted(scene, one, many, seen[many]) for one, many in (("mill", "mills"), ("press", "presses")) if seen[many]
    ]
    ways = [board().villages[near].name for near in NEIGHBOURS[VILLAGE_OF[village.id]]]
    roads = f"{words['roads' if len(ways) > 1 else 'road']} {enumeration(ways, scene.lang)}"
    return "\n".join([", ".join(parts), roads, *(told(scene, where, party) for where, party in at(scene, village.id))])


# Frame and legend


def frame() -> str:
    """A double rule around the sheet, and a rose of the winds."""
    sheet = drawing()
    right, low = sheet.width, sheet.height
    return (
        f'<g fill="none" stroke="{INK}"><rect x="5" y="5" width="{right - 10}" height="{low - 10}" stroke-width="8"/>'
        f'<rect x="15" y="15" width="{right - 30}" height="{low - 30}" stroke-width="2"/></g>'
        f'<use href="#fi-rose" transform="translate({right - 62} {low - 62})scale(.8)"/>'
    )


def legend_height(view: View) -> int:
    """The room of the families under the map."""
    return 40 + ROW * -(-len(view["seats"]) // COLUMNS)


def family_lines(scene: Scene) -> Iterator[str]:
    """The families: shield, name, and what everybody may know of their strength."""
    sheet, view, words = scene.sheet, scene.view, scene.words
    high = legend_height(view)
    yield (
        f'<g transform="translate(0 {sheet.height})"><rect width="{sheet.width}" height="{high}" fill="#f6ecd0"/>'
        f'<rect x="5" y="-5" width="{sheet.width - 10}" height="{high}" fill="none" stroke="{INK}" stroke-width="4"/>'
    )
    for place, (seat, family) in enumerate(view["seats"].items()):
        x, y = 40 + place % COLUMNS * (sheet.width // COLUMNS - 10), 50 + ROW * (place // COLUMNS)
        facts = [
            counted(scene, "soldier", "soldiers", family["soldiers"]),
            counted(scene, "fief", "fiefs", len(family["fiefs"])),
            counted(scene, "card", "cards", family["hand"]),
        ]
        if not family["alive"]:
            facts = [words["gone"]]
        mine = f'<circle cx="20" r="31" fill="{GOLD}" fill-opacity=".6"/>' if seat == scene.seat else ""
        shield = f'<use href="#fi-shield-{family["blazon"]}" x="20" y="-2"/>' if family["blazon"] else ""
        yield (
            f'<g class="family{"" if family["alive"] else " gone"}" data-seat="{seat}" '
            f'transform="translate({x} {y})">{mine}'
            f'{shield}<text class="family-name" x="62" y="-2">{escape(family["name"])}</text>'
            f'<text class="family-facts" x="62" y="26">{escape(" · ".join(facts))}</text></g>'
        )
    yield "</g>"
