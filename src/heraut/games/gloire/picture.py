"""A match of Gloire et Pouvoir as one SVG: the map, its lords' colours and the seat's own forces (GP-SITE-20, -21).

The outlines come from the map's drawing, the rest from a view, so that a picture shows what its reader may know. All
lengths are units of the drawing. Each lord has a tincture and a division, so that colours alone never tell two lords
apart; below 600 px of width the style keeps only the names and figures that remain legible.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import msgspec

from heraut.games.gloire.atlas import atlas, map_file

TINCTURES = (
    ("#c8505a", "#8f1d2b"),
    ("#5b86c4", "#1f4788"),
    ("#6fa866", "#2c6a33"),
    ("#e6bf4b", "#a57a10"),
    ("#9a73b5", "#5d2f7d"),
    ("#dd8a45", "#a2521a"),
    ("#77b5bd", "#22707c"),
    ("#8d8d93", "#3b3b42"),
    ("#df94b1", "#a5416d"),
    ("#a3865f", "#5f4524"),
)
"""Ten tinctures: the wash for lands, the full colour for shields."""

DIVISIONS = ("plain", "pale", "bend", "chevron", "lozengy", "fess", "sinister", "checky", "roundels", "fretty")
"""Ten divisions of the field; a hundred lords are a hundred pairs (tincture, division)."""

FIELDS = {
    "plain": "",
    "pale": '<path d="M12 0v48M36 0v48" stroke-width="9"/>',
    "bend": '<path d="M-6-6 54 54M-30-6 30 54M18-6 78 54" stroke-width="8"/>',
    "chevron": '<path d="M-4 25 24 5 52 25M-4 49 24 29 52 49M-4 73 24 53 52 73M-4 1 24-19 52 1" stroke-width="7"/>',
    "lozengy": '<path d="M12 2 20 12 12 22 4 12ZM36 2 44 12 36 22 28 12ZM12 26 20 36 12 46 4 36Z'
    'M36 26 44 36 36 46 28 36Z" stroke="none" fill="{ink}"/>',
    "fess": '<path d="M0 12h48M0 36h48" stroke-width="9"/>',
    "sinister": '<path d="M54-6-6 54M30-6-30 54M78-6 18 54" stroke-width="8"/>',
    "checky": '<path d="M0 0h12v12H0zM24 0h12v12H24zM12 12h12v12H12zM36 12h12v12H36zM0 24h12v12H0zM24 24h12v12H24z'
    'M12 36h12v12H12zM36 36h12v12H36z" stroke="none" fill="{ink}"/>',
    "roundels": '<path d="M12 12h.1M36 36h.1" stroke-width="15" stroke-linecap="round"/>',
    "fretty": '<path d="M-6-6 54 54M-6 54 54-6M-6 18 18-6M30 54 54 30M-6 30 18 54M30-6 54 18" stroke-width="3.5"/>',
}
"""A tile of 48 x 48 for the lands, in ``ink``."""

SHIELD = "M-12-14H12V1C12 9 6 13 0 16-6 13-12 9-12 1Z"
ORDINARIES = {
    "plain": '<path d="M-12-14H12V-7H-12Z"/>',
    "pale": '<path d="M-4-14H4V14L0 16-4 14Z"/>',
    "bend": '<path d="M-12-14H-6L12 4 9 9.5-12-9Z"/>',
    "chevron": '<path d="M0-6 12 5 10 9 0 1-10 9-12 5Z"/>',
    "lozengy": '<path d="M0-12 8 0 0 12-8 0Z"/>',
    "fess": '<path d="M-12-4H12V4H-12Z"/>',
    "sinister": '<path d="M12-14H6L-12 4-9 9.5 12-9Z"/>',
    "checky": '<path d="M-12-14H0V0H-12ZM0 0H12V1C12 9 6 13 0 16Z"/>',
    "roundels": '<path d="M-6-7h.1M6-7h.1M0 5h.1" stroke-width="7" stroke-linecap="round"/>',
    "fretty": '<path d="M-11-13 9 10M11-13-9 10" stroke-width="5"/>',
}
"""The same divisions on a shield of 24 x 30 about its centre."""

INK, PARCHMENT, FAR_PAPER, SEA, GOLD = "#4a3623", "#f1e6c8", "#ddd3b6", "#b4cdd3", "#ffd84a"

STYLE = (
    "text{font-family:'Palatino Linotype',Palatino,'Book Antiqua','URW Palladio L',Georgia,'DejaVu Serif',serif;"
    f"fill:#2b1d10}}.land use{{stroke:{INK};stroke-width:1.6;stroke-linejoin:round;fill-rule:evenodd}}"
    ".land:hover use,.land:focus use{stroke:#000;stroke-width:4}"
    ".halo{paint-order:stroke;stroke:#fbf4df;stroke-width:4.5px;stroke-linejoin:round;stroke-opacity:.85}"
    ".name{text-anchor:middle;font-weight:600}.mid{text-anchor:middle}.end{text-anchor:end}"
    ".link{fill:none;stroke:#5a2a18;stroke-width:3;stroke-dasharray:9 7;stroke-linecap:round;stroke-opacity:.8}"
    f".mine use{{fill:none;stroke:{GOLD};stroke-width:4;stroke-linejoin:round}}"
    ".detail{font-size:23px}.lord{font-size:29px;font-weight:700}.dead{opacity:.45}"
    ".wave{fill:none;stroke:#7fa3ae;stroke-width:1.6;stroke-linecap:round;stroke-opacity:.5}"
    f".line{{fill:none;stroke:{INK}}}"
    "@media (max-width:600px){.near,.arms{display:none}.far{font-size:var(--far)}.halo{stroke-width:8px}"
    ".force{transform:scale(1.3)}.detail{display:none}.lord{font-size:38px}.long{font-size:30px}.link{stroke-width:5}}"
)

FIXED_DEFS = (
    '<pattern id="waves" width="150" height="84" patternUnits="userSpaceOnUse"><path class="wave" '
    'd="M14 22q8-9 16 0t16 0 16 0M88 62q8-9 16 0t16 0"/></pattern>'
    '<pattern id="grain" width="64" height="64" patternUnits="userSpaceOnUse">'
    f'<rect width="64" height="64" fill="{PARCHMENT}"/><path d="M8 14h.1M40 30h.1M22 52h.1M58 8h.1M54 54h.1" '
    'stroke="#c9b68a" stroke-width="2.4" stroke-linecap="round"/></pattern>'
    f'<path id="peak" d="M-13 8-3-12 2-4 5-8 13 8Z" fill="#b79b73" stroke="{INK}" stroke-width="2" '
    'stroke-linejoin="round"/><path id="crest" d="M-3-12 2-4 0 1-3-3-6 0-7-3Z" fill="#fffdf4"/>'
    '<g id="pennon"><path d="M-13 17V-19" stroke="#3a2412" stroke-width="3" stroke-linecap="round"/>'
    '<path d="M-12-19 21-9-12 2Z" fill="#fffbe9" stroke="#3a2412" stroke-width="2" stroke-linejoin="round"/></g>'
    '<path id="guard" d="M-16-13H16V2C16 11 8 15 0 19-8 15-16 11-16 2Z" fill="#fffbe9" stroke="#3a2412" '
    'stroke-width="2.4"/>'
    '<g id="fort1" fill="#8b5a2b" stroke="#3a2412" stroke-width="1.6"><path d="M-16 12V-6l4-6 4 6V12ZM-8 12V-6l4-6 '
    '4 6V12ZM0 12V-6l4-6 4 6V12ZM8 12V-6l4-6 4 6V12Z"/></g>'
    '<g id="fort2" fill="#a9a6a0" stroke="#33302c" stroke-width="2"><path d="M-18 12V-8h6v5h6v-5h6v5h6v-5h6v5h6V12Z"/>'
    "</g>"
    '<g id="fort3" fill="#8e8b86" stroke="#26231f" stroke-width="2"><path d="M-12 12V-3h4v4h5v-4h6v4h5v-4h4V12Z"/>'
    '<path d="M-20 12V-14h4v4h4v-4h4V12ZM8 12V-14h4v4h4v-4h4V12Z"/><path d="M-3 12V7a3 3 0 0 1 6 0v5Z" fill="#26231f"/>'
    "</g>"
)

ROSE = (
    '<g class="line" stroke-width="2"><circle r="52"/><circle r="46"/></g><path fill="#7c5a35" '
    'd="M0-22 15-15 31-31 15-15 22 0 31 31 0 22-31 31-22 0-31-31Z"/>'
    '<path fill="#fbf4df" stroke="#4a3623" stroke-width="1.5" d="M0-70 10-10 70 0 10 10 0 70-10 10-70 0-10-10Z"/>'
    '<path fill="#4a3623" d="M0-70V0L10-10ZM70 0H0L10 10ZM0 70V0L-10 10ZM-70 0H0L-10-10Z"/>'
)

WORDS = {
    "fr": {
        "SCANDINAVIE": "Scandinavie",
        "MOYEN-ORIENT": "Moyen-Orient",
        "EUROPE": "Europe",
        "turn": "Tour",
        "lords": "Les seigneurs",
        "lands": "terres",
        "land": "terre",
        "renown": "renommée",
        "neutral": "terre neutre",
        "route": "passage",
        "closed": "frontière close",
        "people": "habitants",
        "happiness": "bonheur",
        "dead": "mort",
        "knight": "chevalier",
        "garrison": "garnison",
        "fort1": "palissade",
        "fort2": "muraille",
        "fort3": "enceinte",
        "neighbours": "voisins",
        "baron": "baron",
        "vicomte": "vicomte",
        "comte": "comte",
        "marquis": "marquis",
        "duc": "duc",
        "prince": "prince",
        "colon": "\N{NO-BREAK SPACE}: ",
    },
    "en": {
        "SCANDINAVIE": "Scandinavia",
        "MOYEN-ORIENT": "Middle East",
        "EUROPE": "Europe",
        "turn": "Turn",
        "lords": "The lords",
        "lands": "lands",
        "land": "land",
        "renown": "renown",
        "neutral": "neutral land",
        "route": "passage",
        "closed": "closed border",
        "people": "people",
        "happiness": "happiness",
        "dead": "dead",
        "knight": "knight",
        "garrison": "garrison",
        "fort1": "palisade",
        "fort2": "wall",
        "fort3": "enceinte",
        "neighbours": "neighbours",
        "baron": "baron",
        "vicomte": "viscount",
        "comte": "count",
        "marquis": "marquess",
        "duc": "duke",
        "prince": "prince",
        "colon": ": ",
    },
}

ROW = 68
"""Height of a lord's line in the legend."""


