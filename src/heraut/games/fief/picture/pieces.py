"""The pawns of a picture: parties beside their villages, besiegers before the gates, peasants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from xml.sax.saxutils import escape, quoteattr

from heraut.games.fief.picture.drawing import LINEN
from heraut.games.fief.picture.scene import PAWN, WIDE, Party, Scene, View, Where, at, told
from heraut.games.fief.tables import board, lord_rows

BEHIND = 42
"""From soldiers to the lords who stand behind them."""

REBELS = "rebels"

AWAY = 86
"""How far from the village its besiegers stand, on the road that they came by."""


NEAR = 90
"""Besiegers who stand no further above or below a village than this would hide those beside it."""

EDGE = 20
"""What is left free along the border of the sheet."""


def side(scene: Scene, village: str) -> int:
    """On which side of a village its pawns stand: 1, on the right, or -1, on the left, away from besiegers."""
    usual = -1 if village in scene.sheet.left else 1
    return -usual if beset(scene, village, usual) and not beset(scene, village, -usual) else usual


def beset(scene: Scene, village: str, facing: int) -> bool:
    """Whether besiegers stand on that side of a village, or its pawns would have no room there."""
    x, y = scene.sheet.villages[village]
    gates = [
        before_gates(scene, village, where.road) for where, _ in at(scene, village) if where.position == "besieger"
    ]
    if any((a - x) * facing > PAWN / 2 and abs(b - y) < NEAR for a, b in gates):
        return True
    widest = max([party.width for where, party in at(scene, village) if where.position == "in"], default=0)
    return not EDGE < x + facing * (48 + widest) < scene.sheet.width - EDGE


def party_marks(scene: Scene) -> Iterator[str]:
    """Every party beside its village, and the peasants."""
    for village in board().villages:
        x, y = scene.sheet.villages[village.id]
        inside = [pair for pair in at(scene, village.id) if pair[0].position == "in"]
        scale = (1.0, 1.0, 0.84, 0.7)[min(3, len(inside))]
        facing = side(scene, village.id)
        left = 62.0 if scene.view["villages"][village.id]["fort"] == "city" else 48.0
        for where, party in inside:
            room = party.width * scale
            start = left if facing > 0 else -left - room
            inside_x = max(EDGE, min(x + start, scene.sheet.width - EDGE - room))
            yield party_mark(scene, where, party, inside_x, y + 6, scale)
            left += room + 3
        for where, party in at(scene, village.id):
            if where.position == "besieger":
                yield besieger_mark(scene, where, party)
            elif where.position == "relief":
                yield party_mark(scene, where, party, x - party.width / 2, y + 92, 0.84)
    if (revolt := scene.view["revolt"]) is not None:
        yield rebels_mark(scene, revolt)


def before_gates(scene: Scene, village: str, road: str | None) -> tuple[float, float]:
    """Where besiegers stand who came by the road from another village."""
    x, y = scene.sheet.villages[village]
    if road is None:
        return x, y - AWAY
    a, b = scene.sheet.villages[road]
    reach = AWAY / hypot(a - x, b - y)
    return x + reach * (a - x), y + reach * (b - y)


def besieger_mark(scene: Scene, where: Where, party: Party) -> str:
    """A party before the gates; above or below those who stand beside the village, so that nobody is hidden."""
    x, y = before_gates(scene, where.village, where.road)
    home = scene.sheet.villages[where.village]
    defended = any(other.position == "in" for other, _ in at(scene, where.village))
    if defended and (x - home[0]) * side(scene, where.village) > PAWN / 2 and abs(y - home[1]) < NEAR:
        y = home[1] + (NEAR + 12 if y > home[1] and home[1] < scene.sheet.height - 2 * NEAR else -NEAR - 2)
    swords = f'<use href="#fi-swords" x="{(x + home[0]) / 2:.0f}" y="{(y + home[1]) / 2:.0f}"/>'
    return swords + party_mark(scene, where, party, x - party.width / 2, y + 8, 0.9)


def party_mark(scene: Scene, where: Where, party: Party, x: float, y: float, scale: float) -> str:
    """Soldiers under their shield, their lords behind them, their captives behind bars."""
    blazon = scene.blazon(where.seat)
    if blazon is None:
        return ""
    drawn = "".join(soldiers(blazon, party)) if party.soldiers else ""
    line = -BEHIND if party.soldiers else -8
    pawns = [(name, scene.view["lords"][name]["seat"], False) for name in party.lords]
    pawns += [(name, scene.view["lords"][name]["seat"], True) for name in party.captives]
    for place, (name, owner, captive) in enumerate(pawns):
        drawn = lord_mark(scene, name, str(scene.blazon(owner)), 22 + WIDE * place, line, captive=captive) + drawn
    size = f"scale({scale:g})" if scale != 1 else ""
    return (
        f'<g class="party" data-seat="{where.seat}" data-village="{where.village}" data-position="{where.position}" '
        f'transform="translate({x:.0f} {y:.0f}){size}"><title>{escape(told(scene, where, party))}</title>{drawn}</g>'
    )


def soldiers(blazon: str, party: Party) -> Iterator[str]:
    """A pile of tokens, the higher the more there are, and how many points they are worth."""
    points = party.points
    layers = 2 if points is None else sum(points > level for level in (2, 8, 16, 28))
    yield f'<g class="soldiers bulk"{"" if points is None else f" data-points={quoteattr(str(points))}"}>'
    for layer in range(layers, 0, -1):
        yield f'<use href="#fi-shield-{blazon}" x="{22 + 3 * layer}" y="{-3 * layer}"/>'
    yield f'<use href="#fi-shield-{blazon}" x="22"/>'
    if points is not None:
        yield f'<text aria-hidden="true" class="count mid halo" x="22" y="10">{points}</text>'
    yield "</g>"


def lord_mark(scene: Scene, name: str, blazon: str, x: float, y: float, *, captive: bool) -> str:
    """A pawn: a disc with the lord's initial, for a woman in a lozenge, and the sign of the highest rank."""
    row, lord = lord_rows()[name], scene.view["lords"][name]
    inner = "M0-15 15 0 0 15-15 0Z" if row.gender == "woman" else "M-13 0a13 13 0 1 0 26 0 13 13 0 1 0-26 0"
    sign = next((sign for sign, borne in signs(lord) if borne), None)
    top = f'<use href="#fi-{sign}" y="-16"/>' if sign else ""
    bars = '<use href="#fi-bars"/>' if captive else ""
    ranks = [scene.words[rank] for rank in ("king", "queen", "prince") if lord["crown"] == rank]
    ranks += [scene.words[rank] for rank in ("cardinal", "bishop", "darc") if lord[rank]]
    said = escape(
        ", ".join([row.name, scene.name(lord["seat"]), *ranks, *([scene.words["captive"]] if captive else [])])
    )
    return (
        f'<g class="lord" data-lord="{name}" transform="translate({x:g} {y:g})"><title>{said}</title>'
        f'<g class="bulk" aria-hidden="true"><use href="#fi-pawn-{blazon}"/><path d="{inner}" fill="{LINEN}"/>'
        '<circle class="rim" r="20" fill="none" stroke="#22160a" stroke-width="2.6"/>'
        f'<text class="initial mid" y="8">{row.name[0]}</text>{bars}{top}</g></g>'
    )


