"""A form that becomes a proposal: the parties, the figures of its kind, free words beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import Any

from django.db import transaction
from django.utils import timezone

from heraut.site.common.input_cleaning import plain_text, whole_number
from heraut.site.common.refusals import CannotBeDone
from heraut.site.common.words import lang
from heraut.site.matches import models as m
from heraut.site.matches.models import Seat
from heraut.site.matches.services import new_code
from heraut.site.messaging import groups
from heraut.site.messaging.posting import NotSent, known_seat
from heraut.site.messaging.reading import may_write, view_for
from heraut.site.treaties.kinds import CHOICE, FARTHEST, Field, Kind
from heraut.site.treaties.models import COUNTERED, PROPOSED, SIGNED, Party, Treaty
from heraut.site.treaties.reading import count_treaties
from heraut.site.treaties.told import tell_parties

LONGEST_WORDS = 600  # characters of the free words of a treaty
MOST_PARTIES = 12
MOST_OPEN = 40  # treaties that a seat has proposed or in force at once
ME, OTHER = "me", "other"


class NotAgreed(CannotBeDone):
    """A treaty cannot be proposed, signed or ended."""

    group = "treaty_refusal"


def check_lord(seat: Seat) -> None:
    """The match goes on, and the lord lives. Raises NotAgreed."""
    if seat.match.status not in (m.RUNNING, m.PAUSED):
        raise NotAgreed("over")
    if not may_write(seat):
        raise NotAgreed("fallen")


@transaction.atomic
def propose(
    seat: Seat, kind: Kind, called: Sequence[str], form: Mapping[str, str], *, counters: Treaty | None = None
) -> Treaty:
    """Proposes a treaty to lords whom this one knows by name, or another in the place of one that he was proposed; its
    author has signed it by that. Raises NotAgreed.
    """
    check_lord(seat)
    others = partners(seat, called) if counters is None else others_of(seat, counters)
    if kind.directed and len(others) != 1:
        raise NotAgreed("two")
    if Treaty.objects.filter(author=seat, status__in=(PROPOSED, SIGNED)).count() >= MOST_OPEN:
        raise NotAgreed("many", most=MOST_OPEN)
    now, player = timezone.now(), seat.user
    treaty = Treaty.objects.create(
        match=seat.match,
        code=new_code(),
        kind=kind.name,
        terms=terms_of(seat, kind, others, form),
        words=words_of(kind, form),
        until=last_turn(seat, form),
        author=seat,
        writer=player,
        counters=counters,
        proposed=now,
    )
    sides = [Party(treaty=treaty, seat=one) for one in others]
    sides.append(Party(treaty=treaty, seat=seat, signed=now, public="public" in form))
    SystemRandom().shuffle(sides)  # strangers are numbered in their order, which must tell nothing
    Party.objects.bulk_create(sides)
    if counters is not None:
        replaced = Treaty.objects.filter(pk=counters.pk, status=PROPOSED).update(status=COUNTERED, ended=now)
        if not replaced:
            raise NotAgreed("gone")
    count_treaties(one.seat_id for one in sides)
    tell_parties(treaty, "proposed" if counters is None else "countered", seat)
    return treaty


def partners(seat: Seat, called: Sequence[str]) -> list[Seat]:
    """The seats of lords whom this one knows. Raises NotAgreed."""
    names = list(dict.fromkeys(name for name in called if name))
    if not names:
        raise NotAgreed("nobody")
    if len(names) >= MOST_PARTIES:
        raise NotAgreed("parties", most=MOST_PARTIES)
    try:
        others = [known_seat(seat, name) for name in names]
        groups.willing(seat, others)
    except NotSent as refusal:
        key = "blocked" if refusal.key == "group_blocked" else "unknown"
        raise NotAgreed(key, name=refusal.data.get("name", "")) from None
    return others


def others_of(seat: Seat, treaty: Treaty) -> list[Seat]:
    """The other parties of a proposal that is to be countered. Raises NotAgreed."""
    if treaty.status != PROPOSED:
        raise NotAgreed("gone")
    return [one.seat for one in treaty.parties.select_related("seat") if one.seat_id != seat.pk]


def words_of(kind: Kind, form: Mapping[str, str]) -> str:
    """The free words, which a promise without figures must have. Raises NotAgreed."""
    words = plain_text(form.get("words", ""))
    if len(words) > LONGEST_WORDS:
        raise NotAgreed("words_long", length=len(words), most=LONGEST_WORDS)
    if kind.name == "other" and not words:
        raise NotAgreed("words")
    return words


def last_turn(seat: Seat, form: Mapping[str, str]) -> int:
    """Until which turn it holds. Raises NotAgreed."""
    turn, first = whole_number(form.get("until", "").strip(), 6), seat.match.coming_turn
    if turn is None or not first <= turn <= first + FARTHEST:
        raise NotAgreed("until", least=first, most=first + FARTHEST)
    return turn


def terms_of(seat: Seat, kind: Kind, others: Sequence[Seat], form: Mapping[str, str]) -> dict[str, Any]:
    """The figures of its kind. Raises NotAgreed."""
    terms: dict[str, Any] = {}
    if kind.directed:
        if form.get("owes") not in (ME, OTHER):
            raise NotAgreed("owes")
        by, to = (seat, others[0]) if form["owes"] == ME else (others[0], seat)
        terms |= {"by": by.name, "to": to.name}
    for each in kind.fields:
        terms |= figure(seat, each, form.get(each.name, "").strip())
    return terms


def figure(seat: Seat, field: Field, typed: str) -> dict[str, Any]:
    """One figure as it is stored, with what a choice is called. Raises NotAgreed."""
    if field.sort == CHOICE:
        assert field.choices is not None
        found = field.choices(view_for(seat), lang())
        if typed not in found:
            raise NotAgreed("choice", field=field.name)
        return {field.name: typed, f"{field.name}_words": found[typed]}
    number = whole_number(typed)
    if number is None or not field.least <= number <= field.most:
        raise NotAgreed("number", field=field.name, least=field.least, most=field.most)
    return {field.name: number}
