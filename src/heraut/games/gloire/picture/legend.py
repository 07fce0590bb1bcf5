"""Around the map: the title, the compass rose, the frame; below it what the signs mean, and the lords."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from heraut.games.gloire.picture.drawing import Drawing, drawing
from heraut.games.gloire.picture.ornaments import GOLD, INK, ROSE, WORDS
from heraut.games.gloire.picture.scene import LordSeen, Scene

ROW = 68
"""Height of a lord's line in the legend."""


def cartouche(scene: Scene, sheet: Drawing, lang: str) -> str:
    """The title, the compass rose and the frame."""
    words = WORDS[lang]
    (x, y), (u, v), name = sheet.cartouche, sheet.compass, words[scene.map]
    half, right, below = 34 + 16 * len(name), sheet.width, sheet.height
    turn = f"{words['turn']} {scene.turn}" if scene.turn else ""  # none before a match has begun
    return (
        f'<g transform="translate({x} {y})"><path d="M{-half}-70H{half}L{half + 26} 0 {half} 70H{-half}'
        f'L{-half - 26} 0Z" fill="#fbf1d6" stroke="{INK}" stroke-width="4" stroke-linejoin="round"/>'
        f'<path class="line" d="M{9 - half}-60H{half - 9}L{half + 14} 0 {half - 9} 60H{9 - half}L{-half - 14} 0Z" '
        f'stroke-width="1.5"/><text class="mid" y="2" font-size="62" font-style="italic">{name}</text>'
        f'<text class="mid" y="46" font-size="36" letter-spacing="3">{turn}</text></g>'
        f'<g transform="translate({u} {v})">{ROSE}<text class="mid halo" y="-80" font-size="32">N</text></g>'
        f'<rect class="line" x="5" y="5" width="{right - 10}" height="{below - 10}" stroke-width="10"/>'
        f'<rect class="line" x="17" y="17" width="{right - 34}" height="{below - 34}" stroke-width="2.5"/>'
    )


def _columns(scene: Scene) -> int:
    return 3 if len(scene.lords) <= 45 else 5


def legend_height(scene: Scene) -> int:
    return 176 + ROW * -(-len(scene.lords) // _columns(scene))


def legend(scene: Scene, sheet: Drawing, lang: str) -> Iterator[str]:
    """Under the map: what the signs mean, then the lords, the most renowned first and the dead last."""
    width, columns = sheet.width, _columns(scene)
    yield (
        f'<g transform="translate(0 {sheet.height})"><rect width="{width}" height="{legend_height(scene)}" '
        f'fill="#f8efd8"/><rect class="line" x="5" y="5" width="{width - 10}" height="{legend_height(scene) - 10}" '
        'stroke-width="4"/>'
    )
    yield _key(scene, width, lang)
    ranked = sorted(scene.lords, key=lambda lord: (not lord.alive, -lord.global_renown, lord.number))
    rows = -(-len(ranked) // columns)
    for i, lord in enumerate(ranked):
        x, y = 36 + (i // rows) * (width - 40) // columns, 150 + ROW * (i % rows)
        yield _lord_line(lord, x, y, lang, mine=lord.seat == scene.seat)
    below = legend_height(scene) - 20
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
    renown = f"{words['renown']} {decimal(lord.global_renown, lang)}"
    title = words.get(lord.title, lord.title)
    facts = [title, count, renown] if lord.alive else [title, words["dead"]]
    fit = "lord longest" if len(lord.name) > 24 else "lord long" if len(lord.name) > 18 else "lord"
    return (
        f'<g class="{"alive" if lord.alive else "dead"}" transform="translate({x} {y})">{ring if mine else ""}{wash}'
        f'<use href="#a{lord.number}" x="37" y="0"/><text class="{fit}" x="92" y="0">{escape(lord.name)}</text>'
        f'<text class="detail" x="92" y="26">{escape(" · ".join(fact for fact in facts if fact))}</text></g>'
    )


def decimal(value: float, lang: str) -> str:
    """A figure with one decimal."""
    text = f"{value:.1f}"
    return text.replace(".", ",") if lang == "fr" else text
