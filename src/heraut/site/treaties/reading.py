"""What a reader sees of treaties: those of his seat, and what is public of others', under the names that he knows.

A treaty makes nobody known: a party whom its reader does not know is a stranger to him. Where it is a secret who plays,
nothing is public before the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Q, QuerySet

from heraut.engine.words import enumeration
from heraut.site.common.words import lang, say
from heraut.site.matches.activity_words import hides_lords
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match, Seat
from heraut.site.messaging.reading import names, who_is_who
from heraut.site.treaties.kinds import OTHER, GameTreaties, Kind
from heraut.site.treaties.models import BROKEN, ENDED, LAPSED, PROPOSED, SIGNED, Party, Treaty

PAST = 20  # treaties that are over, in the ledger
MOST_PROPOSED = 200  # in the ledger: everybody may propose something to everybody


class Side(msgspec.Struct, frozen=True):
    """A party as its reader knows it."""

    seat: Any
    name: str  # "" for a stranger
    called: str
    mine: bool
    signed: bool
    public: bool
    said: str


class Shown(msgspec.Struct, frozen=True):
    """A treaty as its reader sees it."""

    treaty: Any
    sides: list[Side]
    title: str
    sentence: str
    breaker: str

    @property
    def own(self) -> Side | None:
        """The reader's own part in it."""
        return next((one for one in self.sides if one.mine), None)

    @property
    def others(self) -> str:
        """The other parties, in a row."""
        return ", ".join(one.called for one in self.sides if not one.mine)

    @property
    def accuser(self) -> str:
        """Who declares it broken, where no event tells by whom; "" if nobody does."""
        return next((one.called for one in self.sides if one.said == BROKEN), "")

    @property
    def awaits(self) -> bool:
        """Whether it waits for the reader's seal."""
        own = self.own
        return self.treaty.status == PROPOSED and own is not None and not own.signed

    @property
    def asks_word(self) -> bool:
        """Whether the reader has yet to say how it ended."""
        own = self.own
        return self.treaty.status == LAPSED and own is not None and not own.said


def game_treaties(match: Match) -> GameTreaties:
    """The promises of its game."""
    found: GameTreaties = adapter(match.game).treaties
    return found


def kind_of(treaty: Treaty) -> Kind:
    """Its sort."""
    return game_treaties(treaty.match).kind(treaty.kind) or OTHER


def all_of(seat: Seat) -> QuerySet[Treaty]:
    """The treaties of a seat, whoever held it when they were made."""
    return Treaty.objects.filter(parties__seat=seat).prefetch_related("parties__seat")


def in_force(seat: Seat) -> QuerySet[Treaty]:
    """Those that bind it now."""
    return all_of(seat).filter(status=SIGNED)


@transaction.atomic
def count_treaties(seats: Iterable[int]) -> None:
    """Counts anew how many treaties bind each of these seats (their keys), and how many await its seal or its verdict:
    columns, for every page of a match asks.

    The seats are held first, always in the same order and once a transaction: of two acts at once neither counts
    without the other's, and none waits for one that waits for it.
    """
    rows = Seat.objects.select_for_update(no_key=True).filter(pk__in=set(seats)).order_by("pk")
    for key in list(rows.values_list("pk", flat=True)):
        own = Party.objects.filter(seat=key)
        bound = own.filter(treaty__status=SIGNED).count()
        awaits = Q(treaty__status=PROPOSED, signed=None) | Q(treaty__status=LAPSED, said="")
        Seat.objects.filter(pk=key).update(bound=bound, unsealed=own.filter(awaits).count())


def public_of(match: Match) -> QuerySet[Treaty]:
    """Those that everybody may read."""
    if hides_lords(match):
        return Treaty.objects.none()
    return Treaty.objects.filter(match=match, public=True, status__in=(SIGNED, *ENDED)).prefetch_related(
        "parties__seat"
    )


def open_to(seat: Seat, code: str) -> Treaty | None:
    """The treaty that an address names, if the holder of this seat may read it."""
    found = all_of(seat).filter(code=code).first() or public_of(seat.match).filter(code=code).first()
    if found is not None:
        found.match = seat.match
    return found


def called_by(seat: Seat, parties: Iterable[Party]) -> Mapping[str, tuple[str, str]]:
    """By seat: the name under which a reader knows a party ("" for a stranger), and what he calls it."""
    ask = who_is_who(seat)
    found: dict[str, tuple[str, str]] = {}
    strangers = 0
    for party in sorted(parties, key=lambda one: one.pk):
        if party.seat_id == seat.pk:
            found[party.seat.name] = (names(seat.match)[seat.name][0], say("treaties.you"))
            continue
        name, _ = ask(party.seat.name, False)
        strangers += not name
        found[party.seat.name] = (name, name or say("messaging.stranger_number", number=strangers))
    return found


def shown_to(seat: Seat, treaties: Iterable[Treaty]) -> list[Shown]:
    """Treaties as the holder of a seat sees them."""
    return [shown(seat, one) for one in treaties]


def shown(seat: Seat, treaty: Treaty) -> Shown:
    """One treaty as the holder of a seat sees it."""
    treaty.match = seat.match
    parties = list(treaty.parties.all())
    known = called_by(seat, parties)
    sides = [
        Side(
            one.seat,
            *known[one.seat.name],
            one.seat_id == seat.pk,
            one.signed is not None,
            one.public,
            one.said,
        )
        for one in parties
    ]
    sides.sort(key=lambda one: (not one.mine, not one.name, one.called))
    breaker = next((one.called for one in sides if one.seat.pk == treaty.breaker_id), "")
    called = {seat_name: called for seat_name, (_, called) in known.items()}
    return Shown(treaty, sides, say(f"treaty_kind.{treaty.kind}"), sentence(treaty, called), breaker)


def sentence(treaty: Treaty, called: Mapping[str, str]) -> str:
    """What is promised, in one sentence, the parties called so; free words stand apart."""
    terms = treaty.terms
    figures = {
        **{name: terms.get(f"{name}_words", value) for name, value in terms.items() if not name.endswith("_words")},
        "by": called.get(str(terms.get("by", "")), ""),
        "to": called.get(str(terms.get("to", "")), ""),
        "parties": enumeration(sorted(called.values()), lang()),
        "until": treaty.until or 0,
    }
    return say(f"treaties_{treaty.match.game}.{treaty.kind}", **figures)


def promised(seat: Seat) -> list[str]:
    """What binds a seat now, free words below: for the file that its regent or its next player finds."""
    return ["\n".join(filter(None, (one.sentence, one.treaty.words))) for one in shown_to(seat, in_force(seat))]


def ledger(seat: Seat) -> dict[str, Sequence[Shown]]:
    """All that the page of treaties shows."""
    waits = shown_to(seat, all_of(seat).filter(status=PROPOSED)[:MOST_PROPOSED])
    lapsed = shown_to(seat, all_of(seat).filter(status=LAPSED)[:PAST])
    others = public_of(seat.match).exclude(parties__seat=seat)[:PAST]
    past = all_of(seat).exclude(status__in=(PROPOSED, SIGNED, LAPSED))[:PAST]
    return {
        "in_force": shown_to(seat, in_force(seat)),
        "to_sign": [one for one in waits if one.awaits],
        "proposed": [one for one in waits if not one.awaits],
        "to_judge": [one for one in lapsed if one.asks_word],
        "past": [*(one for one in lapsed if not one.asks_word), *shown_to(seat, past)],
        "others": shown_to(seat, others),
    }
