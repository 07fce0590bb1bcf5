"""Bots and the ledger of treaties: they seal or refuse what is proposed to them, propose a truce seldom, and most keep
their word. What a bot knows for it is its view (`heraut.bots.diplomacy`).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from heraut.bots import diplomacy
from heraut.bots.character import character, level_of
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.site.bots.seats import called, character_of, known, name_of, of_bots, turn_began, write
from heraut.site.common.slices import in_a_slice, see_to
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.bot_names import OFFERED
from heraut.site.matches.models import Match, Seat
from heraut.site.messaging.posting import thread_between
from heraut.site.messaging.reading import names as letter_names
from heraut.site.messaging.reading import view_for
from heraut.site.treaties.models import PROPOSED, REFUSED, SIGNED, Party, Treaty
from heraut.site.treaties.proposing import NotAgreed, propose
from heraut.site.treaties.reading import game_treaties, in_force, kind_of
from heraut.site.treaties.recall import promise_for
from heraut.site.treaties.signing import refuse, sign

log = logging.getLogger("heraut.bots")

TRUCE = "truce"
SOON, LATE = 4, 8  # turns that a truce of theirs lasts
UNKNOWN_END = timedelta(hours=6)  # of a turn without a deadline


# What is proposed to them


def treaties_due() -> int:
    """Answers the treaties that are proposed to bots, for a slice; how many were looked at. The worker calls it."""
    return see_to(unanswered(), answered)


def unanswered() -> QuerySet[Party]:
    """The bots' parts in treaties that await their seal."""
    parts = Party.objects.filter(of_bots("seat__"), signed=None, treaty__status=PROPOSED)
    return parts.select_related("treaty__author__user", "seat__match")


def answered(party: Party) -> bool:
    """Seals or refuses, with a letter to whoever proposed; whether the bot did either, now."""
    seat, treaty = party.seat, party.treaty
    treaty.match = treaty.author.match = seat.match
    if timezone.now() < answers_at(seat, treaty):
        return False
    said = answer(seat, treaty)
    try:
        with transaction.atomic():
            if said.accepts:
                sign(seat, treaty, public=treaty.parties.filter(seat=treaty.author, public=True).exists())
            else:
                refuse(seat, treaty)
            if treaty.author.user is not None:
                write(seat, thread_between(seat, treaty.author), said.letter)
    except NotAgreed as refusal:
        log.info("treaty %s: %s cannot answer: %s", treaty.code, seat.name, refusal.key)
        return retired(treaty) if refusal.key == "late" else False
    return True


def retired(treaty: Treaty) -> bool:
    """A proposal whose term has passed lapses where only bots would still have to answer it."""
    return bool(Treaty.objects.filter(pk=treaty.pk, status=PROPOSED).update(status=REFUSED, ended=timezone.now()))


def answers_at(seat: Seat, treaty: Treaty) -> datetime:
    """When a bot answers: at once; where who plays is a secret at a moment of the turn that tells nothing."""
    if not adapter(seat.match.game).secret or seat.match.pace.at_leisure:
        return treaty.proposed
    end = seat.match.deadline or treaty.proposed + UNKNOWN_END
    share = Rng(bytes(seat.match.seed)).at("answers", treaty.code, seat.name).uniform(0.05, 0.6)
    return treaty.proposed + share * max(end - treaty.proposed, timedelta())


def answer(seat: Seat, treaty: Treaty) -> diplomacy.Answer:
    """What the bot of a seat says to a treaty, by its view alone."""
    view, kind, match = view_for(seat), kind_of(treaty), seat.match
    by = treaty.terms.get("by")
    terms = diplomacy.Terms(
        kind.name,
        turns=0 if treaty.until is None else treaty.until - match.coming_turn,
        abstains=kind.abstains,
        owed="" if not kind.directed else "me" if by == seat.name else "other",
    )
    others = [one.seat for one in treaty.parties.select_related("seat") if one.seat_id != seat.pk]
    regard = min(regarded(seat, view, one) for one in others)
    own, theirs = (diplomacy.strength_of(match.game, view, called(seat, one)) for one in (seat, treaty.author))
    return diplomacy.answer_treaty(character_of(seat), regard, own, theirs, terms)


def regarded(seat: Seat, view: Json, other: Seat) -> float:
    """How the bot of a seat regards another one; a stranger is neither friend nor enemy."""
    return diplomacy.regard_of(seat.match.game, view, called(seat, other)) if known(seat, other) else 0.0


# What they propose

_looked: dict[int, int] = {}  # the turn in which this worker has last asked the bots of a match


def proposals_due() -> int:
    """Has bots propose truces, seldom, once a turn, for a slice; how many they proposed. The worker calls it."""
    return sum(proposed(match) for match in in_a_slice(unasked()))


