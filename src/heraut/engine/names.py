"""Names of people, on the site and in games without a rule of their own: how they are told apart, which are valid.

Neither case nor accents count; hyphen, apostrophe and blank are alike.
"""

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


def valid_name(name: str) -> bool:
    """1 to 30 letters, digits, blanks, hyphens, apostrophes or dots, beginning with a letter."""
    return _NAME.fullmatch(name) is not None and not name.endswith(" ")