# --- what is read of a view, all of it here --------------------------------------------------------------------------


class LordSeen(msgspec.Struct, frozen=True):
    """A line of the legend."""

    seat: str
    number: int
    name: str
    title: str
    lands: int
    global_renown: float
    alive: bool


class Forces(msgspec.Struct):
    """What the reader himself has on one land: (initial, men or None) a knight, men a garrison, level of the works."""

    knights: list[tuple[str, int | None]] = msgspec.field(default_factory=list)
    garrisons: list[int] = msgspec.field(default_factory=list)
    fortification: int = 0


class Scene(msgspec.Struct, frozen=True):
    """All that the picture shows of a match."""

    map: str
    turn: int
    owners: dict[str, str | None]
    happiness: dict[str, float]
    population: dict[str, int]
    lords: tuple[LordSeen, ...]
    forces: dict[str, Forces]
    seat: str | None


def read_view(public: Mapping[str, Any], seat: str | None) -> Scene:
    """The scene of a view; ``seat`` is the lord to mark out, by default the view's own."""
    own: Mapping[str, Any] = public.get("own") or {}
    lands: Mapping[str, Mapping[str, Any]] = public["lands"]
    return Scene(
        map=public["map"],
        turn=public["turn"],
        owners={name: land.get("owner") for name, land in lands.items()},
        happiness={name: land["happiness"] for name, land in lands.items() if "happiness" in land},
        population={name: land["population"] for name, land in lands.items() if "population" in land},
        lords=tuple(_read_lord(key, lord) for key, lord in public["lords"].items()),
        forces=_read_forces(own),
        seat=seat or own.get("seat"),
    )