def signs(lord: View) -> Sequence[tuple[str, bool]]:
    """The signs of rank, the highest first, and whether this lord bears them."""
    return (
        ("crown", lord["crown"] is not None),
        ("hat", lord["cardinal"]),
        ("mitre", lord["bishop"] is not None),
        ("coronet", bool(lord["titles"])),
        ("darc", lord["darc"]),
    )


def rebels_mark(scene: Scene, revolt: View) -> str:
    """The peasants, in the village or before it."""
    if revolt["position"] == "besieger":
        x, y = before_gates(scene, revolt["village"], revolt["road"])
    else:
        x, y = scene.sheet.villages[revolt["village"]]
        y += 6
        x += 72 * side(scene, revolt["village"])
    said = scene.words["rebels"] + scene.words["colon"]
    return (
        f'<g class="party" data-seat="{REBELS}" data-village="{revolt["village"]}" '
        f'data-position="{revolt["position"]}" '
        f'transform="translate({x:.0f} {y:.0f})"><title>{escape(said)}{revolt["points"]}</title>'
        f'<g class="bulk" aria-hidden="true"><use href="#fi-rebels"/>'
        f'<text class="count mid halo" y="10">{revolt["points"]}</text>'
        f'<text class="rebels mid halo" y="-34">{scene.words["jacquerie"]}</text></g></g>'
    )
