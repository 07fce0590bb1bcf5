"""A gazette with a printed article, one in hand, a picture and a printing, for tests that ask every address."""

from __future__ import annotations

from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.gazette.articles import begin
from heraut.site.gazette.editor import gazette_of
from heraut.site.gazette.models import PAGE, PICTURE, PRINTED, Article, Issue, Piece, Printing
from heraut.site.gazette.pieces import new_code
from heraut.site.matches.models import Match


def with_gazette(match: Match, author: Player) -> tuple[Article, Article, Piece, Printing]:
    """The article that is printed, the draft, the picture of the first, the printing of its issue."""
    gazette_of(match)
    lines = {"fr": ["Rien."], "en": ["Nothing."]}
    issue = Issue.objects.create(match=match, number=1, turn=1, step=0, at=timezone.now(), lines=lines)
    printed, draft = (begin(match, author.pk, {"headline": word, "text": "Un texte"}) for word in ("Paru", "En main"))
    Article.objects.filter(pk=printed.pk).update(state=PRINTED, issue=issue, place=1)
    piece = Piece.objects.create(article=printed, code=new_code(), kind=PICTURE, number=1, data=b"\xff\xd8\xff")
    printing = Printing.objects.create(
        match=match, kind=PAGE, number=1, language="fr", digest="", code=new_code(), data=b"%PDF-"
    )
    return printed, draft, piece, printing
