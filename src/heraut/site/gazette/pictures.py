"""A picture that was sent, made anew: decoded within bounds, turned upright, encoded as JPEG without any metadata.

Loaded when somebody sends one (`pieces.py`): Pillow is of no use to any other request.
"""

from __future__ import annotations

from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageOps

FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MOST_PIXELS = 12_000_000  # that are decoded at all
EDGE = 1200  # pixels of what is kept, at most
QUALITIES = (82, 70, 55)
LARGEST = 260_000  # bytes of it


class Drawn(NamedTuple):
    """What is kept of a picture: JPEG, and its size in pixels."""

    data: bytes
    width: int
    height: int


class NoPicture(Exception):
    """It cannot be read as a picture of one of the `FORMATS`, or is too large."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def drawn_anew(sent: bytes) -> Drawn:
    """The picture, drawn anew. Raises NoPicture."""
    try:
        with Image.open(BytesIO(sent), formats=FORMATS) as found:
            if found.width * found.height > MOST_PIXELS:
                raise NoPicture("too_many_pixels")
            found.draft("RGB", (EDGE, EDGE))  # a JPEG is decoded at no more than it will be kept at
            upright = ImageOps.exif_transpose(found)
            return kept(flat(upright))
    except NoPicture:
        raise
    except Image.DecompressionBombError as fault:
        raise NoPicture("too_many_pixels") from fault
    except Exception as fault:  # decoders raise whatever they like over a damaged file
        raise NoPicture("no_picture") from fault


def flat(found: Image.Image) -> Image.Image:
    """The picture in three colours, on white where it was transparent."""
    found.thumbnail((EDGE, EDGE))
    seen = found.convert("RGBA")
    paper = Image.new("RGB", seen.size, "white")
    paper.paste(seen, mask=seen.getchannel("A"))
    return paper


def kept(paper: Image.Image) -> Drawn:
    """The picture as JPEG, as fine as its bound allows. Raises NoPicture."""
    for quality in QUALITIES:
        out = BytesIO()
        paper.save(out, "JPEG", quality=quality, optimize=True, progressive=False)
        if out.tell() <= LARGEST:
            return Drawn(out.getvalue(), paper.width, paper.height)
    raise NoPicture("picture_too_heavy")
