"""How names are told apart (DA-ORD-21), and what a kingdom may be called (DA-CON-03)."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache

from heraut.engine.tokens import bare_letters
from heraut.engine.words import of
from heraut.games.daifen.tables import CONSTANTS

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "œ": "oe", "æ": "ae"})
_JOINTS = str.maketrans({"-": " ", "'": " ", "_": " "})
SIGNS = " -'’"


@lru_cache(maxsize=20_000)
def plain(name: str) -> str:
    """The form under which kingdoms are compared: case, accents and repeated spaces are nothing (DA-CON-03)."""
    return bare_letters(name.casefold().translate(_APOSTROPHES))


@lru_cache(maxsize=20_000)
def plain_type(word: str) -> str:
    """The form under which types are compared: names and codes alike, joints of words left out (DA-ORD-21)."""
    return " ".join(plain(word).translate(_JOINTS).split())


def valid_name(name: str) -> bool:
    """3 to 30 letters, digits, spaces, hyphens or apostrophes, and neither end a space (DA-CON-03)."""
    least, most = CONSTANTS.name_length_min, CONSTANTS.name_length_max
    return (
        least <= len(name) <= most
        and name == " ".join(name.split())
        and any(sign.isalnum() for sign in name)
        and all(sign.isalpha() or sign.isdecimal() or sign in SIGNS for sign in name)
    )


def default_name(lord: str, taken: Container[str]) -> str:
    """The lord's name behind "Royaume de", cut or numbered where needed; `taken` holds plain names (DA-CON-03)."""
    permitted = "".join([sign if sign.isalpha() or sign.isdecimal() or sign in SIGNS else " " for sign in lord])
    whole = "Royaume " + of(" ".join(permitted.split()), "fr")
    name, number = _cut(whole, ""), 1
    while plain(name) in taken:
        number += 1
        name = _cut(whole, f" {number}")
    return name


def _cut(name: str, tail: str) -> str:
    return " ".join(name.split())[: CONSTANTS.name_length_max - len(tail)].rstrip() + tail
