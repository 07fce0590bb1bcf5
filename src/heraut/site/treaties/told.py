"""What is told of a treaty: to its parties by mail or push, and, if all of them wished it, in the public chronicle."""

from __future__ import annotations

from heraut.site.common.words import say
from heraut.site.matches.activity_kinds import ActivityKind
from heraut.site.matches.models import Seat
from heraut.site.matches.services import new_code, write_activity
from heraut.site.notifications.match_mails import as_read_by, letter, match_url, reached
from heraut.site.notifications.outbox import post
from heraut.site.treaties.models import Treaty
from heraut.site.treaties.reading import shown


def tell_parties(treaty: Treaty, act: str, doer: Seat | None = None) -> None:
    """Writes to the parties, but not to whoever did it, under the names that each of them knows."""
    parties = list(treaty.parties.select_related("seat__user"))
    seats = [one.seat for one in parties if doer is None or one.seat_id != doer.pk]
    written = []
    for seat, player in reached(seats, "letters"):
        seat.match = treaty.match
        with as_read_by(player):
            seen = shown(seat, treaty)
            name = next((one.called for one in seen.sides if doer is not None and one.seat.pk == doer.pk), "")
            lead = [
                say(f"treaty_mail.{act}", name=name or seen.breaker, title=treaty.match.title, kind=seen.title),
                seen.sentence,
                *filter(None, treaty.words.split("\n")),
            ]
            url = f"{match_url(treaty.match)}traites/{treaty.code}/"
            key = f"treaty:{new_code()}"
            written.append(letter(player, treaty.match, "treaty", key, lead, url=url, choice="letters"))
    post(written)


def chronicle(treaty: Treaty, kind: ActivityKind, doer: Seat | None = None) -> None:
    """A line of the public chronicle, if all parties wished it: who, and what sort of treaty; never its figures."""
    if not treaty.public:
        return
    parties = treaty.parties.select_related("seat").order_by("seat")
    names = [one.seat.name for one in parties]
    first = [doer.name] if doer is not None else names
    others = [name for name in names if name not in first]
    last = treaty.until or 0
    write_activity(treaty.match, kind, seats=first, others=others, treaty=treaty.kind, last=last)
