"""A match of Gloire et Pouvoir as one SVG: the map, its lords' colours and the seat's own forces (GP-SITE-20, -21).

The outlines come from the map's drawing, the rest from a view, so that a picture shows what its reader may know. All
lengths are units of the drawing. Below 600 px of width the style keeps only the names and figures that remain legible.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from heraut.engine.arms import FIELDS, ORDINARIES, SHIELD, arms_of
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.picture.drawing import Drawing, Outline, drawing
from heraut.games.gloire.picture.legend import cartouche, decimal, legend, legend_height
from heraut.games.gloire.picture.ornaments import FAR_PAPER, FIXED_DEFS, INK, SEA, STYLE, WORDS
from heraut.games.gloire.picture.scene import Forces, Scene, read_view

MOST_PENNONS = 3  # of knights in one land; the others are counted


def map_svg(public: Mapping[str, Any], *, lang: str = "fr", seat: str | None = None) -> str:
    """A complete SVG document of the match seen in a view; ``seat``'s lands get a golden border.

    ``lang`` is ``fr`` or ``en``, another one reads as French.
    """
    lang = lang if lang in WORDS else "fr"
    scene = read_view(public, seat)
    sheet = drawing(scene.map)
    height = sheet.height + legend_height(scene)
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
            cartouche(scene, sheet, lang),
            "".join(legend(scene, sheet, lang)),
            "</svg>",
        )
    )


def _title(scene: Scene, lang: str) -> str:
    words = WORDS[lang]
    return f"{words[scene.map]}, {words['turn'].lower()} {scene.turn}" if scene.turn else words[scene.map]


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
            yield f"\n{words['happiness']}{words['colon']}{decimal(scene.happiness[name], lang)}"
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


def _force_tokens(forces: Forces) -> Iterator[str]:
    if forces.fortification:
        yield f'<use href="#fort{forces.fortification}" y="3"/>'
    if forces.garrisons:
        yield f'<use href="#guard"/>{_figure(sum(forces.garrisons), 5)}'
    for initial, men in forces.knights[:MOST_PENNONS]:
        flag = f'<use href="#pennon"/><text class="mid" x="-4" y="-3" font-size="16">{escape(initial)}</text>'
        yield flag + (f'<g transform="translate(4)">{_figure(men, 16)}</g>' if men is not None else "")
    if len(forces.knights) > MOST_PENNONS:
        yield _figure(f"+{len(forces.knights) - MOST_PENNONS}", 5)


def _figure(value: int | str, y: int) -> str:
    text = str(value)
    return f'<text class="mid halo" y="{y}" font-size="{15 if len(text) < 4 else 13}" font-weight="700">{text}</text>'
