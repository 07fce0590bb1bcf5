"""How things are called: provinces of the sea, units by ordinal and type, and what a name may be (D22, RO-ORD-19)."""

from __future__ import annotations

from functools import lru_cache

from heraut.engine.tokens import bare_letters
from heraut.engine.words import of
from heraut.games.rois.state import Province
from heraut.games.rois.tables import CONSTANTS


def valid_name(text: str) -> bool:
    """1 to 40 printable signs in one line, without a double quote or a brace, and neither end a space."""
    return (
        1 <= len(text) <= CONSTANTS.name_length_max
        and text.isprintable()
        and text == " ".join(text.split())
        and not set(text) & set('"{}')
    )


def province_name(province: Province) -> str:
    """Sea provinces are called "Mer de…" (D22)."""
    if province.terrain != "sea":
        return province.name
    return f"Mer {of(province.name, 'fr')}"


def bare_name(name: str) -> str:
    """What is a province's alone: seas without the word for sea."""
    return name.removeprefix("Mer de ").removeprefix("Mer d'")


def province_name_of(name: str, number: int, article: str) -> str:
    """A province as sentences call it, with the number that orders want; seas take an article."""
    return f"{article}{name} ({number})"


@lru_cache(maxsize=4_000)
def plain(name: str) -> str:
    """The form under which words are compared: case, accents and repeated spaces are nothing."""
    return bare_letters(name.casefold().replace("œ", "oe"))
