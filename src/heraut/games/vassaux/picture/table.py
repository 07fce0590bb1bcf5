"""One moment of a battle as one SVG: bases where they stand, Auras, dice of orders, what has just been done.

A moment is a set of pieces, each known by its key and described by a few attributes; the film tells two moments apart
piece by piece, and a picture writes them all out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from heraut.engine.protocol import Event
from heraut.games.vassaux.herald import fixed_names
from heraut.games.vassaux.identities import PLACES, GroupId, Place, UnitId, figures_of, place_of
from heraut.games.vassaux.options import OWN
from heraut.games.vassaux.picture.arms import CHARGES, FIELDS, GOLD, INK, PAPER, definitions
from heraut.games.vassaux.picture.marks import marks, moved
from heraut.games.vassaux.picture.scenery import EDGE, PATTERNS, RULER, SCALE, land
from heraut.games.vassaux.picture.traces import declared, traces
from heraut.games.vassaux.setup import elements_of
from heraut.games.vassaux.state import Battle, Element, Host, Settings, Unit
from heraut.games.vassaux.tables import CONSTANTS, ORDERS, TITLES, BothSeats
from heraut.games.vassaux.tables.codes import MapCode
from heraut.games.vassaux.view import battle_of
from heraut.geometry import degrees

Piece = dict[str, str]
"""t: transform; c: class; h: the definition used; x: what it contains."""

ROW, HEAD, HOST = 66, 150, 112  # of the legend: a unit, the title, the name of a host
LONGEST = 26  # characters of the name of a host
DUSK = "#241a10"

STYLE = (
    "text{font-family:'Palatino Linotype',Palatino,'Book Antiqua','URW Palladio L',Georgia,'DejaVu Serif',serif;"
    f"fill:{INK}}}.mark{{fill:{PAPER};font-size:26px;text-anchor:middle}}.gone{{opacity:0;pointer-events:none}}"
    ".aura{fill-opacity:.05;stroke-opacity:.55;stroke-width:2.6;stroke-dasharray:3 9;stroke-linecap:round}"
    f".A{{fill:{FIELDS[0]};stroke:{FIELDS[0]}}}.B{{fill:{FIELDS[1]};stroke:{FIELDS[1]}}}"
    f".A .nose{{fill:{CHARGES[0]};stroke:{INK}}}.B .nose{{fill:{CHARGES[1]};stroke:{INK}}}"
    ".man{stroke:none}.confused use{opacity:.5}.ask{font-size:40px;font-weight:700;text-anchor:middle;fill:#fff;"
    f"stroke:{INK};stroke-width:5px;paint-order:stroke;display:none}}.confused .ask{{display:inline}}"
    f".id{{font-size:15px;font-weight:700;text-anchor:middle;stroke:{PAPER};stroke-width:3.5px;paint-order:stroke}}"
    f".mile{{font-size:26px;font-weight:700;stroke:{PAPER};stroke-width:5px;paint-order:stroke}}"
    ".tag text{font-size:27px;font-weight:700;text-anchor:middle;fill:#fff;stroke:none}.tag use{stroke:none}"
    ".trace{fill:none;stroke-width:6;stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.8}"
    f".casing{{fill:none;stroke:{PAPER};stroke-width:12;stroke-linecap:round;stroke-opacity:.75}}"
    f".ticks{{fill:none;stroke:{PAPER};stroke-width:3}}.head{{stroke:{INK};stroke-width:1.5}}"
    ".shot{stroke-dasharray:16 9;stroke-width:5}.blow{stroke-width:9}.faded{opacity:.5}"
    ".legend text{font-size:30px}.legend .name{font-weight:700}.legend .title{font-size:50px;font-weight:700}"
    ".legend .end{text-anchor:end}.legend .host text{fill:#fff}.dim{opacity:.45}"
    "@media (max-width:600px){.tag{transform:scale(1.6)}.legend text{font-size:40px}"
    ".legend .unit{font-size:36px}.legend .title{font-size:66px}"
    ".mark{font-size:32px}.mile{font-size:40px}.aura{stroke-width:5;stroke-dasharray:5 14}.long{display:none}}"
    f".paper{{fill:{PAPER}}}@media (prefers-color-scheme:dark){{.paper{{fill:{DUSK}}}.legend text{{fill:{PAPER}}}}}"
)

WORDS = {
    "fr": {
        "turn": "Tour {turn} sur {turns}",
        "deployment": "Déploiement",
        "points": "Points d'intérêt",
        "over": "Fin de la bataille",
        "A": "au sud",
        "B": "au nord",
        "reserve": "réserve",
        "eliminated": "pts perdus sur",
        "scale": "1R : {cm} cm, figurines de 28 mm",
        "nobody": "table de réaction",
    },
    "en": {
        "turn": "Turn {turn} of {turns}",
        "deployment": "Deployment",
        "points": "Objective points",
        "over": "The battle is over",
        "A": "south",
        "B": "north",
        "reserve": "reserve",
        "eliminated": "pts lost of",
        "scale": "1R: {cm} cm, 28 mm figures",
        "nobody": "reaction table",
    },
}


def table_svg(view: Mapping[str, Any], *, lang: str = "fr", told: Sequence[Sequence[Event]] = ()) -> str:
    """A complete SVG document of what a view shows; `told` are the events of the last steps, the newest last."""
    battle = battle_of(view)
    width, height = battle.settings.width // SCALE, battle.settings.height // SCALE
    legend = "".join(_legend(battle, lang, width, height))
    rows = max(sum(place_of(unit) == seat for unit in battle.units) for seat in PLACES)
    box = f"{-EDGE} {-EDGE} {width + 2 * EDGE} {height + 2 * EDGE + HEAD + HOST + rows * ROW}"
    title = quoteattr(heading(battle, lang))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-label={title}>'
        f"<title>{title[1:-1]}</title><style>{STYLE}</style><defs>{PATTERNS}{definitions(battle.units)}</defs>"
        f"{land(battle.settings)}{marks(battle)}{moving_parts(battle, told)}{legend}</svg>"
    )


def field_svg(code: MapCode) -> str:
    """The ground of a map as a complete SVG document, before anybody has come. Raises KeyError."""
    return terrain_svg(elements_of(code), CONSTANTS.table, code)


def terrain_svg(elements: tuple[Element, ...], side: int, code: MapCode = OWN) -> str:
    """Terrain as a complete SVG document, on a table with this side in mR."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame_of(bare(elements, side, code))}">'
        f"<style>{STYLE}</style>{ground_group(elements, side, code)}</svg>"
    )


