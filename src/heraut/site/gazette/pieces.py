"""Pictures and sounds of articles: what is sent is decoded within bounds, made anew, and kept in the database.

What does that is heavy, and loaded when it is first asked for.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from django.http import HttpResponse
from django.urls import reverse

from heraut.site.gazette.in_hand import in_hand
from heraut.site.gazette.markup import Picture, html_of
from heraut.site.gazette.models import PICTURE, SOUND, Article, Piece
from heraut.site.gazette.refusals import NotTaken
from heraut.site.matches.services import CODE_LETTERS

LARGEST_SENT = 700_000  # bytes of a file; a request takes 800,000 in all (settings)
MOST = {PICTURE: 3, SOUND: 1}  # of an article
TYPES = {PICTURE: "image/jpeg", SOUND: "audio/ogg"}
# whatever a browser makes of it: it runs nothing, and loads nothing
POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"


def new_code() -> str:
    """What names an article, a piece or a printing in addresses: by chance, so that it tells nothing."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(12))


def made_anew(kind: str, sent: bytes) -> dict[str, Any]:
    """What is kept of a file that was sent: fields of a `Piece`. Raises NotTaken."""
    if kind == PICTURE:
        pictures = import_module("heraut.site.gazette.pictures")
        try:
            drawn = pictures.drawn_anew(sent)
        except pictures.NoPicture as fault:
            edge = pictures.MOST_PIXELS // 1_000_000
            raise NotTaken(fault.key, formats=", ".join(pictures.FORMATS), most=edge) from fault
        return {"data": drawn.data, "width": drawn.width, "height": drawn.height}
    sounds = import_module("heraut.site.gazette.sounds")
    try:
        return {"data": sounds.played_anew(sent)}
    except sounds.NoSound as fault:
        raise NotTaken(fault.key, formats=", ".join(sounds.FORMATS), most=sounds.LONGEST) from fault


def attach(article: Article, kind: str, sent: bytes, legend: str) -> Piece:
    """Adds a picture or a sound to an article. Raises NotTaken."""
    if len(sent) > LARGEST_SENT:
        raise NotTaken("file_too_large", most=LARGEST_SENT // 1000)
    kept = made_anew(kind, sent)
    with in_hand(article):
        return put_in(article, kind, legend, kept)


def put_in(article: Article, kind: str, legend: str, kept: dict[str, Any]) -> Piece:
    """Adds what was made anew. Raises NotTaken if the article has as many already."""
    there = list(article.pieces.values_list("kind", "number"))
    if [one for one, _ in there].count(kind) >= MOST[kind]:
        raise NotTaken("most_pictures" if kind == PICTURE else "most_sounds", most=MOST[kind])
    number = max((number for _, number in there), default=0) + 1
    piece = Piece.objects.create(article=article, code=new_code(), kind=kind, number=number, legend=legend, **kept)
    show_anew(article)
    return piece


def detach(article: Article, code: str) -> None:
    """Takes a picture or a sound out of an article. Raises NotTaken."""
    with in_hand(article):
        article.pieces.filter(code=code).delete()
        show_anew(article)


def copy_pieces(one: Article, other: Article) -> None:
    """Gives an article the pictures and sounds of another one, under addresses of their own."""
    pieces = list(one.pieces.all())
    for piece in pieces:
        piece.pk, piece.article, piece.code = None, other, new_code()
    Piece.objects.bulk_create(pieces)
    show_anew(other)


def show_anew(article: Article) -> None:
    """Makes the HTML of an article from what was typed."""
    pictures = {
        str(piece.number): Picture(
            url=url_of(article, piece), width=piece.width, height=piece.height, legend=piece.legend
        )
        for piece in article.pieces.filter(kind=PICTURE).defer("data")
    }
    article.html = html_of(article.text, pictures)
    Article.objects.filter(pk=article.pk).update(html=article.html)


def sounds_of(articles: Sequence[Article]) -> dict[int, list[Piece]]:
    """The sounds of these articles, by the key of each."""
    found: dict[int, list[Piece]] = {}
    for piece in Piece.objects.filter(article__in=articles, kind=SOUND).defer("data"):
        found.setdefault(piece.article_id, []).append(piece)
    return found


def url_of(article: Article, piece: Piece) -> str:
    """The address of a picture or sound."""
    return reverse("gazette_piece", args=[article.match.code, piece.code])


def served(piece: Piece) -> HttpResponse:
    """A picture or sound; its reader's browser may keep it, for it never changes."""
    response = HttpResponse(bytes(piece.data), content_type=TYPES[piece.kind])
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Content-Disposition"] = "inline"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response