def _read_lord(seat: str, lord: Mapping[str, Any]) -> LordSeen:
    return LordSeen(
        seat=seat,
        number=lord["number"],
        name=lord["name"],
        title=lord.get("title") or "",
        lands=lord.get("lands", 0),
        global_renown=lord.get("global_renown", 0.0),
        alive=lord.get("alive", True),
    )


def _read_forces(own: Mapping[str, Any]) -> dict[str, Forces]:
    forces: dict[str, Forces] = defaultdict(Forces)
    armies: Mapping[str, Mapping[str, Any]] = own.get("armies", {})
    for knight in own.get("knights", {}).values():
        army = armies.get(str(knight.get("army")))
        forces[knight["land"]].knights.append((knight["name"][:1].upper(), army["men"] if army else None))
    for army in armies.values():
        if army.get("knight") is None:
            forces[army["land"]].garrisons.append(army["men"])
    for name, land in own.get("lands", {}).items():
        if land.get("fortification"):
            forces[name].fortification = land["fortification"]
    return dict(forces)


# --- the drawing of a map --------------------------------------------------------------------------------------------


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
    return msgspec.json.decode(map_file(atlas(map_name).map, ".drawing.json"), type=Drawing)


# --- the picture -----------------------------------------------------------------------------------------------------


def map_svg(public: Mapping[str, Any], *, lang: str = "fr", seat: str | None = None) -> str:
    """A complete SVG document of the match seen in a view; ``seat``'s lands get a golden border.

    ``lang`` is ``fr`` or ``en``, another one reads as French.
    """
    lang = lang if lang in WORDS else "fr"
    scene = read_view(public, seat)
    sheet = drawing(scene.map)
    height = sheet.height + _legend_height(scene)
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {sheet.width} {height}" role="img" '
            f'aria-label={quoteattr(_title(scene, lang))} style="--far:{sheet.width // 43}px">',
            f"<title>{escape(_title(scene, lang))}</title><style>{STYLE}</style>",
            f"<defs>{FIXED_DEFS}{_shapes(scene.map)}{''.join(_arms(lord.number) for lord in scene.lords)}</defs>",
            _ground(scene.map),
            "".join(_land_marks(scene, lang)),
            _over(scene.map),
            _own_border(scene),
            "".join(_tokens(scene, sheet)),
            _names(scene.map, lang),
            "".join(_forces(scene, sheet)),
            _cartouche(scene, sheet, lang),
            "".join(_legend(scene, sheet, lang)),
            "</svg>",
        )
    )


