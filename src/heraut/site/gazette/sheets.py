"""What stands in an issue, in one language, as plain values: what pages and books are printed of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone, translation

from heraut.engine.words import typeset
from heraut.site.common.words import day, site_words
from heraut.site.gazette.models import PICTURE, Article, Issue, Piece
from heraut.site.gazette.pieces import url_of


@dataclass(frozen=True)
class Print:
    """A picture of an article: its address, its JPEG, how many pixels wide, its legend."""

    url: str
    number: str
    jpeg: bytes
    width: int
    legend: str


@dataclass(frozen=True)
class Column:
    """One article: under which name, as typed and as HTML; only a reason where a mediator has removed it."""

    headline: str
    byline: str
    text: str
    html: str
    prints: tuple[Print, ...]
    sounds: int = 0
    removed: str = ""


@dataclass(frozen=True)
class Sheet:
    """One issue. `facts` is the line under its title: number, turn, day."""

    number: int
    title: str
    motto: str
    facts: str
    chronicle_head: str
    chronicle: Sequence[str]
    editorial_head: str
    editorial: str
    editorial_html: str
    columns: Sequence[Column]


def words_of(lang: str, key: str, **figures: object) -> str:
    """A sentence of the gazette in this language."""
    return site_words(lang).say("gazette", key, figures)


def sheet_of(issue: Issue, lang: str) -> Sheet:
    """An issue in this language."""
    with translation.override(lang):
        date = day(timezone.localtime(issue.at))
    articles = issue.articles.order_by("place").prefetch_related("pieces")
    editor = words_of(lang, "editorial_by", editor=issue.editor) if issue.editor else words_of(lang, "editorial")
    return Sheet(
        number=issue.number,
        title=issue.title or words_of(lang, "unnamed"),
        motto=issue.motto,
        facts=words_of(lang, "facts", number=issue.number, turn=issue.turn, day=date),
        chronicle_head=words_of(lang, "chronicle"),
        chronicle=issue.lines.get(lang, ()),
        editorial_head=editor,
        editorial=issue.editorial,
        editorial_html=issue.editorial_html,
        columns=[column_of(article, lang) for article in articles],
    )


def column_of(article: Article, lang: str) -> Column:
    """An article in print."""
    if article.removed:
        return Column(words_of(lang, "removed_head"), "", "", "", (), removed=removed_words(article, lang))
    pieces = list(article.pieces.all())
    prints = [print_of(article, piece) for piece in pieces if piece.kind == PICTURE]
    byline = words_of(lang, "by", name=article.pseudonym) if article.pseudonym else words_of(lang, "by_nobody")
    return Column(article.headline, byline, article.text, article.html, tuple(prints), len(pieces) - len(prints))


def removed_words(article: Article, lang: str) -> str:
    """Why there is nothing where an article was."""
    return words_of(lang, "removed", reason=typeset(article.reason, lang))


def print_of(article: Article, piece: Piece) -> Print:
    """A picture; its address is the one that the HTML of its article names."""
    return Print(url_of(article, piece), str(piece.number), bytes(piece.data), piece.width, piece.legend)
