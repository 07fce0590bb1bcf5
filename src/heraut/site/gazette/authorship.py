"""Who wrote an article: known to himself, and to the referee by an act that is kept for ever (GP-SITE-31).

No other module reads `Authorship`; nothing here is asked by a page, a mail, a feed or a file that anybody else sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.gazette.editor import next_batch
from heraut.site.gazette.input_cleaning import clean_reason
from heraut.site.gazette.models import (
    DRAFT,
    RETURNED,
    TAKEN_BACK,
    WAITING,
    Article,
    AuthorLook,
    Authorship,
    Piece,
)
from heraut.site.gazette.refusals import NotTaken
from heraut.site.matches.models import Match
from heraut.site.regency.in_force import has_part


def own(author: int) -> QuerySet[Article]:
    """The articles of the player of this key, the latest first."""
    return Article.objects.filter(pk__in=Authorship.objects.filter(author=author).values("article")).order_by("-pk")


def is_author(article: Article, player: int | None) -> bool:
    """Whether the player of this key wrote it."""
    return player is not None and Authorship.objects.filter(article=article, author=player).exists()


def sign(article: Article, author: int) -> None:
    """Notes who writes an article."""
    Authorship.objects.create(article=article, author_id=author)


def hand_over(one: Article, other: Article) -> None:
    """From now on the second is the author's, and the first is nobody's."""
    Authorship.objects.filter(article=one).update(article=other)


def may_look(match: Match, player: Player) -> bool:
    """Whether this is the referee: whoever runs the site, unless he plays, or has played, in this very match."""
    return player.is_staff and not has_part(match, player)


@transaction.atomic
def look(article: Article, referee: Player, reason: str) -> str:
    """The name of an author, told to the referee; the look is noted first. "": his account is gone. Raises NotTaken."""
    if not may_look(article.match, referee):
        raise NotTaken("no_referee")
    AuthorLook.objects.create(
        article=article,
        match_title=article.match.title,
        headline=article.headline,
        looker=referee,
        looker_name=referee.username,
        reason=clean_reason(reason),
        at=timezone.now(),
    )
    found = Authorship.objects.select_related("author").filter(article=article).first()
    return "" if found is None else str(found.author.username)


def looks_at(articles: Sequence[Article]) -> dict[int, list[AuthorLook]]:
    """The looks at these articles, by the key of each: for their author, who is not told who looked."""
    found: dict[int, list[AuthorLook]] = {}
    for one in AuthorLook.objects.filter(article__in=articles).defer("looker_name", "looker"):
        found.setdefault(one.article_id or 0, []).append(one)
    return found


def written_by(player: Player) -> list[dict[str, Any]]:
    """All that a player has written for gazettes, as plain data, with the looks that the referee has taken at it."""
    pieces = Prefetch("pieces", Piece.objects.defer("data"))
    articles = list(own(player.pk).select_related("match", "issue").prefetch_related(pieces))
    looks = looks_at(articles)
    return [
        {
            "match__code": one.match.code,
            "state": one.state,
            "issue": one.issue.number if one.issue else None,
            "headline": one.headline,
            "pseudonym": one.pseudonym,
            "text": one.text,
            "sent_back": one.reason,
            "pieces": [{"kind": piece.kind, "legend": piece.legend, "code": piece.code} for piece in one.pieces.all()],
            "looks": [{"at": each.at, "reason": each.reason} for each in looks.get(one.pk, ())],
        }
        for one in articles
    ]


def looks_of(player: Player) -> list[dict[str, Any]]:
    """The looks that a referee has taken himself, as plain data."""
    found = AuthorLook.objects.filter(looker=player).values("match_title", "headline", "reason", "at")
    return [dict(one) for one in found]


@transaction.atomic
def forget(player: Player) -> None:
    """Before an account goes: drafts go with it, what waits is taken back as by hand, what is printed stays.

    If printed articles went too, those that vanish would tell whose they were.
    """
    written = own(player.pk)
    own_alone = written.filter(state__in=(DRAFT, RETURNED))
    now = timezone.now()
    Article.objects.filter(pk__in=list(own_alone.values_list("pk", flat=True))).delete()
    unknown = written.filter(state=WAITING, reaches__gt=now)
    Article.objects.filter(pk__in=list(unknown.values_list("pk", flat=True))).delete()
    known = list(written.filter(state=WAITING).values_list("pk", flat=True))
    Article.objects.filter(pk__in=known).update(state=TAKEN_BACK, leaves=next_batch(now))
