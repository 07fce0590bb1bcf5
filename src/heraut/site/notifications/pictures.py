"""The map in a mail: PNG, for mail programs show no SVG, drawn by resvg in our own letters, whatever the machine has.

Drawn when the letter leaves, in the round of the mails: it takes up to a second. What cannot be drawn, or would be too
heavy, goes along as the SVG that it is.
"""

from __future__ import annotations

import logging
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import resvg_py
from django.conf import settings

from heraut.site.notifications.models import PICTURE, Letter

log = logging.getLogger("heraut.notifications")

FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
FAMILY = "Alegreya"
FAMILIES = ("font_family", "serif_family", "sans_serif_family", "monospace_family")
WIDTH = 720  # pixels
LARGEST_SVG, LARGEST_PNG = 1_000_000, 1_500_000  # bytes


def png_of(svg: str) -> bytes:
    """The picture in pixels. Raises ValueError for what cannot be drawn."""
    if len(svg) > LARGEST_SVG:
        raise ValueError(f"{len(svg)} signs of SVG")
    families: dict[str, Any] = dict.fromkeys(FAMILIES, FAMILY)
    png = bytes(resvg_py.svg_to_bytes(svg, width=WIDTH, skip_system_fonts=True, font_files=FONTS, **families))
    if len(png) > LARGEST_PNG:
        raise ValueError(f"{len(png)} bytes of PNG")
    return png


def add_picture(mail: EmailMessage, letter: Letter) -> None:
    """Puts the picture of a letter into its mail, where its HTML shows it, or behind it."""
    svg = letter.svg
    if not svg or not settings.MAIL_PICTURES:
        return
    html = mail.get_body(("html",))
    try:
        png = png_of(svg)
    except ValueError as fault:
        log.warning("letter %s: its picture goes as SVG: %s", letter.pk, fault)
        html = None
    if html is None:
        mail.add_attachment(svg.encode(), "image", "svg+xml", filename=f"{PICTURE}.svg")
    else:
        html.add_related(png, "image", "png", cid=f"<{PICTURE}>", filename=f"{PICTURE}.png", disposition="inline")
