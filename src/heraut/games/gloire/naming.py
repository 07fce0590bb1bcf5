"""How names are told apart: without regard to case and accents; hyphen, apostrophe and blank alike (GP-GEN-19)."""

from __future__ import annotations

import re
from functools import lru_cache

from heraut.engine.tokens import bare_letters

_BLANKS = str.maketrans({"-": " ", "'": " ", "’": " ", "\u00a0": " ", "\u202f": " ", "œ": "oe", "æ": "ae"})
_NAME = re.compile(r"[^\W\d_](?:[^\W_]|[ \-'’.]){0,29}")


@lru_cache(maxsize=20_000)
def plain(name: str) -> str:
    """The form under which names are compared."""
    return bare_letters(name.casefold().translate(_BLANKS))


def same_name(a: str, b: str) -> bool:
    """Whether two names are the same to the rules."""
    return plain(a) == plain(b)


def valid_name(name: str) -> bool:
    """1 to 30 letters, digits, blanks, hyphens, apostrophes or dots, beginning with a letter (GP-SET-02)."""
    return _NAME.fullmatch(name) is not None and not name.endswith(" ")
