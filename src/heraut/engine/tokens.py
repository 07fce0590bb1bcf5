"""Words and signs of a line of orders, and the form under which names are compared: the same in all games."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator


def bare_letters(text: str) -> str:
    """The text without accents, its blanks single and none at its ends."""
    letters = unicodedata.normalize("NFD", text)
    return " ".join("".join([sign for sign in letters if not unicodedata.combining(sign)]).split())


def outside_quotes(text: str, sign: str) -> Iterator[int]:
    """The places of a sign outside double quotes."""
    quoted = False
    for place, found in enumerate(text):
        if found == '"':
            quoted = not quoted
        elif found == sign and not quoted:
            yield place


def without_comment(line: str, sign: str) -> str:
    """The line up to the first of these signs outside quotes, no blanks around it."""
    return line[: next(outside_quotes(line, sign), len(line))].strip()


def is_number(word: str) -> bool:
    """Whether a word is digits alone, those of ASCII."""
    return word.isascii() and word.isdigit()
