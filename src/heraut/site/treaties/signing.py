"""What parties do with a treaty: sign, refuse, withdraw, and say how it ended where no event tells."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from heraut.site.matches.models import Seat
from heraut.site.treaties.models import BROKEN, KEPT, LAPSED, PROPOSED, REFUSED, SIGNED, WITHDRAWN, Party, Treaty
from heraut.site.treaties.proposing import NotAgreed, check_lord
from heraut.site.treaties.reading import count_treaties
from heraut.site.treaties.told import chronicle, tell_parties


def locked(treaty: Treaty, seat: Seat, status: str) -> tuple[Treaty, Party]:
    """The treaty as it is now, which nobody else changes meanwhile, and this seat's part in it. Raises NotAgreed."""
    found = Treaty.objects.select_for_update(no_key=True).get(pk=treaty.pk)
    found.match = seat.match
    party = found.parties.filter(seat=seat).first()
    if party is None or found.status != status:
        raise NotAgreed("gone")
    return found, party


@transaction.atomic
def sign(seat: Seat, treaty: Treaty, *, public: bool) -> None:
    """A seal under a proposal; with the last one it is in force. Raises NotAgreed."""
    check_lord(seat)
    found, party = locked(treaty, seat, PROPOSED)
    if found.until is not None and found.until < seat.match.coming_turn:
        raise NotAgreed("late")
    if party.signed is not None:
        return
    party.signed, party.public = timezone.now(), public
    party.save(update_fields=["signed", "public"])
    parties = list(found.parties.all())
    if any(one.signed is None for one in parties):
        count_treaties([seat.pk])
        tell_parties(found, "sealed", seat)
        return
    found.status, found.signed_turn, found.judged = SIGNED, seat.match.coming_turn, seat.match.step
    found.public = all(one.public for one in parties)
    found.save(update_fields=["status", "signed_turn", "judged", "public"])
    count_treaties(one.seat_id for one in parties)
    tell_parties(found, "signed", seat)
    chronicle(found, "treaty_signed")


@transaction.atomic
def refuse(seat: Seat, treaty: Treaty) -> None:
    """A party will have none of it; its author takes it back. Raises NotAgreed."""
    check_lord(seat)
    found, party = locked(treaty, seat, PROPOSED)
    act = WITHDRAWN if found.author_id == seat.pk else REFUSED
    party.said = act
    party.save(update_fields=["said"])
    found.status, found.ended = act, timezone.now()
    found.save(update_fields=["status", "ended"])
    count_treaties(one.seat_id for one in found.parties.all())
    tell_parties(found, act, seat)


@transaction.atomic
def say_how(seat: Seat, treaty: Treaty, said: str) -> None:
    """A party says that a treaty was kept, or broken, where no event tells: kept if all say so, broken as soon as one
    does, and it is told who says so. Raises NotAgreed.
    """
    if said not in (KEPT, BROKEN):
        raise NotAgreed("said")
    found, party = locked(treaty, seat, LAPSED)
    if party.said:
        raise NotAgreed("gone")
    party.said = said
    party.save(update_fields=["said"])
    if said != BROKEN and any(one.said != KEPT for one in found.parties.all()):
        count_treaties([seat.pk])
        return
    found.status, found.ended = said, timezone.now()
    found.save(update_fields=["status", "ended"])
    count_treaties(one.seat_id for one in found.parties.all())
    tell_parties(found, "said_broken" if said == BROKEN else "said_kept", seat)
    if said == BROKEN:
        chronicle(found, "treaty_said_broken", seat)
    else:
        chronicle(found, "treaty_kept")
