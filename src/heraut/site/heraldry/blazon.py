"""Blazons: what arms are, in the words of heralds, read and written.

    field      d'azur | parti d'or et de gueules
    charge     au chevron d'or | à la fasce d'argent | à trois étoiles d'or
    company    accompagné de trois besants d'argent          (around a chevron or a fess)

`parse` reads French, the language of blazons; `write` writes French, which `parse` reads back, or English.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from heraut.engine.words import of

METALS = ("or", "argent")

TINCTURES = {
    "or": "Or",
    "argent": "Argent",
    "gueules": "Gules",
    "azur": "Azure",
    "sinople": "Vert",
    "pourpre": "Purpure",
    "sable": "Sable",
    "orangé": "Orange",
    "céleste": "Celeste",
    "rose": "Rose",
    "tanné": "Tenné",
}
"""French name of a tincture, and the English one."""

PARTITIONS = {"parti": "Per pale", "coupé": "Per fess", "écartelé": "Quarterly"}

ORDINARIES = {
    "chef": ("au chef", "a chief"),
    "pal": ("au pal", "a pale"),
    "fasce": ("à la fasce", "a fess"),
    "bande": ("à la bande", "a bend"),
    "barre": ("à la barre", "a bend sinister"),
    "chevron": ("au chevron", "a chevron"),
    "croix": ("à la croix", "a cross"),
    "sautoir": ("au sautoir", "a saltire"),
    "bordure": ("à la bordure", "a bordure"),
}
"""Large figures, never more than one; the French words hold their article."""

FIGURES = {
    "besant": ("au besant", "besants", "bezant"),
    "tourteau": ("au tourteau", "tourteaux", "roundel"),
    "losange": ("au losange", "losanges", "lozenge"),
    "étoile": ("à l'étoile", "étoiles", "mullet"),
    "billette": ("à la billette", "billettes", "billet"),
    "croissant": ("au croissant", "croissants", "crescent"),
    "tour": ("à la tour", "tours", "tower"),
}
"""Small figures, borne alone or by three: alone, by several, in English. A roundel of metal is a besant."""

ACCOMPANIED = {"chevron": "accompagné", "fasce": "accompagnée"}
"""What may have company around it, and how French says so."""


class BlazonError(ValueError):
    """What was read is no blazon of this grammar."""


@dataclass(frozen=True, slots=True)
class Field:
    """The ground of a shield: one tincture, or two under a partition."""

    tinctures: tuple[str, ...]
    partition: str = ""


@dataclass(frozen=True, slots=True)
class Charge:
    """What stands on it: an ordinary, or one or three small figures."""

    figure: str
    tincture: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Arms:
    """A shield. The company is three small figures around the charge."""

    field: Field
    charge: Charge | None = None
    company: Charge | None = None


def roundel(tincture: str) -> str:
    """How a disc is called: a besant if it is of metal, else a tourteau."""
    return "besant" if tincture in METALS else "tourteau"


# Writing


def write(arms: Arms, lang: str = "fr") -> str:
    """The blazon in French, or in English."""
    return _write_french(arms) if lang == "fr" else _write_english(arms)


def _write_french(arms: Arms) -> str:
    words = [arms.field.partition, " et ".join(of(name, "fr") for name in arms.field.tinctures)]
    if arms.charge:
        words.append(f"{_borne(arms.charge)} {of(arms.charge.tincture, 'fr')}")
    if arms.company:
        words.append(
            f"{_accompanied(arms)} de trois {FIGURES[arms.company.figure][1]} {of(arms.company.tincture, 'fr')}"
        )
    return " ".join(word for word in words if word)


def _accompanied(arms: Arms) -> str:
    return ACCOMPANIED[arms.charge.figure] if arms.charge else ""


def _borne(charge: Charge) -> str:
    if charge.figure in ORDINARIES:
        return ORDINARIES[charge.figure][0]
    alone, several, _ = FIGURES[charge.figure]
    return alone if charge.count == 1 else f"à trois {several}"


def _write_english(arms: Arms) -> str:
    ground = " and ".join(TINCTURES[name] for name in arms.field.tinctures)
    parts = [f"{PARTITIONS[arms.field.partition]} {ground}" if arms.field.partition else ground]
    if arms.charge:
        parts.append(_english_charge(arms.charge, arms.company))
    return ", ".join(parts)


def _english_charge(charge: Charge, company: Charge | None) -> str:
    if charge.figure in ORDINARIES:
        text = ORDINARIES[charge.figure][1]
    else:
        name = FIGURES[charge.figure][2]
        text = f"a {name}" if charge.count == 1 else f"three {name}s"
    if company is None:
        return f"{text} {TINCTURES[charge.tincture]}"
    around = f"between three {FIGURES[company.figure][2]}s {TINCTURES[company.tincture]}"
    return f"{text} {TINCTURES[charge.tincture]} {around}"


# Reading

_TINCTURE = rf"(?:d'|de )({'|'.join(TINCTURES)})\b"
_FIELD = re.compile(rf"(?:({'|'.join(PARTITIONS)}) {_TINCTURE} et {_TINCTURE}|{_TINCTURE})")
_BORNE = {words: (name, 1) for name, (words, _) in ORDINARIES.items()}
_BORNE |= {words: (name, 1) for name, (words, _, _) in FIGURES.items()}
_BORNE |= {f"à trois {several}": (name, 3) for name, (_, several, _) in FIGURES.items()}
_CHARGE = re.compile(rf" ({'|'.join(_BORNE)}) {_TINCTURE}")
_SEVERAL = {several: name for name, (_, several, _) in FIGURES.items()}
_COMPANY = re.compile(rf" accompagnée? de trois ({'|'.join(_SEVERAL)}) {_TINCTURE}")


def parse(text: str) -> Arms:
    """Reads a French blazon, whatever its case, blanks and commas. BlazonError says where it stops being one."""
    line = " ".join(text.casefold().replace("’", "'").replace(",", " ").split())
    ground = _FIELD.match(line)
    if not ground:
        raise BlazonError(f"no field in {line!r}")
    partition, first, second, plain = ground.groups()
    field = Field((first, second), partition) if partition else Field((plain,))
    charge, end = _read_charge(line, ground.end())
    company = None
    if charge and charge.figure in ACCOMPANIED and (found := _COMPANY.match(line, end)):
        company, end = Charge(_SEVERAL[found[1]], found[2], 3), found.end()
    if end < len(line):
        raise BlazonError(f"cannot read {line[end:].strip()!r}")
    return Arms(field, charge, company)


def _read_charge(line: str, start: int) -> tuple[Charge | None, int]:
    found = _CHARGE.match(line, start)
    if not found:
        return None, start
    figure, count = _BORNE[found[1]]
    return Charge(figure, found[2], count), found.end()
