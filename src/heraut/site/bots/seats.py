"""The seats of bots that deal with others: who sits there, how they are known, when their turn began."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from heraut.bots.character import Character, character
from heraut.engine.protocol import Seat as SeatName
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.bot_names import OFFERED
from heraut.site.matches.models import Match, Seat
from heraut.site.messaging.models import Message, Thread
from heraut.site.messaging.posting import NotSent, check, keep
from heraut.site.messaging.reading import names, who_is_who


def of_bots(path: str = "") -> Q:
    """The seats that bots hold by themselves in matches under way; `path` leads to the seat."""
    levels = Q()
    for level in OFFERED:
        levels |= Q(**{f"{path}bot__startswith": level})
    return levels & Q(**{f"{path}user": None, f"{path}match__status": m.RUNNING})


def character_of(seat: Seat) -> Character:
    """How the bot of a seat is."""
    return character(seat.bot)


def turn_began(match: Match) -> datetime:
    """When the present turn of a match began."""
    steps = match.steps.filter(turn=match.turn) if match.pace.by_decision else match.steps.filter(number=match.step)
    found = steps.order_by("number").values_list("resolved", flat=True).first()
    assert found is not None
    return found


def known(seat: Seat, other: Seat) -> bool:
    """Whether the holder of a seat knows another by name, and knows him to live."""
    name, alive = who_is_who(seat)(other.name, False)
    return bool(name and alive)


def write(seat: Seat, thread: Thread, key: str) -> bool:
    """A letter of a bot, one a turn in each thread, none where who plays is a secret; whether it was written."""
    game = adapter(seat.match.game)
    if game.secret or "letters" not in game.speech:
        return False
    if Message.objects.filter(thread=thread, author=seat, sent__gte=turn_began(seat.match)).exists():
        return False
    mark = game.letter_marks[0] if game.letter_marks else ""
    try:
        check(seat, key, mark)
        keep(seat, thread, key, mark, signed=False)
    except NotSent:
        return False
    return True


def name_of(seat: Seat) -> SeatName:
    """The seat as its game names it."""
    return SeatName(seat.name)


def called(seat: Seat, other: Seat) -> SeatName:
    """A seat as the view of another has it: by the name of its realm where who plays is a secret."""
    if not adapter(seat.match.game).secret:
        return name_of(other)
    return SeatName(names(seat.match)[seat.name][0] if other == seat else who_is_who(seat)(other.name, False)[0])
