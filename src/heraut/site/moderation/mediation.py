"""Who keeps the peace of a match, and what he may read there: nothing of a match in which he plays (GP-SITE-35)."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import plain_text
from heraut.site.common.refusals import Refused
from heraut.site.common.words import say
from heraut.site.matches import models as m
from heraut.site.matches.host_actions import is_mediator
from heraut.site.matches.models import Match
from heraut.site.matches.services import write_activity
from heraut.site.moderation import letters
from heraut.site.moderation.models import Call, Note
from heraut.site.regency.in_force import has_part

MOST = 5  # mediators of a match, and players who are asked to be one
LONGEST = 2_000  # letters of a note


class Keeper(msgspec.Struct, frozen=True):
    """How somebody looks after a match. Whoever plays in it, or once did, reads nothing there that is not public."""

    host: bool
    mediator: bool
    staff: bool
    plays: bool

    @property
    def reads(self) -> bool:
        """Whether he reads what players report, words that nobody else sees."""
        return not self.plays

    @property
    def bans(self) -> bool:
        """Whether he may take a seat away from its player for good: the host who does not play, and the referee."""
        return (self.host or self.staff) and not self.plays


def keeper(match: Match, player: Any) -> Keeper | None:
    """How this visitor looks after the match; None if he does not."""
    if not player.is_authenticated:
        return None
    host, mediator = match.host_id == player.pk, is_mediator(match, player)
    return Keeper(host, mediator, player.is_staff, has_part(match, player)) if host or mediator else None


def office(match: Match | None, player: Player) -> str:
    """As what he removes words: "host", "playing_host", "mediator" or "referee"; outside of a match as the last."""
    if match is not None and match.host_id == player.pk:
        return "playing_host" if has_part(match, player) else "host"
    mediates = match is not None and match.mediators.filter(pk=player.pk).exists()
    return "mediator" if mediates else "referee"


def by_whom(office: str) -> str:
    """The same in words; "" for what was removed before it was noted."""
    return say(f"removed_by.{office}") if office else ""


# Mediators


@transaction.atomic
def call(match: Match, author: Player, player: Player) -> None:
    """Asks a player who has no part in the match to be its mediator. Raises Refused."""
    if player.guest or player == author or has_part(match, player):
        raise Refused("no_mediator", name=player.username)
    if match.mediators.count() + match.mediator_calls.count() >= MOST:
        raise Refused("many_mediators", most=MOST)
    if match.mediators.filter(pk=player.pk).exists():
        raise Refused("mediator_already", name=player.username)
    call, made = Call.objects.get_or_create(
        match=match, player=player, defaults={"author": author, "at": timezone.now()}
    )
    if made:
        letters.write(player, "mediator_call", str(call.pk), f"/table/{match.code}/", match, host=author.username)


def calls_of(player: Player) -> QuerySet[Call]:
    """The matches under way, or about to begin, that a player is asked to keep the peace of."""
    open_ones = Call.objects.filter(player=player, author__isnull=False).exclude(
        match__status__in=(m.OVER, m.CANCELLED)
    )
    return open_ones.select_related("match", "author").only("author__username", "match__code", "match__title")


@transaction.atomic
def accept(match: Match, player: Player) -> None:
    """He who was asked becomes a mediator, told to all. Raises Refused."""
    call = match.mediator_calls.filter(player=player).first()
    if call is None or has_part(match, player):
        raise Refused("not_called")
    call.delete()
    match.mediators.add(player)
    write_activity(match, "mediator_named", player, player=player.pk, name=player.username)


def decline(match: Match, player: Player) -> None:
    """He who was asked says no; nobody is told but by that."""
    match.mediator_calls.filter(player=player).delete()


@transaction.atomic
def dismiss(match: Match, author: Player, player: Player) -> None:
    """A mediator leaves, or the host does without him; a call that waits is taken back."""
    match.mediator_calls.filter(player=player).delete()
    if match.mediators.filter(pk=player.pk).exists():
        match.mediators.remove(player)
        write_activity(match, "mediator_left", author, name=player.username)


# Public notes


def check_note(text: str) -> str:
    """The words of a note. Raises Refused."""
    text = plain_text(text)
    if not text:
        raise Refused("note_empty")
    if len(text) > LONGEST:
        raise Refused("too_long", length=len(text), most=LONGEST)
    return text


@transaction.atomic
def note(match: Match, author: Player, text: str) -> Note:
    """Pins a note above the chronicle, for all to read. Raises Refused."""
    text = check_note(text)
    if match.status == m.CANCELLED:
        raise Refused("closed")
    write_activity(match, "noted", author)
    return Note.objects.create(match=match, author=author, at=timezone.now(), text=text)


@transaction.atomic
def edit_note(note: Note, author: Player, text: str) -> None:
    """Writes a note anew; that it was changed, when and by whom is told. Raises Refused."""
    note.text, note.edited = check_note(text), timezone.now()
    note.save(update_fields=["text", "edited"])
    write_activity(note.match, "note_edited", author)
