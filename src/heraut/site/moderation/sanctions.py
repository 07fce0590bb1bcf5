"""What may be done to a player against his will, and what he may say against it (GP-SITE-37, GP-RP-07)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import plain_text
from heraut.site.common.refusals import Refused
from heraut.site.common.rendering import rendered
from heraut.site.matches import models as m
from heraut.site.matches.former_parts import last_holder
from heraut.site.matches.host_actions import appoint, without_player
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.services import write_activity
from heraut.site.moderation import letters
from heraut.site.moderation.models import MATCH_BAN, SITE_BAN, WARNING, Appeal, Sanction, StaffAct
from heraut.site.moderation.tally import count
from heraut.site.moderation.waiting import tell_appealed

FOR_EVER = datetime(9999, 1, 1, tzinfo=UTC)
LONGEST_REASON, LONGEST_APPEAL = 1_000, 4_000


def impose(
    player: Player,
    kind: str,
    author: Player | None,
    reason: str,
    match: Match | None = None,
    until: datetime | None = None,
) -> Sanction:
    """Notes what is done to a player, counts it and tells him, in the present transaction."""
    sanction = Sanction.objects.create(
        player=player, kind=kind, match=match, author=author, reason=reason, at=timezone.now(), until=until
    )
    count(kind)
    letters.write(player, f"sanction_{kind}", str(sanction.pk), reverse("measures"), match, reason=reason, until=until)
    return sanction


def in_force() -> QuerySet[Sanction]:
    """The sanctions that hold."""
    return Sanction.objects.filter(Q(until=None) | Q(until__gt=timezone.now()), lifted=None)


def ban_from(match: Match, player: Player | AnonymousUser) -> Sanction | None:
    """By what somebody may take no seat in this match; None if he may."""
    return in_force().filter(player=player.pk, kind=MATCH_BAN, match=match).first() if player.is_authenticated else None


def ban_told(match: Match, player: Player | AnonymousUser) -> SafeString:
    """The notice that says so on the pages of the match; "" if he may."""
    ban = ban_from(match, player)
    return rendered("moderation/parts/ban.html", {"ban": ban}) if ban is not None else SafeString()


def banned_from(match: Match, player: Player) -> bool:
    """Whether he may take no seat in this match."""
    return ban_from(match, player) is not None


def unseen(player: Player) -> QuerySet[Sanction]:
    """What was done to a player, and stands on a page that he has not opened since."""
    return player.sanctions.filter(seen=None, lifted=None).select_related("match")


def note_act(author: Player, kind: str, player: Player | None = None, **data: str | int) -> None:
    """An entry in the log of the staff."""
    StaffAct.objects.create(at=timezone.now(), author=author, player=player, kind=kind, data=data)


@transaction.atomic
def ban_from_match(seat: Seat, author: Player, reason: str) -> Sanction:
    """Takes a seat away from its player for good, and offers it to others; the chronicle says why. Raises Refused."""
    player = seat.user
    running = Seat.objects.filter(pk=seat.pk, user=player, match__status__in=(m.RUNNING, m.PAUSED))
    if player is None or not running.update(**without_player(), meant_for=None, notes=""):
        raise Refused("closed")
    write_activity(seat.match, "banned", author, seats=[seat.name], former=player.pk, reason=reason)
    return impose(player, MATCH_BAN, author, reason, seat.match)


@transaction.atomic
def warn(player: Player, author: Player, reason: str) -> Sanction:
    """A word to a player, which counts."""
    note_act(author, WARNING, player, reason=reason)
    return impose(player, WARNING, author, reason)


@transaction.atomic
def bar(player: Player, author: Player, reason: str, until: datetime | None) -> Sanction:
    """Shuts a player out of the site until then, for good if None; his sessions end. His seats: `lobby/leaving.py`."""
    note_act(author, SITE_BAN, player, reason=reason, until=until.isoformat() if until is not None else "")
    sanction = impose(player, SITE_BAN, author, reason, until=until)
    open_again(player)
    return sanction


def open_again(player: Player) -> None:
    """Sets until when a player is shut out, by those of his bans that hold."""
    bans = in_force().filter(player=player, kind=SITE_BAN).values_list("until", flat=True)
    until = max((end or FOR_EVER for end in bans), default=None)
    Player.objects.filter(pk=player.pk).update(barred_until=until)
    player.barred_until = until


@transaction.atomic
def lift(sanction: Sanction, author: Player) -> bool:
    """Ends a sanction before its time, and tells its player; False if it has ended."""
    if not end(sanction, author):
        return False
    seats = lost_seats(sanction)
    key = str(sanction.pk)
    letters.write(sanction.player, "sanction_lifted", key, reverse("measures"), sanction.match, seats=len(seats))
    give_back(seats, sanction.player, author)
    return True


def end(sanction: Sanction, author: Player) -> bool:
    """Notes that a sanction has ended; False if it had before."""
    if not in_force().filter(pk=sanction.pk).update(lifted=timezone.now()):
        return False
    if sanction.kind == SITE_BAN:
        open_again(sanction.player)
    note_act(author, "lifted", sanction.player, what=sanction.kind)
    if sanction.match is not None and sanction.kind == MATCH_BAN:
        write_activity(sanction.match, "ban_lifted", author)
    return True


def lost_seats(sanction: Sanction) -> list[Seat]:
    """The seats that a ban took from its player, as far as nobody has taken them since, and no other ban holds."""
    player = sanction.player
    if sanction.kind not in (MATCH_BAN, SITE_BAN) or player.barred:
        return []
    free = Seat.objects.filter(user=None, offered=True, meant_for=None, match__status__in=(m.RUNNING, m.PAUSED))
    his = free.filter(match__activities__data__former=player.pk).exclude(match__seats__user=player)
    if sanction.match is not None:
        his = his.filter(match=sanction.match)
    found = his.distinct().select_related("match").defer("match__state", "match__seed", "notes")
    return [
        one for one in found if last_holder(one.match, one.name) == player.pk and not banned_from(one.match, player)
    ]


def give_back(seats: Iterable[Seat], player: Player, author: Player) -> None:
    """Offers him the seats that he was banned from."""
    for seat in seats:
        appoint(seat, author, player)


@transaction.atomic
def appeal(sanction: Sanction, text: str) -> Appeal:
    """What a player says against a sanction, once. Raises Refused."""
    text = plain_text(text)
    if not text:
        raise Refused("appeal_empty")
    if len(text) > LONGEST_APPEAL:
        raise Refused("too_long", length=len(text), most=LONGEST_APPEAL)
    if sanction.lifted is not None:
        raise Refused("settled")
    made, new = Appeal.objects.get_or_create(sanction=sanction, defaults={"text": text, "at": timezone.now()})
    if not new:
        raise Refused("appealed")
    count("appeal")
    tell_appealed(sanction)
    return made


@transaction.atomic
def answer(appeal: Appeal, author: Player, text: str, *, granted: bool) -> None:
    """Another than who imposed it answers an appeal; one that is granted lifts the sanction. Raises Refused."""
    sanction, now = appeal.sanction, timezone.now()
    if author.pk in (sanction.author_id, sanction.player_id):
        raise Refused("not_your_appeal")
    words = {"answer": plain_text(text)[:LONGEST_APPEAL], "answered": now, "answered_by": author, "granted": granted}
    if not Appeal.objects.filter(pk=appeal.pk, answered=None).update(**words):
        raise Refused("answered")
    count("appeal_answered", appeal.at, now)
    note_act(author, "appeal_granted" if granted else "appeal_refused", sanction.player, what=sanction.kind)
    if granted:
        count("appeal_granted")
    seats = lost_seats(sanction) if granted and end(sanction, author) else []
    told = {"granted": int(granted), "answer": str(words["answer"]), "seats": len(seats)}
    letters.write(sanction.player, "appeal_answered", str(appeal.pk), reverse("measures"), sanction.match, **told)
    give_back(seats, sanction.player, author)
