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
    "fleches": "arrow", "poulies": "pulley", "architecture": "compasses", "mysticisme": "eye", "taille": "chisel",
    "cheval": "shoe", "exploration": "rose", "fanatisme": "flame", "groz_pat": "paw", "man_hip": "hand",
    "religion": "church", "croisades": "cross", "metal": "anvil", "massues": "mace", "vampirisme": "bat",
    "terreur": "skull",
    "or": "gold", "intellect": "mind",
}  # fmt: skip
OTHERS = "star"  # whatever has no charge of its own


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


RACE_ARMS = {  # what stands on the banner of each race, and on which field
    "elfes": ("tree", "#2c6a33", "#f0d58a"),
    "orcs": ("axe", "#8f1d2b", "#fdf6df"),
    "humains": ("cross", "#1f4788", "#fdf6df"),
    "nains": ("anvil", "#dcae3c", "#2b1d10"),
    "morts_vivants": ("skull", "#3b3b42", "#fdf6df"),
}
LOT = ("star", "#5d2f7d", "#f0d58a")


@cache
def race_arms(race: str) -> SafeString:
    """The banner of a race; of any other word that of the lot. It brings its colours to pages of any style."""
    charge, tincture, metal = RACE_ARMS.get(race, LOT)
    return format_html(
        '<svg class="race-arms" viewBox="0 0 32 38" width="64" height="76" aria-hidden="true"><path d="M2 2H30V18C30 '
        '27 24 33 16 36 8 33 2 27 2 18Z" fill="{}" stroke="#22160a" stroke-width="1.4"/><path d="M4 4H28V18C28 26 23 '
        '31 16 34 9 31 4 26 4 18Z" fill="none" stroke="{}" stroke-width=".8"/><use href="{}#{}" x="7" y="6" width="18" '
        'height="18" color="{}"/></svg>',
        tincture,
        metal,
        static("play/daifen.svg"),
        charge,
        metal,
    )


def choice_picture(field: str, value: str) -> str:
    """What stands beside a choice before a match: the banner of a race."""
    return race_arms(value) if field == "race" else ""


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
