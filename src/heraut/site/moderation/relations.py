"""What players declare of one another: family, house, address, friends. It counts once both have said so (GP-RP-07)."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.matches.models import Match
from heraut.site.moderation.models import Relation

MOST = 50  # relations of a player
SHOWN, APART = "shown", "apart"  # what a table wishes (`Match.relations`)


def between(one: Player, other: Player) -> QuerySet[Relation]:
    """The relation of these two, whoever has told it."""
    return Relation.objects.filter(Q(author=one, other=other) | Q(author=other, other=one))


def of(player: Player) -> QuerySet[Relation]:
    """All that he has told, and that others have told of him."""
    return Relation.objects.filter(Q(author=player) | Q(other=player)).select_related("author", "other")


def asking(player: Player) -> QuerySet[Relation]:
    """Those that others have told of him and that wait for his answer."""
    return Relation.objects.filter(other=player, confirmed=None, author__is_active=True).select_related("author")


@transaction.atomic
def declare(author: Player, other: Player, kind: str) -> Relation:
    """Tells a relation, which waits for the other, or confirms the one that the other has told. Raises Refused."""
    if other == author or other.guest or not other.is_active:
        raise Refused("no_relation", name=other.username)
    found = between(author, other).first()
    if found is not None and found.author_id == other.pk:
        confirm(found, author)
        return found
    if found is None and Relation.objects.filter(author=author).count() >= MOST:
        raise Refused("many_relations", most=MOST)
    return Relation.objects.update_or_create(
        author=author, other=other, defaults={"kind": kind, "at": timezone.now(), "confirmed": None}
    )[0]


def confirm(relation: Relation, player: Player) -> None:
    """The other says that it is so. Raises Refused."""
    waiting = Relation.objects.filter(pk=relation.pk, other=player)
    if not waiting.filter(confirmed=None).update(confirmed=timezone.now()) and not waiting.exists():
        raise Refused("not_yours")


def withdraw(relation: Relation, player: Player) -> None:
    """Either of the two takes it back. Raises Refused."""
    if player.pk not in (relation.author_id, relation.other_id):
        raise Refused("not_yours")
    relation.delete()


def confirmed_among(players: Iterable[int]) -> QuerySet[Relation]:
    """The relations of which both parties are among these."""
    people = list(players)
    found = Relation.objects.filter(author__in=people, other__in=people, confirmed__isnull=False)
    return found.select_related("author", "other")


def at_table(match: Match) -> QuerySet[Relation]:
    """Those between players of a match."""
    return confirmed_among(match.seats.filter(user__isnull=False).values_list("user_id", flat=True))


def check_apart(match: Match, player: Player) -> None:
    """Where the table keeps them apart, nobody sits down with whom he has declared. Raises Refused."""
    if match.relations != APART:
        return
    seated = match.seats.filter(user__isnull=False).exclude(user=player).values("user")
    his = Relation.objects.filter(confirmed__isnull=False)
    if his.filter(Q(author=player, other__in=seated) | Q(other=player, author__in=seated)).exists():
        raise Refused("related")
