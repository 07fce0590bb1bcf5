"""What a host may do to a match that runs. Each act is an entry of its public chronicle; none reads orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.slices import see_to
from heraut.site.matches import models as m
from heraut.site.matches.activity_kinds import ActivityKind, of_kind
from heraut.site.matches.adapters import adapter
from heraut.site.matches.bot_names import drawn_for
from heraut.site.matches.former_parts import last_holder
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.pace import next_deadline
from heraut.site.matches.services import Closed, write_activity
from heraut.site.matches.telling import holders, tell

MISTAKE = timedelta(hours=1)  # a pause lifted so soon changes nothing
LONGEST_PAUSE = timedelta(days=60)
OWN: dict[str, Any] = {  # what a seat keeps of its player's own, and forgets with him
    "notes": "", "will": "", "will_bot": "", "standing": "", "away_from": None, "away_until": None,
    "regent_bot": "", "regent_from": None, "regent_until": None,
}  # fmt: skip


def without_player() -> dict[str, Any]:
    """The fields of a seat whose player goes now: it is offered, and what is written to it waits for the next one."""
    return {"user": None, "vacant": timezone.now(), "offered": True, "unread": 0}


@contextmanager
def held(match: Match, *statuses: str) -> Iterator[Match]:
    """The match, locked, for one act. Raises Closed unless it has this status and no turn of it is being resolved."""
    with transaction.atomic():
        locked = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
        if locked.status not in statuses or locked.claimed_until is not None:
            raise Closed
        if locked.held_until is not None:  # what is changed now would not be the turn that was looked at
            locked.held_until, locked.anomalies = None, []
            locked.save(update_fields=["held_until", "anomalies"])
        yield locked
    match.refresh_from_db()


def pause(match: Match, author: Player | None, until: datetime, reason: str, now: datetime | None = None) -> None:
    """Stops the clock and closes the orders, until a given moment at the latest. Raises Closed, or ValueError.

    The deadline stays noted: a pause made by mistake can be undone (`lift`).
    """
    now = now or timezone.now()
    if not now < until <= now + LONGEST_PAUSE or not reason.strip():
        raise ValueError("a pause has a reason, and an end within sixty days")
    with held(match, m.RUNNING) as locked:
        locked.status, locked.paused_until = m.PAUSED, until
        locked.save(update_fields=["status", "paused_until"])
        reason = reason.strip()
        activity = write_activity(
            locked, "pause", author, until=until.isoformat(), since=now.isoformat(), reason=reason
        )
        by = author.username if author is not None else ""
        tell(activity, holders(locked.seats, but=author), until=until, reason=reason, by=by)


def lock(match: Match, author: Player | None, reason: str, now: datetime | None = None) -> None:
    """Closes the orders, and stops the clock, until it is unlocked (`lift`). Raises Closed, or ValueError.

    It is a pause without an end, which is why only who plays no part in the match orders one.
    """
    if not reason.strip():
        raise ValueError("a lock has a reason")
    with held(match, m.RUNNING) as locked:
        locked.status, locked.paused_until = m.PAUSED, None
        locked.save(update_fields=["status", "paused_until"])
        since = (now or timezone.now()).isoformat()
        activity = write_activity(locked, "lock", author, since=since, reason=reason.strip())
        tell(activity, holders(locked.seats, but=author), reason=reason.strip())


def resolve_now(match: Match, author: Player | None, reason: str, now: datetime | None = None) -> None:
    """Ends the turn at once, locked or not, with the orders that were saved. Raises Closed, or ValueError.

    Nobody's silence delays it any more.
    """
    if not reason.strip():
        raise ValueError("a turn is resolved for a reason")
    with held(match, m.RUNNING, m.PAUSED) as locked:
        now = now or timezone.now()
        locked.status, locked.paused_until, locked.deadline, locked.shift = m.RUNNING, None, now, timedelta(0)
        locked.save(update_fields=["status", "paused_until", "deadline", "shift"])
        turn = locked.coming_turn
        activity = write_activity(locked, "resolved_now", author, turn=turn, reason=reason.strip())
        tell(activity, holders(locked.seats, but=author), turn=turn, reason=reason.strip())


def lift(match: Match, author: Player | None = None, now: datetime | None = None) -> None:
    """Ends a pause. Raises Closed if there is none.

    Lifted within an hour, it leaves the deadline as it was, if that is still to come. Otherwise the turn ends at the
    first moment of the calendar that leaves room for it.
    """
    now = now or timezone.now()
    with held(match, m.PAUSED) as locked:
        assert locked.started is not None and locked.deadline is not None
        activity = locked.activities.filter(of_kind("pause", "lock")).last()
        mistaken = activity is not None and now - datetime.fromisoformat(str(activity.data["since"])) <= MISTAKE
        if not mistaken or locked.deadline <= now:
            locked.deadline = next_deadline(locked.pace, locked.started, now)
        kind: ActivityKind = "lift" if locked.paused_until is not None else "unlock"
        locked.status, locked.paused_until = m.RUNNING, None
        locked.save(update_fields=["status", "paused_until", "deadline"])
        lifted = write_activity(locked, kind, author, until=locked.deadline.isoformat())
        tell(lifted, holders(locked.seats, but=author), until=locked.deadline)


def lift_ended(now: datetime | None = None) -> int:
    """Ends the pauses whose end has come; how many."""
    now = now or timezone.now()

    def end(match: Match) -> bool:
        try:
            lift(match, now=now)
        except Closed:  # another worker, or the host, was quicker
            return False
        return True

    return see_to(Match.objects.filter(status=m.PAUSED, paused_until__lte=now), end)


def extend(match: Match, author: Player | None, until: datetime, reason: str, now: datetime | None = None) -> None:
    """Moves the deadline of the present turn to a later moment. Raises Closed, and ValueError for an earlier one."""
    now = now or timezone.now()
    with held(match, m.RUNNING) as locked:
        assert locked.deadline is not None
        if not max(locked.deadline, now) < until <= now + LONGEST_PAUSE or not reason.strip():
            raise ValueError("a deadline moves to a later moment, with a reason")
        locked.deadline = until
        locked.save(update_fields=["deadline"])
        activity = write_activity(locked, "extend", author, until=until.isoformat(), reason=reason.strip())
        tell(activity, holders(locked.seats, but=author), until=until, reason=reason.strip())


def offer(seat: Seat, author: Player | None) -> None:
    """Opens a seat to whoever will take it over (GP-SITE-13); until then its player may still give orders."""
    kept = Q(offered=False) | Q(meant_for__isnull=False)
    with transaction.atomic():
        if Seat.objects.filter(kept, **running(seat)).update(offered=True, meant_for=None):
            activity = write_activity(seat.match, "offered", author, seats=[seat.name])
            tell(activity, holders([seat], but=author), at_table=True)
    seat.refresh_from_db()


def appoint(seat: Seat, author: Player | None, player: Player) -> None:
    """Opens a seat to one player alone, who is told and may take it over (GP-SITE-13)."""
    with transaction.atomic():
        if Seat.objects.filter(**running(seat)).update(offered=True, meant_for=player):
            activity = write_activity(seat.match, "appointed", author, seats=[seat.name], player=player.username)
            tell(activity, [(player, seat.lord)], at_table=True)
    seat.refresh_from_db()


def running(seat: Seat) -> dict[str, Any]:
    """This seat, as long as its match is under way and it is whose it was when the act was asked for."""
    return {"pk": seat.pk, "user": seat.user_id, "match__status__in": (m.RUNNING, m.PAUSED)}


def take_over(seat: Seat, player: Player) -> None:
    """Another player takes an offered seat, treasury, relations and all (GP-SITE-13). Raises Closed.

    Orders that the former player saved for the coming turn are void, his notes are gone, the bank of delays is full.
    Whoever was banned and comes back to his own seat finds his letters and orders there.
    """
    with held(seat.match, m.RUNNING, m.PAUSED) as locked:
        taken = locked.seats.filter(user=player).exists()
        former = locked.seats.select_related("user").get(pk=seat.pk)
        offered = locked.seats.filter(Q(meant_for=None) | Q(meant_for=player), pk=seat.pk, offered=True)
        back = former.user_id is None and last_holder(locked, seat.name) == player.pk
        fresh = {
            "offered": False,
            "meant_for": None,
            "missed": 0,
            "grace_used": 0,
            "sealed": 0,
            "unread": 0,
            "unseen_posts": 0,
            "vacant": former.vacant if former.user_id is None and not back else None,
            **OWN,
        }
        kind: ActivityKind = "came_back" if back else "taken_over"
        since = former.taken_over if back else timezone.now()
        if taken or not offered.update(user=player, bot="", taken_over=since, **fresh):
            raise Closed
        activity = write_activity(locked, kind, player, seats=[seat.name], former=former.user_id)
        tell(activity, holders([former]), at_table=True)
    seat.refresh_from_db()


def rule(match: Match, act: str, seats: Sequence[Seat] = ()) -> None:
    """Notes what the coming step will carry out first, and its record hold. Raises KeyError where no rule allows it."""
    names = [seat.name for seat in seats]
    match.rulings.create(text=" ".join([adapter(match.game).rulings[act], *names]))


def close(match: Match, author: Player | None, reason: str) -> None:
    """Ends a match without a winner, paused or not: the clock does it at once (DA-END-11). Raises Closed."""
    with held(match, m.RUNNING, m.PAUSED) as locked:
        rule(locked, "close")
        locked.status, locked.paused_until, locked.deadline = m.RUNNING, None, timezone.now()
        locked.save(update_fields=["status", "paused_until", "deadline"])
        write_activity(locked, "ruled_close", author, reason=reason)


def is_ending(match: Match) -> bool:
    """Whether it has been decided that a match ends, and the clock has not come to it yet."""
    word = adapter(match.game).rulings.get("close")
    return word is not None and not match.over and match.rulings.filter(step=None, text=word).exists()


def leaving(match: Match) -> set[str]:
    """The seats of whom it has been decided that they are removed, where the clock has not come to it yet."""
    word = adapter(match.game).rulings.get("eliminate")
    texts = match.rulings.filter(step=None).values_list("text", flat=True)
    return {name for text in texts for named, *names in [text.split()] if named == word for name in names}


def eliminate(match: Match, seats: Sequence[Seat], author: Player | None, reason: str) -> None:
    """Removes the lords of a person who holds several, before the coming turn is played (DA-END-08). Raises Closed."""
    with held(match, m.RUNNING, m.PAUSED) as locked:
        rule(locked, "eliminate", seats)
        activity = write_activity(locked, "ruled_eliminate", author, number=len(seats), reason=reason)
        tell(activity, holders(seats, but=author), reason=reason)


def resign(seat: Seat) -> None:
    """A player leaves for good; his lord stays, without orders, and open to whoever will take him over (DA-END-10)."""
    with transaction.atomic():
        if Seat.objects.filter(**running(seat)).update(**without_player(), meant_for=None, **OWN):
            write_activity(seat.match, "resigned", seat.user, seats=[seat.name], former=seat.user_id)
    seat.refresh_from_db()


def give_to_bot(seat: Seat, author: Player | None, bot: str) -> None:
    """A bot answers for a seat as long as its player is silent; if it has none, until someone takes it over."""
    with transaction.atomic():
        if Seat.objects.filter(**running(seat)).update(bot=drawn_for(seat.match, bot, seat.name), offered=True):
            activity = write_activity(seat.match, "stand_in", author, seats=[seat.name])
            tell(activity, holders([seat], but=author))
    seat.refresh_from_db()


def is_host(match: Match, player: Player | AnonymousUser) -> bool:
    """Whether this player looks after the match: its host, or whoever runs the site."""
    return player.is_authenticated and (match.host_id == player.pk or player.is_staff)


def is_mediator(match: Match, player: Player | AnonymousUser) -> bool:
    """Whether this player keeps the peace of the match: one of its mediators, or the referee (GP-SITE-35)."""
    if not player.is_authenticated:
        return False
    return player.is_staff or match.mediators.filter(pk=player.pk).exists()
