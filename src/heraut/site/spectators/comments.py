"""Comments of spectators: a plain list beside the match, which those who play read once it is over, and not before."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.refusals import CannotBeDone
from heraut.site.matches.host_actions import is_host, is_mediator
from heraut.site.matches.models import Match
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.messaging.table_talk import spoken_line
from heraut.site.moderation.reports import report
from heraut.site.spectators.delay import plays, watches
from heraut.site.spectators.models import Comment

LONGEST = 400  # letters


class NotSaid(CannotBeDone):
    """A comment is not taken, or nothing can be done about one."""

    group = "stand_refusal"


def reads(access: MatchAccess) -> bool:
    """Whether the visitor may read them: a spectator by name; anybody once the match is over."""
    return access.match.over or watches(access)


def writes(access: MatchAccess) -> bool:
    """Whether he may add one: once the match is over those who played may, too."""
    user = access.request.user
    return watches(access) or (access.match.over and user.is_authenticated and not user.guest and plays(access))


def keeps_order(access: MatchAccess) -> bool:
    """Whether he may remove one, and read them for it: host, mediator or referee who does not play."""
    user = access.request.user
    in_charge = is_host(access.match, user) or is_mediator(access.match, user)
    return in_charge and reads(access)


def listed(match: Match) -> QuerySet[Comment]:
    """The comments on a match, the latest first."""
    return Comment.objects.filter(match=match).select_related("author").order_by("-pk")


def add(match: Match, author: Player, text: str) -> Comment:
    """A comment more. Raises NotSaid."""
    words = spoken_line(text)
    if not words:
        raise NotSaid("empty")
    if len(words) > LONGEST:
        raise NotSaid("too_long", length=len(words), most=LONGEST)
    return Comment.objects.create(match=match, author=author, at=timezone.now(), text=words)


@transaction.atomic
def remove(match: Match, number: int) -> None:
    """Takes the words of a comment away. Raises NotSaid."""
    if not Comment.objects.filter(match=match, pk=number, removed=False).update(text="", removed=True):
        raise NotSaid("gone")


def complain(match: Match, author: Player, number: int, reason: str, address: str) -> None:
    """Tells those who keep the peace of a comment. Raises NotSaid."""
    found = (
        Comment.objects.filter(match=match, pk=number, removed=False)
        .exclude(author=author)
        .select_related("author")
        .first()
    )
    if found is None:
        raise NotSaid("gone")
    if not reason.strip():
        raise NotSaid("no_reason")
    report(author, "comment", address, found.text, reason, match, found.author.username, found.author)


def said_by(player: Player) -> list[dict[str, Any]]:
    """All comments of a player, as plain data."""
    return [dict(one) for one in Comment.objects.filter(author=player).values("match__code", "at", "text", "removed")]