def arms_of(number: int) -> tuple[str, str, str]:
    """The wash, the full colour and the division of lord ``number`` (1..): different for the first hundred."""
    rank = (number - 1) % 100
    wash, full = TINCTURES[rank % 10]
    return wash, full, DIVISIONS[(rank + rank // 10) % 10]


def _title(scene: Scene, lang: str) -> str:
    words = WORDS[lang]
    return f"{words[scene.map]}, {words['turn'].lower()} {scene.turn}"


@cache
def _ids(map_name: str) -> dict[str, str]:
    return {name: f"l{i}" for i, name in enumerate(drawing(map_name).lands)}


@cache
def _shapes(map_name: str) -> str:
    sheet, ids = drawing(map_name), _ids(map_name)
    lands = "".join(f'<path id="{ids[name]}" d="{land.path}"/>' for name, land in sheet.lands.items())
    wild = "".join(f'<path d="{path}"/>' for path in sheet.background)
    everything = "".join(f'<use href="#{i}"/>' for i in ids.values())
    return f'{lands}<g id="wild">{wild}</g><g id="shores"><use href="#wild"/>{everything}</g>'


@cache
def _ground(map_name: str) -> str:
    """Sea, its texture, the rings of shallow water along the coasts, and the lands outside the game."""
    sheet = drawing(map_name)
    size = f'width="{sheet.width}" height="{sheet.height}"'
    rings = "".join(
        f'<use href="#shores" fill="none" stroke="{colour}" stroke-width="{wide}" stroke-linejoin="round"/>'
        for colour, wide in (("#a3c0c8", 34), ("#bdd5d9", 29), ("#a3c0c8", 19), ("#c6dcdf", 15), ("#d3e5e5", 7))
    )
    lines = "".join(f'<path d="{path}"/>' for path in sheet.graticule)
    return (
        f'<clipPath id="frame"><rect {size}/></clipPath><g clip-path="url(#frame)"><rect {size} fill="{SEA}"/>'
        f'<rect {size} fill="url(#waves)"/><g fill="none" stroke="#8fb0b9" stroke-width="1.2">{lines}</g>{rings}'
        f'<use href="#wild" fill="{FAR_PAPER}" stroke="#a8966f" stroke-width="1.4" fill-rule="evenodd"/></g>'
    )


@cache
def _arms(number: int) -> str:
    """The pattern of a lord's lands, #f1, and his shield, #a1."""
    wash, full, division = arms_of(number)
    ink = ("#ffffff", full)[(number - 1) // 10 % 2]  # the second ten wear their division dark, the third light...
    tile = FIELDS[division].format(ink=ink)
    ordinary = ORDINARIES[division]
    return (
        f'<pattern id="f{number}" width="48" height="48" patternUnits="userSpaceOnUse">'
        f'<rect width="48" height="48" fill="{wash}"/><g fill="none" stroke="{ink}" opacity=".42">{tile}</g></pattern>'
        f'<g id="a{number}"><path d="{SHIELD}" fill="{full}"/>'
        f'<g fill="#fdf6df" stroke="{"#fdf6df" if "stroke-width" in ordinary else "none"}">{ordinary}</g>'
        f'<path d="{SHIELD}" fill="none" stroke="#22160a" stroke-width="2"/></g>'
    )


def _numbers(scene: Scene) -> dict[str, int]:
    return {lord.seat: lord.number for lord in scene.lords}


def _land_marks(scene: Scene, lang: str) -> Iterator[str]:
    """The lands in their owners' fields; hovering one tells what everybody may know of it."""
    words, neutral = WORDS[lang], (WORDS[lang]["neutral"], "url(#grain)")
    fields = {lord.seat: (escape(lord.name), f"url(#f{lord.number})") for lord in scene.lords}
    for name, head, tail in _land_frames(scene.map, lang):
        owner, fill = fields.get(scene.owners.get(name) or "", neutral)
        yield head + owner + ")"
        if name in scene.happiness:
            yield f"\n{words['happiness']}{words['colon']}{_decimal(scene.happiness[name], lang)}"
        if name in scene.population:
            yield f"\n{words['people']}{words['colon']}{scene.population[name]}"
        yield f'{tail}{fill}"/></g>'


@cache
def _land_frames(map_name: str, lang: str) -> tuple[tuple[str, str, str], ...]:
    """For each land what stands before its owner's name, and between what is known of it and its field."""
    places, words = atlas(map_name).places, WORDS[lang]
    frames = []
    for name, id_ in _ids(map_name).items():
        around = ", ".join(places[other].label[lang] for other in places[name].neighbours)
        head = f'<g class="land" data-land="{name}"><title>{places[name].label[lang]} ('
        tail = f'\n{words["neighbours"]}{words["colon"]}{around}</title><use href="#{id_}" fill="'
        frames.append((name, head, tail))
    return tuple(frames)


def _decimal(value: float, lang: str, digits: int = 1) -> str:
    text = f"{value:.{digits}f}"
    return text.replace(".", ",") if lang == "fr" else text


@cache
def _over(map_name: str) -> str:
    """Lakes, mountains on the closed borders, passages: over the lands' colours."""
    sheet = drawing(map_name)
    lakes = "".join(f'<path d="{path}"/>' for path in sheet.lakes)
    walls = "".join(
        f'<path d="{line.path}" fill="none" stroke="{INK}" stroke-width="5" stroke-linecap="round"/>'
        + "".join(f'<use href="#peak" x="{x}" y="{y}"/><use href="#crest" x="{x}" y="{y}"/>' for x, y in line.peaks)
        for line in sheet.closed
    )
    links = "".join(f'<path class="link" d="{line.path}"/>' for line in sheet.links)
    return f'<g fill="#c6dcdf" stroke="#6f929b" stroke-width="1.6">{lakes}</g>{walls}{links}'


def _own_border(scene: Scene) -> str:
    ids = _ids(scene.map)
    mine = [ids[name] for name, owner in scene.owners.items() if owner and owner == scene.seat]
    uses = "".join(f'<use href="#{i}"/>' for i in mine)
    return f'<g class="mine">{uses}</g>' if mine else ""


def _tokens(scene: Scene, sheet: Drawing) -> Iterator[str]:
    """A small shield of the owner on each land, but where the reader's own forces stand for it."""
    numbers, scale = _numbers(scene), sheet.sizes[1] / 20
    for name, land in sheet.lands.items():
        number = numbers.get(scene.owners.get(name) or "")
        if number is not None and not (name in scene.forces and scene.owners[name] == scene.seat):
            x, y = land.anchor
            yield f'<g class="arms" transform="translate({x} {y})scale({scale:.2f})"><use href="#a{number}"/></g>'


@cache
def _names(map_name: str, lang: str) -> str:
    places, sheet = atlas(map_name).places, drawing(map_name)
    return "".join(_name(land, places[name].label[lang]) for name, land in sheet.lands.items())


def _name(land: Outline, label: str) -> str:
    x, y = land.label
    rows = two_rows(label) if land.rows == 2 else (label,)
    top = 0.34 - 0.5 * (len(rows) - 1)
    spans = "".join(
        f'<tspan x="{x}" dy="{top if i == 0 else 1:.2f}em">{escape(row)}</tspan>' for i, row in enumerate(rows)
    )
    reach = "far" if land.far else "near"
    return f'<text class="name halo {reach}" y="{y}" font-size="{land.size}">{spans}</text>'


def two_rows(label: str) -> tuple[str, ...]:
    """A compound name cut as evenly as its blanks and hyphens allow; a hyphen stays at the end of its row."""
    cuts = [i + 1 for i, letter in enumerate(label) if letter in " -"]
    if not cuts:
        return (label,)
    cut = min(cuts, key=lambda i: abs(2 * i - len(label)))
    return label[:cut].rstrip(), label[cut:]


def _forces(scene: Scene, sheet: Drawing) -> Iterator[str]:
    """The reader's works, garrison and knights, in a row: in his own lands in place of the shield, else above it."""
    scale = sheet.sizes[1] / 20
    for name, forces in scene.forces.items():
        if name not in sheet.lands:
            continue
        x, y = sheet.lands[name].anchor
        tokens = list(_force_tokens(forces))
        left, lift = -19 * (len(tokens) - 1), 0 if scene.owners.get(name) == scene.seat else 34 * scale
        row = "".join(f'<g transform="translate({left + 38 * i})">{token}</g>' for i, token in enumerate(tokens))
        yield f'<g transform="translate({x} {y - lift:.0f})scale({scale:.2f})"><g class="force">{row}</g></g>'


def _force_tokens(forces: Forces, most: int = 3) -> Iterator[str]:
    if forces.fortification:
        yield f'<use href="#fort{forces.fortification}" y="3"/>'
    if forces.garrisons:
        yield f'<use href="#guard"/>{_figure(sum(forces.garrisons), 5)}'
    for initial, men in forces.knights[:most]:
        flag = f'<use href="#pennon"/><text class="mid" x="-4" y="-3" font-size="16">{escape(initial)}</text>'
        yield flag + (f'<g transform="translate(4)">{_figure(men, 16)}</g>' if men is not None else "")
    if len(forces.knights) > most:
        yield _figure(f"+{len(forces.knights) - most}", 5)


def _figure(value: int | str, y: int) -> str:
    text = str(value)
    return f'<text class="mid halo" y="{y}" font-size="{15 if len(text) < 4 else 13}" font-weight="700">{text}</text>'


# --- title and legend ------------------------------------------------------------------------------------------------


def _cartouche(scene: Scene, sheet: Drawing, lang: str) -> str:
    """The title, the compass rose and the frame."""
    words = WORDS[lang]
    (x, y), (u, v), name = sheet.cartouche, sheet.compass, words[scene.map]
    half, right, below = 34 + 16 * len(name), sheet.width, sheet.height
    return (
        f'<g transform="translate({x} {y})"><path d="M{-half}-70H{half}L{half + 26} 0 {half} 70H{-half}'
        f'L{-half - 26} 0Z" fill="#fbf1d6" stroke="{INK}" stroke-width="4" stroke-linejoin="round"/>'
        f'<path class="line" d="M{9 - half}-60H{half - 9}L{half + 14} 0 {half - 9} 60H{9 - half}L{-half - 14} 0Z" '
        f'stroke-width="1.5"/><text class="mid" y="2" font-size="62" font-style="italic">{name}</text>'
        f'<text class="mid" y="46" font-size="36" letter-spacing="3">{words["turn"]} {scene.turn}</text></g>'
        f'<g transform="translate({u} {v})">{ROSE}<text class="mid halo" y="-80" font-size="32">N</text></g>'
        f'<rect class="line" x="5" y="5" width="{right - 10}" height="{below - 10}" stroke-width="10"/>'
        f'<rect class="line" x="17" y="17" width="{right - 34}" height="{below - 34}" stroke-width="2.5"/>'
    )


def _columns(scene: Scene) -> int:
    return 3 if len(scene.lords) <= 45 else 5


def _legend_height(scene: Scene) -> int:
    return 176 + ROW * -(-len(scene.lords) // _columns(scene))


def _legend(scene: Scene, sheet: Drawing, lang: str) -> Iterator[str]:
    """Under the map: what the signs mean, then the lords, the most renowned first and the dead last."""
    width, columns = sheet.width, _columns(scene)
    yield (
        f'<g transform="translate(0 {sheet.height})"><rect width="{width}" height="{_legend_height(scene)}" '
        f'fill="#f8efd8"/><rect class="line" x="5" y="5" width="{width - 10}" height="{_legend_height(scene) - 10}" '
        'stroke-width="4"/>'
    )
    yield _key(scene, width, lang)
    ranked = sorted(scene.lords, key=lambda lord: (not lord.alive, -lord.global_renown, lord.number))
    rows = -(-len(ranked) // columns)
    for i, lord in enumerate(ranked):
        x, y = 36 + (i // rows) * (width - 40) // columns, 150 + ROW * (i % rows)
        yield _lord_line(lord, x, y, lang, mine=lord.seat == scene.seat)
    below = _legend_height(scene) - 20
    yield f'<text class="end detail" x="{width - 24}" y="{below}">{escape(sheet.credit)}</text></g>'


def _key(scene: Scene, width: int, lang: str) -> str:
    words = WORDS[lang]
    signs = [
        (words["neutral"], f'<rect x="-24" y="-14" width="48" height="28" fill="url(#grain)" stroke="{INK}"/>'),
        (words["route"], '<path class="link" d="M-26 0H26"/>'),
    ]
    if drawing(scene.map).closed:
        signs.append((words["closed"], '<use href="#peak"/><use href="#crest"/>'))
    if scene.forces:
        signs += [(words["knight"], '<use href="#pennon"/>'), (words["garrison"], '<use href="#guard"/>')]
        signs += [(words[f"fort{level}"], f'<use href="#fort{level}"/>') for level in (1, 2, 3)]
    places, letters = len(signs), sum(len(word) for word, _ in signs)
    left, drawn = 450.0, ""
    for word, sign in signs:
        drawn += f'<g class="detail" transform="translate({left:.0f} 64)">{sign}<text x="34" y="8">{word}</text></g>'
        left += 84 + min(16.0, (width - 480 - 84 * places) / letters) * len(word)
    return f'<text x="36" y="76" font-size="46" font-style="italic">{words["lords"]}</text>{drawn}'


def _lord_line(lord: LordSeen, x: int, y: int, lang: str, *, mine: bool) -> str:
    words = WORDS[lang]
    wash = f'<rect x="0" y="-27" width="74" height="54" rx="6" fill="url(#f{lord.number})" stroke="{INK}"/>'
    ring = f'<rect x="-5" y="-32" width="84" height="64" rx="9" fill="none" stroke="{GOLD}" stroke-width="6"/>'
    count = f"{lord.lands} {words['lands' if lord.lands > 1 else 'land']}"
    renown = f"{words['renown']} {_decimal(lord.global_renown, lang)}"
    title = words.get(lord.title, lord.title)
    facts = [title, count, renown] if lord.alive else [title, words["dead"]]
    fit = "lord long" if len(lord.name) > 20 else "lord"
    return (
        f'<g class="{"alive" if lord.alive else "dead"}" transform="translate({x} {y})">{ring if mine else ""}{wash}'
        f'<use href="#a{lord.number}" x="37" y="0"/><text class="{fit}" x="92" y="0">{escape(lord.name)}</text>'
        f'<text class="detail" x="92" y="26">{escape(" · ".join(fact for fact in facts if fact))}</text></g>'
    )
