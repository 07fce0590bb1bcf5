"""One moment of a battle as one SVG: bases where they stand, Auras, dice of orders, what has just been done.

A moment is a set of pieces, each known by its key and described by a few attributes; the film tells two moments apart
piece by piece, and a picture writes them all out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from heraut.engine.protocol import Event
from heraut.games.vassaux.picture.arms import CHARGES, FIELDS, GOLD, INK, PAPER, definitions, side
from heraut.games.vassaux.picture.scenery import EDGE, PATTERNS, SCALE, land
from heraut.games.vassaux.picture.traces import traces
from heraut.games.vassaux.state import Battle, Host, Unit
from heraut.games.vassaux.tables import CONSTANTS, ORDERS, TITLES, R, maps
from heraut.games.vassaux.view import battle_of
from heraut.geometry import degrees

Piece = dict[str, str]
"""t: transform; c: class; h: the definition used; x: what it contains."""

ROW, HEAD = 66, 150  # of the legend

STYLE = (
    "text{font-family:'Palatino Linotype',Palatino,'Book Antiqua','URW Palladio L',Georgia,'DejaVu Serif',serif;"
    f"fill:{INK}}}.mark{{fill:{PAPER};font-size:26px;text-anchor:middle}}.gone{{opacity:0;pointer-events:none}}"
    ".aura{fill-opacity:.05;stroke-opacity:.55;stroke-width:2.6;stroke-dasharray:3 9;stroke-linecap:round}"
    f".A{{fill:{FIELDS[0]};stroke:{FIELDS[0]}}}.B{{fill:{FIELDS[1]};stroke:{FIELDS[1]}}}"
    f".A .nose{{fill:{CHARGES[0]};stroke:{INK}}}.B .nose{{fill:{CHARGES[1]};stroke:{INK}}}"
    ".man{stroke:none}.confused use{opacity:.5}.ask{font-size:40px;font-weight:700;text-anchor:middle;fill:#fff;"
    f"stroke:{INK};stroke-width:5px;paint-order:stroke;display:none}}.confused .ask{{display:inline}}"
    ".tag text{font-size:27px;font-weight:700;text-anchor:middle;fill:#fff;stroke:none}.tag use{stroke:none}"
    ".trace{fill:none;stroke-width:6;stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.8}"
    f".ticks{{fill:none;stroke:{PAPER};stroke-width:3}}.head{{stroke:{INK};stroke-width:1.5}}"
    ".shot{stroke-dasharray:16 9;stroke-width:5}.blow{stroke-width:9}.faded{opacity:.35}"
    ".legend text{font-size:30px}.legend .name{font-weight:700}.legend .title{font-size:50px;font-weight:700}"
    ".legend .end{text-anchor:end}.legend .host text{fill:#fff}.dim{opacity:.45}"
    "@media (max-width:600px){.tag{transform:scale(1.6)}.legend text{font-size:40px}"
    ".legend .unit{font-size:36px}.legend .title{font-size:66px}"
    ".mark{font-size:32px}.aura{stroke-width:5;stroke-dasharray:5 14}.long{display:none}}"
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
        "eliminated": "pts perdus",
        "nobody": "solitaire",
    },
    "en": {
        "turn": "Turn {turn} of {turns}",
        "deployment": "Deployment",
        "points": "Objective points",
        "over": "The battle is over",
        "A": "south",
        "B": "north",
        "reserve": "reserve",
        "eliminated": "pts lost",
        "nobody": "solitaire",
    },
}


def table_svg(view: Mapping[str, Any], *, lang: str = "fr", told: Sequence[Sequence[Event]] = ()) -> str:
    """A complete SVG document of what a view shows; `told` are the events of the last steps, the newest last."""
    battle = battle_of(view)
    width, height = battle.settings.width // SCALE, battle.settings.height // SCALE
    legend = "".join(_legend(battle, lang, width, height))
    rows = max(sum(side(unit) == seat for unit in battle.units) for seat in (0, 1))
    box = f"{-EDGE} {-EDGE} {width + 2 * EDGE} {height + 2 * EDGE + HEAD + (rows + 1) * ROW}"
    title = quoteattr(heading(battle, lang))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-label={title}>'
        f"<title>{title[1:-1]}</title><style>{STYLE}</style><defs>{PATTERNS}{definitions(battle.units)}</defs>"
        f"{land(battle.settings)}{zones(battle)}{stage(battle, told)}{legend}</svg>"
    )


def heading(battle: Battle, lang: str) -> str:
    """The name of the map, and how far the battle is."""
    place = getattr(maps()[battle.settings.map], lang) if battle.settings.map in maps() else battle.settings.map
    return f"{place} · {moment(battle, lang)}"


def moment(battle: Battle, lang: str) -> str:
    """How far the battle is."""
    words = WORDS[lang]
    return words.get(battle.phase, words["turn"]).format(turn=battle.turn, turns=battle.settings.turns)


def stage(battle: Battle, told: Sequence[Sequence[Event]]) -> str:
    """Everything that moves, each piece under its key."""
    found = pieces(battle)
    groups: dict[str, list[str]] = {"a": [], "f": [], "o": [], "l": []}
    for key, piece in found.items():
        groups[key[0]].append(written(key, piece))
    over = "".join(traces(told, battle))
    return (
        f'<g clip-path="url(#cloth)">{"".join(groups["a"])}</g>{"".join(groups["f"])}{"".join(groups["o"])}'
        f'<g id="over">{over}</g>{"".join(groups["l"])}'
    )


def written(key: str, piece: Piece) -> str:
    """A piece as SVG."""
    unit = key[1:] if key[0] != "f" else piece["h"].removeprefix("#u")
    seat = "AB"[side(int(unit))]
    head = f'<g id="{key}" class="{piece["c"]} {seat}" transform="{piece["t"]}">'
    if key[0] == "f":
        return f'{head}<use href="{piece["h"]}"{piece["x"]}/><text class="ask" y="14">?</text></g>'
    return f"{head}{piece['x']}</g>"


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
        for man in range(unit.id * 100 + 1, unit.id * 100 + 1 + unit.sheet.size):
            state = " gone" if man not in battle.at else " confused" if man in confused else ""
            found[f"f{man}"] = {
                "t": moved(battle.at.get(man), battle),
                "c": f"man{state}",
                "h": f"#u{homes.get(man, unit.id)}",
                "x": f' transform="scale({size:g})"' if size != 1 else "",
            }
    return found


def moved(place: tuple[int, int] | None, battle: Battle) -> str:
    """The transform that puts a piece in its place."""
    if place is None:
        return "translate(0 0)"
    return f"translate({place[0] / SCALE:g} {(battle.settings.height - place[1]) / SCALE:g})"


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


def zones(battle: Battle) -> str:
    """What the scenario has put on the table: markers, objective points, the edge that saves."""
    settings, found = battle.settings, []
    row = maps().get(settings.map)
    if settings.scenario == 2 and row is not None:
        for number, (x, y) in enumerate(row.markers):
            lit = bool(battle.lit[number]) if number < len(battle.lit) else False
            found.append(_brazier(moved((int(x * R), int(y * R)), battle), lit=lit))
    reach = CONSTANTS.point_reach // SCALE
    for number, point in enumerate(battle.points, start=1):
        found.append(
            f'<g transform="{moved(point, battle)}"><circle r="{reach}" fill="{GOLD}" fill-opacity=".12" '
            f'stroke="{GOLD}" stroke-width="3"/><path d="M-16 16V-26L20-14-16-2" fill="{GOLD}" stroke="{INK}" '
            f'stroke-width="2.5"/><text y="44" font-size="26" text-anchor="middle">{number}</text></g>'
        )
    if battle.edge:
        found.append(_exit(battle))
    return "".join(found)


def _brazier(shift: str, *, lit: bool) -> str:
    flame = (
        '<path d="M0-22c10 9 15 17 9 28-3 6-15 6-18 0-6-11 3-16 9-28Z" fill="#e8641c" stroke="#7d2a06"/>' if lit else ""
    )
    return (
        f'<g transform="{shift}" stroke-width="2.5"><circle r="25" fill="#6d6350" fill-opacity=".35" '
        f'stroke="{INK}" stroke-dasharray="5 5"/><path d="M-12 6H12L7 18H-7Z" fill="{INK}"/>{flame if lit else ""}</g>'
    )


def _exit(battle: Battle) -> str:
    """The edge by which the crusaders escape: an arrow every three rulers."""
    width, height = battle.settings.width // SCALE, battle.settings.height // SCALE
    angle, ends = {"N": (0, (0, 14)), "E": (90, (width - 14, 0)), "S": (180, (0, height - 14)), "W": (270, (14, 0))}[
        battle.edge
    ]
    along = range(150, (width if battle.edge in "NS" else height), 300)
    spots = ((at, ends[1]) if battle.edge in "NS" else (ends[0], at) for at in along)
    return "".join(
        f'<path transform="translate({x} {y})rotate({angle})" d="M-22 16 0-10 22 16" fill="none" stroke="{GOLD}" '
        f'stroke-width="8" stroke-linecap="round"/>'
        for x, y in spots
    )


def _legend(battle: Battle, lang: str, width: int, height: int) -> Iterator[str]:
    """Under the table: where and when, then each host with its units."""
    top = height + EDGE
    yield (
        f'<g class="legend"><rect x="{-EDGE}" y="{top}" width="{width + 2 * EDGE}" height="4000" fill="{PAPER}"/>'
        f'<text class="title" x="0" y="{top + 64}">{escape(heading(battle, lang))}</text>'
    )
    for seat, host in enumerate(battle.hosts):
        x, y = seat * (width // 2 + 10), top + HEAD
        yield f'<g transform="translate({x} {y})">{"".join(_host(battle, seat, host, lang, width // 2 - 30))}</g>'
    yield "</g>"


def _host(battle: Battle, seat: int, host: Host, lang: str, wide: int) -> Iterator[str]:
    words = WORDS[lang]
    name, letter, end = escape(str(host.seat) or words["nobody"]), "AB"[seat], wide - 14
    yield (
        f'<rect y="-46" width="{wide}" height="62" rx="8" class="{letter}"/><g class="host"><text class="name" x="16" '
        f'y="-5">{name}<tspan class="long"> · {words[letter]}</tspan></text><text class="end" x="{end}" y="-5">'
        f'{host.reserve}</text><use href="#composed5" x="{end - 48}" y="-16"/><text class="end long" x="{end - 78}" '
        f'y="-5">{host.eliminated} {words["eliminated"]}</text></g>'
    )
    for row, unit in enumerate(unit for unit in battle.units.values() if unit.seat == seat):
        state = "" if unit.leader in battle.at or unit.markers else "dim"
        yield (
            f'<g class="{state}" transform="translate(0 {row * ROW + 62})">'
            f'<g transform="translate(28 -10)scale(.95)" stroke="none"><use href="#u{unit.id}"/></g>'
            f'<text class="name" x="66">{unit.id}</text>'
            f'<text class="unit" x="128">{escape(unit_name(unit, lang))}</text>'
            f'<text class="end" x="{end}">{strength(unit)}</text></g>'
        )


def strength(unit: Unit) -> str:
    """How many figures are left, of how many."""
    return f"{len(unit.men) + len(unit.band)}/{unit.sheet.size}"


def unit_name(unit: Unit, lang: str) -> str:
    """What a unit is called; a nameless one, by the title of its leader."""
    return unit.sheet.name or str(getattr(TITLES[unit.sheet.title], lang))