def ground_group(elements: tuple[Element, ...], side: int, code: MapCode = OWN) -> str:
    """The same without its document, for a drawing that holds more."""
    return f"<defs>{PATTERNS}</defs>{land(bare(elements, side, code))}"


def bare(elements: tuple[Element, ...], side: int, code: MapCode = OWN) -> Settings:
    """A table on which there is nothing but terrain."""
    return Settings(0, code, side, side, elements, 0, magic=False, limit=BothSeats(0, 0))


def frame_of(settings: Settings) -> str:
    """The view box of a table with its wooden frame."""
    width, height = settings.width // SCALE, settings.height // SCALE
    return f"{-EDGE} {-EDGE} {width + 2 * EDGE} {height + 2 * EDGE}"


def heading(battle: Battle, lang: str) -> str:
    """The name of the map, and how far the battle is."""
    return f"{fixed_names(lang)['map'][battle.settings.map]} · {moment(battle, lang)}"


def moment(battle: Battle, lang: str) -> str:
    """How far the battle is."""
    words = WORDS[lang]
    return words.get(battle.phase, words["turn"]).format(turn=battle.turn, turns=battle.settings.turns)


def moving_parts(battle: Battle, told: Sequence[Sequence[Event]]) -> str:
    """Everything that moves, each piece under its key."""
    found = pieces(battle)
    groups: dict[str, list[str]] = {"a": [], "f": [], "o": [], "l": []}
    for key, piece in found.items():
        groups[key[0]].append(written(key, piece))
    over = "".join((*traces(told, battle), *declared(battle)))
    return (
        f'<g clip-path="url(#cloth)">{"".join(groups["a"])}</g>{"".join(groups["f"])}{"".join(groups["o"])}'
        f'<g id="over">{over}</g>{"".join(groups["l"])}'
    )


def written(key: str, piece: Piece) -> str:
    """A piece as SVG."""
    unit = UnitId(GroupId(int(key[1:] if key[0] != "f" else piece["h"].removeprefix("#u"))))
    seat = "AB"[place_of(unit)]
    head = f'<g id="{key}" class="{piece["c"]} {seat}" transform="{piece["t"]}">'
    if key[0] == "f":
        return f'{head}<use href="{piece["h"]}"{piece["x"]}/><text class="ask" y="14">?</text>{_number(key[1:])}</g>'
    return f"{head}{piece['x']}</g>"


def _number(man: str) -> str:
    """The number of a figure, as answers name it."""
    return f'<text class="id" y="5">{man}</text>'


def pieces(battle: Battle) -> dict[str, Piece]:
    """The moment, piece by piece: Auras `a2`, figures `f202`, leaders' rings `o2`, labels with their dice `l2`."""
    found: dict[str, Piece] = {}
    homes = {man: unit.id for unit in battle.units.values() for man in (*unit.men, *unit.band)}
    confused = {man for unit in battle.units.values() for man in unit.band}
    for unit in battle.units.values():
        place = battle.at.get(unit.leader)
        shift = moved(place, battle)
        here = "" if place else " gone"
        size = unit.sheet.radius / (25 * SCALE)
        reach = (unit.sheet.aura + unit.sheet.radius) // SCALE
        found[f"a{unit.id}"] = {"t": shift, "c": f"aura{here}", "x": f'<circle r="{reach}"/>'}
        turned = f"{shift}rotate({90 - degrees(unit.face)})scale({size:g})"
        ring = '<use class="nose" href="#nose"/><use href="#lead"/>'
        found[f"o{unit.id}"] = {"t": turned, "c": f"lead{here}", "x": ring}
        behind = 1 if unit.face[1] > abs(unit.face[0]) else -1  # a label never hides which way its unit looks
        found[f"l{unit.id}"] = {
            "t": f"{shift}translate(0 {behind * (unit.sheet.radius / SCALE + 24):g})",
            "c": f"label{here}",
            "x": f'<g class="tag">{"".join(_tag(unit, behind))}</g>',
        }
        for man in figures_of(unit.id, unit.sheet.size):
            state = " gone" if man not in battle.at else " confused" if man in confused else ""
            found[f"f{man}"] = {
                "t": moved(battle.at.get(man), battle),
                "c": f"man{state}",
                "h": f"#u{homes.get(man, unit.id)}",
                "x": f' transform="scale({size:g})"' if size != 1 else "",
            }
    return found


