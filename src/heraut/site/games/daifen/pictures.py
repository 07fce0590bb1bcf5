"""Buildings, units and technologies as small shields: the field tells what they are for, the charge what they are.

The charges are symbols of one file, `static/play/daifen.svg`; colours and sizes are in `static/play/daifen.css`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from heraut.games.daifen.races import BUILDINGS, UNITS, Building, Unit

CHARGES = {
    "mine": "pick", "carriere": "blocks", "barricades": "stakes", "marche": "scales", "tour_de_guet": "watch",
    "tour_de_garde": "guard", "caserne": "barracks", "temple": "temple", "bibliotheque": "book", "mur": "wall",
    "telhin": "tree", "melanduhin": "grove", "sacrifices": "flame", "ourte": "hut", "ka_ban": "club", "moulin": "mill",
    "eglise": "church", "donjon": "keep", "taverne": "mug", "piege": "trap", "forge": "anvil", "atelier": "cog",
    "cimetiere": "tomb", "manoir": "manor", "tour_sombre": "spire",
    "guerrier": "sword", "archer": "bow", "espion": "mask", "scribe": "quill", "caravane": "wagon",
    "gardien": "buckler", "cavalier": "shoe", "fee": "wing", "barde": "lyre", "scout": "arrow", "dryade": "leaf",
    "ranger": "bow", "centaure": "shoe", "danseur_de_guerre": "swords", "gobelin": "dagger", "shaman": "staff",
    "firmir": "axe", "eluros": "claw", "kastagneur": "mace", "fanatique": "flame", "troll": "club", "moine": "cross",
    "adepte": "staff", "paladin": "lance", "templier": "cross", "amazone": "lance", "valkyrie": "wing",
    "inquisiteur": "flame", "mineur": "pick", "forgeron": "hammer", "maitre_d_armes": "swords",
    "chasseur_de_geants": "axe", "baliste": "crossbow", "catapulte": "catapult", "arbaletrier": "crossbow",
    "squelette": "skull", "goule": "claw", "zombie": "skull", "harpie": "wing", "disciple": "dagger",
    "vampire": "bat", "necromancien": "staff", "veteran": "swords", "homme_lezard": "claw", "automate": "cog",
    "mercenaire_nelrk": "coin",
    "or": "gold", "intellect": "mind",
}  # fmt: skip
OTHERS = "star"  # technologies, and whatever has no charge of its own


def picture(code: str) -> SafeString:
    """The shield of a building, a unit, a technology; an ornament beside its name."""
    return shield(CHARGES.get(code, OTHERS), field(code))


@cache
def shield(charge: str, tincture: str) -> SafeString:
    """A charge on a field."""
    return format_html(
        '<svg class="pic {}" viewBox="0 0 32 38" aria-hidden="true"><path d="M2 2H30V18C30 27 24 33 16 36 8 33 2 27 2 '
        '18Z"/><use href="{}#{}" x="6" y="5" width="20" height="20"/></svg>',
        tincture,
        static("play/daifen.svg"),
        charge,
    )


def field(code: str) -> str:
    """The tincture of a field."""
    if code in BUILDINGS:
        return building_field(BUILDINGS[code])
    if code in UNITS:
        return unit_field(UNITS[code])
    return "or" if code == "or" else "azure"


def building_field(building: Building) -> str:
    """Or for what brings gold, azure for knowledge, sable for defence, gules for what trains, purpure for the rest."""
    if building.protection or building.attack or building.code == "tour_de_guet":
        return "sable"
    if building.intellect_gain > 0 and building.gold_gain <= 0:
        return "azure"
    if building.gold_gain > 0:
        return "or"
    return "gules" if building.trains else "purpure"


def unit_field(unit: Unit) -> str:
    """Gules for attackers, azure for those who only defend, vert for people of peace, sable for those never trained."""
    if unit.trained_in is None:
        return "sable"
    if unit.offensive:
        return "gules"
    return "azure" if unit.defensive else "vert"


@dataclass(frozen=True)
class Stack:
    """So many of a type."""

    code: str
    number: int
    name: str  # for this number
    picture: SafeString
