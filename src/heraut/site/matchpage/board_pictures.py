"""The picture of a game's board, for the first page and shared links, where there is one (`tools/draw_cards.py`)."""

from __future__ import annotations

from functools import cache

from django.contrib.staticfiles import finders
from django.templatetags.static import static

CARD, SHARED = "avif", "png"


@cache
def there(path: str) -> bool:
    """Whether there is such a static file."""
    return finders.find(path) is not None


def board_picture(game: str, sort: str = CARD) -> str:
    """Its address, "" where nobody has drawn it; nothing of any match is in it."""
    path = f"cards/{game}.{sort}"
    return static(path) if there(path) else ""