def unasked() -> Iterator[Match]:
    """The matches in whose present turn the bots have not been asked yet by this worker."""
    open_games = [name for name in names() if proposing(name)]
    seats = Seat.objects.filter(of_bots(), match=OuterRef("pk"))
    running = Match.objects.filter(Exists(seats), status=m.RUNNING, game__in=open_games)
    turns = {key: turn or step for key, step, turn in running.values_list("pk", "step", "turn")}
    for gone in _looked.keys() - turns.keys():
        del _looked[gone]
    for key, turn in turns.items():
        if _looked.get(key) != turn:
            _looked[key] = turn
            yield Match.objects.get(pk=key)


def proposing(game: str) -> bool:
    """Whether bots of a game may propose: not where a proposal would tell that a realm is played."""
    site = adapter(game)
    return not site.secret and site.treaties is not None and site.treaties.kind(TRUCE) is not None


def proposed(match: Match) -> int:
    """Has the bots of a match propose what they draw; the same draws in every worker, and never twice."""
    seats = list(match.seats.select_related("user"))
    people = [seat for seat in seats if seat.user is not None]
    began = turn_began(match)
    made = 0
    for seat in seats:
        seat.match = match
        if seat.user is None and level_of(seat.bot) in OFFERED:
            made += woos(seat, people, began)
    return made


def woos(seat: Seat, people: list[Seat], began: datetime) -> bool:
    """Has the bot of a seat propose a truce to one of these people, if it draws so; whether it did."""
    match = seat.match
    rng = Rng(bytes(match.seed)).at("court", seat.name, match.turns, match.branch)
    who = character_of(seat)
    if not diplomacy.in_mood(who, rng.at("mood")) or not letter_names(match)[seat.name][1]:
        return False
    fresh = Treaty.objects.filter(author=seat, proposed__gte=began)
    if fresh.exists():
        return False
    view, bound = view_for(seat), partners(seat)
    free = [one for one in people if one.pk not in bound and known(seat, one)]
    other = diplomacy.wooed({name_of(one): regarded(seat, view, one) for one in free}, rng.at("whom"))
    chosen = next((one for one in free if one.name == other), None)
    if chosen is None:
        return False
    kind = game_treaties(match).kind(TRUCE)
    assert kind is not None
    until = match.coming_turn + rng.at("until").randint(SOON, LATE)
    try:
        with transaction.atomic():
            Seat.objects.select_for_update(no_key=True).only("pk").get(pk=seat.pk)
            if fresh.exists():  # another worker has come first
                return False
            propose(seat, kind, [letter_names(match)[chosen.name][0]], {"until": str(until)})
            write(seat, thread_between(seat, chosen), diplomacy.offer_letter(who))
    except NotAgreed as refusal:
        log.info("match %s: %s cannot propose: %s", match.code, seat.name, refusal.key)
        return False
    return True


def partners(seat: Seat) -> set[int]:
    """The seats (keys) with which a seat has a treaty in force, or one that awaits a seal."""
    own = Treaty.objects.filter(parties__seat=seat, status__in=(PROPOSED, SIGNED))
    return set(Party.objects.filter(treaty__in=own).exclude(seat=seat).values_list("seat", flat=True))


# What they keep


def honoured(match: Match, seat: Seat, bot: str, decision: Any, answer: Any) -> Any:
    """What is left of a bot's answer without what would break a treaty whose word it keeps (`clock.bots.Curb`).

    Orders of a sheet are left out one by one; at a table the whole answer is, for silence harms nobody.
    """
    if level_of(bot) not in OFFERED:
        return answer
    try:
        return without_breach(match, seat, bot, decision, answer)
    except Exception:  # no promise holds up everybody's turn
        log.exception("match %s: what %s has promised cannot be read", match.code, seat.name)
        return answer


def without_breach(match: Match, seat: Seat, bot: str, decision: Any, answer: Any) -> Any:
    """The same, whatever goes wrong."""
    seat.match = match
    game, who = game_treaties(match), character(bot)
    for treaty in in_force(seat):
        treaty.match = match
        if not diplomacy.keeps_word(who, Rng(bytes(match.seed)).at("word", treaty.code)):
            continue
        broken = kind_of(treaty).breaks(decision, answer, promise_for(seat, decision.view, treaty))
        lines = {game.write(decision, one) for one in broken if one is not None}
        if lines and match.pace.by_decision:
            return decision.default
        if lines:
            kept = [line for line in decision.write(answer).splitlines() if line not in lines]
            reading = decision.parse("\n".join(kept))
            answer = answer if reading.refusals else reading.answer
    return answer
