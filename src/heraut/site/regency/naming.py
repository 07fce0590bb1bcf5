"""How a regent is named, accepts, or refuses, and how it ends early. Each is a transaction, or part of its caller's.

Where who plays is a secret nobody learns by naming somebody whether he plays: an offer to a person who may not be
regent there is kept like any other, shown to nobody, and never accepted.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from heraut.engine.names import plain
from heraut.site.accounts.models import Player
from heraut.site.common.refusals import CannotBeDone
from heraut.site.matches.activity_kinds import ActivityKind
from heraut.site.matches.adapters import adapter
from heraut.site.matches.bot_names import drawn_for
from heraut.site.matches.former_parts import kept_peace, sat_before
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.services import write_activity
from heraut.site.regency.in_force import UNDER_WAY, not_over
from heraut.site.regency.models import MINUTE, Regency

LONGEST_REGENCY = 60  # days
FARTHEST = 366  # days from today to its first
MOST = 6  # that are open for one seat
LONGEST_MESSAGE = 4_000  # letters
RIGHTS = ("orders", "seal", "letters", "treaties")


class NotNamed(CannotBeDone):
    """A regent cannot be named, or cannot accept."""

    group = "regency_refusal"


def moments(first: date, last: date, zone: str) -> tuple[datetime, datetime]:
    """The first moment of a day and the one after another, on the calendar of a time zone."""
    here = ZoneInfo(zone)
    return (
        datetime.combine(first, time.min, here).astimezone(ZoneInfo("UTC")),
        datetime.combine(last + timedelta(days=1), time.min, here).astimezone(ZoneInfo("UTC")),
    )


def today(player: Player) -> date:
    """The day that it is where this player lives."""
    return timezone.now().astimezone(ZoneInfo(player.time_zone)).date()


def open_of(seat: Seat) -> QuerySet[Regency]:
    """The regencies of a seat that its player has named and that are not over."""
    theirs = Regency.objects.filter(seat=seat, holder=seat.user, ended=None, stops__gt=timezone.now())
    return theirs.select_related("regent")


def may_rule(seat: Seat, player: Player) -> bool:
    """Whether a player may be regent of this seat: he neither sits nor sat in the match, nor has kept its peace, nor
    knows another lord of it from within.
    """
    match = seat.match
    sits = match.seats.filter(Q(user=player) | Q(meant_for=player) & ~Q(pk=seat.pk)).exists()
    host = adapter(match.game).secret and match.host_id == player.pk
    return not (sits or host or sat_before(match, player) or kept_peace(match, player) or knows_others(seat, player))


def knows_others(seat: Seat, player: Player) -> bool:
    """Whether he is, or was, regent of another seat of this match."""
    return bool(known_from_within(seat.match_id, player) - {seat.pk})


def known_from_within(match: int, player: Player) -> set[int]:
    """The seats of a match (keys) of which he is, or was, regent."""
    known = Regency.objects.filter(seat__match=match, regent=player, accepted__isnull=False)
    return set(known.values_list("seat", flat=True))


def name(seat: Seat, named: str, first: date, last: date, **more: Any) -> Regency:
    """The player of a seat offers it to a regent, by his name, for these days; `more` as the model has it.

    It counts once the other has accepted. Raises NotNamed.
    """
    holder, match = seat.user, seat.match
    player = Player.objects.filter(folded_name=plain(named), is_active=True).first()
    if holder is None or match.status not in UNDER_WAY:
        raise NotNamed("closed")
    if player is None:
        raise NotNamed("nobody_so_named", name=named[:40])
    if player.pk == holder.pk:
        raise NotNamed("yourself")
    if player.guest or player.companion_of_id is not None:
        raise NotNamed("guest")
    if not adapter(match.game).secret and not may_rule(seat, player):
        raise NotNamed("unfit", name=player.username)
    if not any(more.get(right) for right in RIGHTS if right != "seal"):
        raise NotNamed("no_right")
    check_days(holder, first, last)
    starts, stops = moments(first, last, holder.time_zone)
    with transaction.atomic():
        Match.objects.select_for_update(no_key=True).only("pk").get(pk=match.pk)
        theirs = open_of(seat)
        if theirs.count() >= MOST:
            raise NotNamed("many", most=MOST)
        if theirs.filter(starts__lt=stops, stops__gt=starts).exists():
            raise NotNamed("overlap")
        days = {"begins": first, "ends": last, "starts": starts, "stops": stops, "named": timezone.now()}
        return Regency.objects.create(seat=seat, holder=holder, regent=player, **days, **more)


def name_bot(seat: Seat, bot: str, first: date, last: date) -> None:
    """The player of a seat has a bot play it for these days where he saves nothing himself; it takes the place of
    another that he had named. Raises NotNamed.
    """
    holder, match = seat.user, seat.match
    if holder is None or match.status not in UNDER_WAY:
        raise NotNamed("closed")
    check_days(holder, first, last)
    starts, stops = moments(first, last, holder.time_zone)
    with transaction.atomic():
        fields = {"regent_bot": drawn_for(match, bot, seat.name), "regent_from": starts, "regent_until": stops}
        if Seat.objects.filter(pk=seat.pk, user=holder).update(**fields) and not adapter(match.game).secret:
            days = {"since": starts.isoformat(), "until": (stops - MINUTE).isoformat()}
            write_activity(match, "bot_regency", holder, seats=[seat.name], **days)


def dismiss_bot(seat: Seat) -> None:
    """The regency of a bot ends."""
    fresh: dict[str, Any] = {"regent_bot": "", "regent_from": None, "regent_until": None}
    named = Seat.objects.filter(pk=seat.pk, user=seat.user).exclude(regent_bot="")
    if named.update(**fresh) and not adapter(seat.match.game).secret:
        write_activity(seat.match, "regency_over", seat.user, seats=[seat.name])


def check_days(holder: Player, first: date, last: date) -> None:
    """These days lie ahead, in their order, and are not too many. Raises NotNamed."""
    now = today(holder)
    if last < first:
        raise NotNamed("backwards")
    if last < now:
        raise NotNamed("past")
    if (first - now).days > FARTHEST:
        raise NotNamed("far")
    if (last - first).days >= LONGEST_REGENCY:
        raise NotNamed("long", most=LONGEST_REGENCY)


def offers_to(player: Player) -> list[Regency]:
    """The regencies that a player is asked to take, and may."""
    rows = Regency.objects.filter(regent=player, accepted=None, ended=None, stops__gt=timezone.now())
    rows = rows.filter(seat__match__status__in=UNDER_WAY).select_related("seat__match", "holder")
    found = rows.defer("seat__match__state", "seat__match__seed", "seat__notes")
    return [one for one in found if one.seat.user_id == one.holder_id and may_rule(one.seat, player)]


def accept(number: int, player: Player) -> Regency:
    """He is regent for the days that were named. Raises NotNamed; Regency.DoesNotExist for what is not offered him."""
    with transaction.atomic():
        offered = Regency.objects.select_related("seat__match", "holder").get(pk=number, regent=player)
        Match.objects.select_for_update(no_key=True).only("pk").get(pk=offered.seat.match_id)
        offered.refresh_from_db()
        seat = Seat.objects.select_related("match").get(pk=offered.seat_id)
        offered.seat = seat
        if seat.user_id != offered.holder_id or not may_rule(seat, player):
            raise Regency.DoesNotExist
        now = timezone.now()
        over = offered.ended is not None or offered.accepted is not None or offered.stops <= now
        if over or seat.match.status not in UNDER_WAY:
            raise NotNamed("over")
        offered.accepted = now
        offered.save(update_fields=["accepted"])
        tell_all(offered, "regency", until=offered.last_minute.isoformat(), since=offered.since.isoformat())
    return offered


def end(number: int, player: Player) -> Regency:
    """Either of the two ends it, or the one takes back what he offered, or the other refuses it. Raises NotNamed.

    Raises Regency.DoesNotExist for whoever has nothing to do with it.
    """
    with transaction.atomic():
        theirs = Regency.objects.select_related("seat__match", "holder", "regent").filter(
            Q(holder=player) | Q(regent=player)
        )
        found = theirs.get(pk=number)
        if found.regent_id == player.pk and found.accepted is None and not may_rule(found.seat, player):
            raise Regency.DoesNotExist  # an offer that is shown to nobody
        if not Regency.objects.filter(pk=number, ended=None, stops__gt=timezone.now()).update(ended=timezone.now()):
            raise NotNamed("over")
        if found.accepted is not None and found.seat.user_id == found.holder_id:
            tell_all(found, "regency_over", author=player)
    return found


def tell_all(regency: Regency, kind: ActivityKind, author: Player | None = None, **data: Any) -> None:
    """An entry of the public chronicle; nothing where it is a secret who plays."""
    match = regency.seat.match
    if not adapter(match.game).secret:
        write_activity(match, kind, author or regency.regent, seats=[regency.seat.name], **data)


def ruled_by(player: Player) -> QuerySet[Regency]:
    """The regencies that a player has accepted and that are not over, those that begin first at the top."""
    rows = not_over(timezone.now()).filter(regent=player).select_related("seat__match", "holder")
    return rows.defer("seat__match__state", "seat__match__seed", "seat__notes").order_by("starts")
