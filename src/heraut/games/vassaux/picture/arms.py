"""What tells units apart: the colours of each side, a charge for each unit, its dice, the marks of its state.

Side A is azure and argent, side B gules and or: light and dark differ as much as the hues do. Within a side every unit
has a charge of its own, drawn on all its bases, so that no figure needs a label.
"""

from __future__ import annotations

from heraut.games.vassaux.identities import UnitId, place_of, rank_of
from heraut.games.vassaux.state import Unit

INK, CLOTH, PAPER, GOLD = "#3a2a18", "#dfe0b4", "#f6ecd2", "#e0a526"
FIELDS = ("#1d4a94", "#a8202b")
CHARGES = ("#f7f4ea", "#f5c64a")

UNITS = (
    '<path d="M-14 9V-9L-7-1 0-11 7-1 14-9V9Z"/>',  # the Lord: a crown
    '<path d="M-7-25H7V25H-7Z"/>',
    '<path d="M-30-18-18-30 30 18 18 30Z"/>',
    '<path d="M-25-8H25V8H-25Z"/>',
    '<path d="M-26 16 0-10 26 16V33L0 7-26 33Z"/>',
    '<path d="M-6-25H6V-6H25V6H6V25H-6V6H-25V-6H-6Z"/>',
    '<path d="M-20-28 0-8 20-28 28-20 8 0 28 20 20 28 0 8-20 28-28 20-8 0-28-20Z"/>',
    '<path d="M-25-25H0V25H25V0H-25Z"/>',
    '<path d="M0-20 14 0 0 20-14 0Z"/>',
    '<path d="M-25-25H25V-9H-25ZM-25 9H25V25H-25Z"/>',
    '<path d="M-25-25H-9V25H-25ZM9-25H25V25H9Z"/>',
    '<circle cx="-9" cy="-7" r="7"/><circle cx="9" cy="-7" r="7"/><circle cy="9" r="7"/>',
    '<path d="M-25-25H25L0 22Z"/>',
)
"""A charge for each unit of a host, the Lord's first, about the centre of a base of radius 25."""

DICE = {"composed": (GOLD, INK), "simple": ("#fffdf6", INK), "invocation": ("#5b2a6e", "#f3e6ff")}
"""The three kinds of dice: their colour, and that of their pips."""

PIPS = {
    1: ((0, 0),),
    2: ((-6, -6), (6, 6)),
    3: ((-7, -7), (0, 0), (7, 7)),
    4: ((-6, -6), (6, -6), (-6, 6), (6, 6)),
    5: ((-7, -7), (7, -7), (0, 0), (-7, 7), (7, 7)),
    6: ((-6, -8), (6, -8), (-6, 0), (6, 0), (-6, 8), (6, 8)),
}


def bearing(unit: UnitId) -> str:
    """The base of a unit's men, as a definition: a disc of radius 25 with its charge."""
    seat = place_of(unit)
    return (
        f'<g id="u{unit}"><circle r="25" fill="{FIELDS[seat]}"/>'
        f'<g clip-path="url(#base)" fill="{CHARGES[seat]}">{UNITS[rank_of(unit) % len(UNITS)]}</g>'
        f'<circle r="23.4" fill="none" stroke="{CHARGES[seat]}" stroke-width="1.6"/>'
        f'<circle r="25" fill="none" stroke="{INK}" stroke-width="1.4"/></g>'
    )


def definitions(units: dict[UnitId, Unit]) -> str:
    """Everything that a drawing of these units refers to."""
    return (
        '<clipPath id="base"><circle r="22.6"/></clipPath>'
        '<path id="nose" d="M-12-24 0-44 12-24Z" stroke-linejoin="round" stroke-width="2"/>'
        f'<g id="lead" fill="none"><circle r="27" stroke="{GOLD}" stroke-width="5"/>'
        f'<circle r="29.5" stroke="{INK}" stroke-width="1"/></g>'
        '<path id="lost" d="M-13-13 13 13M13-13-13 13" stroke="#fff" stroke-width="5" stroke-linecap="round"/>'
        + "".join(bearing(unit) for unit in units)
        + "".join(die(kind, face) for kind in DICE for face in PIPS)
    )


def die(kind: str, face: int) -> str:
    """A die in the colour of its kind, as a definition (SV-GEN-07)."""
    return f'<g id="{kind}{face}">{die_shown(kind, face)}</g>'


def die_shown(kind: str, face: int) -> str:
    """The same to be drawn where it stands, 26 wide about its centre."""
    fill, ink = DICE[kind]
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="3"/>' for x, y in PIPS[face])
    return (
        f'<rect x="-13" y="-13" width="26" height="26" rx="5" fill="{fill}" stroke="{ink}" '
        f'stroke-width="1.6"/><g fill="{ink}">{pips}</g>'
    )