def _tag(unit: Unit, below: int) -> Iterator[str]:
    """The number of a unit on its side's colour, its dice beside it; it points at the leader."""
    wide = 22 + 15 * len(str(unit.id))
    flip = ' transform="scale(1 -1)"' if below > 0 else ""
    yield f'<path{flip} d="M{-wide / 2:g}-14H{wide / 2:g}V12L0 20{-wide / 2:g} 12Z" stroke="{GOLD}" stroke-width="2"/>'
    yield f'<text y="{8 if below > 0 else 9}">{unit.id}</text>'
    dice = [f"composed{face}" for face in unit.dice]
    if unit.simple:
        dice.append(f"simple{ORDERS[unit.simple].face}")
    for number, name in enumerate(dice):
        yield f'<use href="#{name}" x="{wide / 2 + 18 + 29 * number:g}" y="-2"/>'


def _legend(battle: Battle, lang: str, width: int, height: int) -> Iterator[str]:
    """Under the table: where and when, then each host with its units."""
    top = height + EDGE
    yield (
        f'<g class="legend"><rect class="paper" x="{-EDGE}" y="{top}" width="{width + 2 * EDGE}" height="4000"/>'
        f'<text class="title" x="0" y="{top + 64}">{escape(heading(battle, lang))}</text>{_scale(lang, width, top)}'
    )
    for seat, host in zip(PLACES, battle.hosts, strict=True):
        x, y = seat * (width // 2 + 10), top + HEAD
        yield f'<g transform="translate({x} {y})">{"".join(_host(battle, seat, host, lang, width // 2 - 30))}</g>'
    yield "</g>"


def _scale(lang: str, width: int, top: int) -> str:
    """A ruler as long as one of the table, and what it is on a real one."""
    said = WORDS[lang]["scale"].format(cm=CONSTANTS.ruler_cm)
    return (
        f'<g class="long" transform="translate({width} {top + 64})"><path d="M{-RULER}-14v14H0v-14" fill="none" '
        f'stroke="{GOLD}" stroke-width="4"/><text class="end" x="{-RULER - 18}">{said}</text></g>'
    )


def _host(battle: Battle, seat: Place, host: Host, lang: str, wide: int) -> Iterator[str]:
    words = WORDS[lang]
    name, letter, end = escape(shortened(host.name or host.seat or words["nobody"])), "AB"[seat], wide - 14
    dice = [("composed5", host.reserve)] + [("invocation5", host.invocation)] * bool(host.invocation)
    yield (
        f'<rect y="-46" width="{wide}" height="{HOST - 10}" rx="8" class="{letter}"/><g class="host">'
        f'<text class="name" x="16" y="-5">{name}</text><text class="end long" x="{end}" y="-5">{words[letter]}</text>'
        f'<text class="end long" x="{end}" y="40">{host.eliminated} {words["eliminated"]} {host.total}</text>'
    )
    for column, (die, number) in enumerate(dice):
        yield f'<use href="#{die}" x="{30 + 90 * column}" y="30"/><text x="{52 + 90 * column}" y="40">{number}</text>'
    yield "</g>"
    for row, unit in enumerate(unit for unit in battle.units.values() if unit.seat == seat):
        state = "" if unit.leader in battle.at or unit.markers or not battle.turn else "dim"
        yield (
            f'<g class="{state}" transform="translate(0 {row * ROW + HOST})">'
            f'<g transform="translate(28 -10)scale(.95)" stroke="none"><use href="#u{unit.id}"/></g>'
            f'<text class="name" x="66">{unit.id}</text>'
            f'<text class="unit" x="128">{escape(unit_name(unit, lang))}</text>'
            f'<text class="end" x="{end}">{strength(unit)}</text></g>'
        )


def shortened(name: str) -> str:
    """A name that fits its place."""
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def strength(unit: Unit) -> str:
    """How many figures are left, of how many."""
    return f"{len(unit.men) + len(unit.band)}/{unit.sheet.size}"


def unit_name(unit: Unit, lang: str) -> str:
    """What a unit is called; a nameless one, by the title of its leader."""
    return unit.sheet.name or str(getattr(TITLES[unit.sheet.title], lang))
