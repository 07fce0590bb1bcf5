"""Who falls: figures in contact with most enemies in melee, the nearest to the shooter when shot at (SV-DP-12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import isqrt
from typing import NamedTuple

import msgspec

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.asking import Question
from heraut.games.vassaux.identities import FigureId, GroupId
from heraut.games.vassaux.orders import Lose, refusal
from heraut.games.vassaux.phases.cohesion import fell
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Losses
from heraut.games.vassaux.table.cache import Contacts
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import EPS
from heraut.games.vassaux.tables.codes import Cause
from heraut.geometry import Disc, fine_gap

SCALE = 1 << 20  # gaps of a shot are compared in parts of a mR this small


def liable_in_melee(field: Field, group: GroupId, figures: Iterable[FigureId]) -> Contacts:
    """The figures of a side that a blow may fell: those in contact, each with the enemies it touches (SV-MEL-03)."""
    return field.contacts(figures, field.unit(group).seat)


def lose_in_melee(turn: Turn, group: GroupId, figures: Iterable[FigureId], count: int) -> int:
    """Casualties among the figures of a defender in contact; how many there are (SV-MEL-03)."""
    frame = due_in_melee(turn, group, figures, count)
    if frame.count:
        turn.push(frame)
    return frame.count


def due_in_melee(field: Field, group: GroupId, figures: Iterable[FigureId], count: int) -> Losses:
    """Who is to be removed when so many of a defender fall: those in contact with most enemies first (SV-MEL-03)."""
    contacts = liable_in_melee(field, group, figures)
    numbers = sorted({len(foes) for foes in contacts.values()}, reverse=True)
    tiers = [sorted(man for man, foes in contacts.items() if len(foes) == number) for number in numbers]
    return Losses(group, min(count, len(contacts)), tiers, cause="melee")


def lose_to_shot(
    turn: Turn, group: GroupId, figures: Sequence[FigureId], count: int, origin: Disc, cause: Cause
) -> None:
    """Casualties among the figures that were the target, as seen from a shooter or a caster (SV-SHT-07).

    They remain liable when their leader falls and they join a band: who was in that band before does not (SV-COH-05).
    """
    count = min(count, len(figures))
    if count:
        turn.push(Losses(group, count, [list(figures)], origin, cause))


def step(turn: Turn, frame: Losses) -> None:
    """Removes those about whom there is no choice; asks about the others."""
    while frame.count:
        liable = candidates(turn, frame)
        number = asked_number(frame, liable)
        if number < len(liable):
            return turn.ask(turn.unit(frame.group).seat, "losses")
        remove(turn, frame, liable)
    return turn.pop()


def candidates(field: Field, frame: Losses) -> list[FigureId]:
    """The figures equally liable to go next."""
    standing = next(tier for tier in ([man for man in tier if man in field.now.at] for tier in frame.tiers) if tier)
    if frame.origin is None:
        return standing
    gaps = {man: shot_gap(field, frame.origin, man) for man in standing}
    least = min(gaps.values())
    return [man for man, gap in gaps.items() if gap <= least + EPS * SCALE]


def shot_gap(field: Field, origin: Disc, man: FigureId) -> int:
    """The gap from the origin of a shot, finely enough to compare within EPS."""
    x, y, r = field.disc(man)
    return isqrt(((x - origin[0]) ** 2 + (y - origin[1]) ** 2) * SCALE * SCALE) - (r + origin[2]) * SCALE


def asked_number(frame: Losses, liable: Sequence[FigureId]) -> int:
    """How many of those liable are to be named at once: after each man shot, the nearest are judged anew."""
    return min(frame.count, len(liable)) if frame.origin is None else min(1, len(liable))


def remove(turn: Turn, frame: Losses, figures: Sequence[FigureId]) -> None:
    """Removes these figures from the table and tells it."""
    frame.count -= len(figures)
    leader = turn.unit(frame.group).leader
    places = {man: turn.now.at[man] for man in figures}
    group = turn.standing_as(frame.group)
    turn.announce(
        "SV-MEL-03" if frame.origin is None else "SV-SHT-07", "fallen", unit=group, figures=list(figures),
        places=[list(place) for place in places.values()], leader=leader in figures, cause=frame.cause,
    )  # fmt: skip
    fell(turn, group, figures, blow=True)


# The question


def top(field: Field) -> Losses:
    frame = field.now.stack[-1]
    assert isinstance(frame, Losses)
    return frame


def check(field: Field, answer: Lose) -> list[Refusal]:
    """So many of those equally liable, each once."""
    frame = top(field)
    liable = candidates(field, frame)
    number = asked_number(frame, liable)
    if len(set(answer.figures)) != len(answer.figures) or len(answer.figures) != number:
        return [refusal("SV-MEL-03", "wrong_count", number=number, figures=liable)]
    return [
        refusal("SV-MEL-03", "not_liable", figure=man, figures=liable) for man in answer.figures if man not in liable
    ]


class Merit(NamedTuple):
    """Who is lost first: the least of these."""

    leads: bool
    nearness: int
    number: int  # below nought


def default(field: Field) -> Lose:
    """Not the leader; then those farthest from where he stands or last stood; then the largest ids (SV-DP-12)."""
    frame = top(field)
    liable = candidates(field, frame)
    return Lose(tuple(sorted(ranked(field, frame, liable)[: asked_number(frame, liable)])))


def ranked(field: Field, frame: Losses, liable: Iterable[FigureId]) -> list[FigureId]:
    """Figures equally liable, by who is lost first if nobody chooses."""
    unit = field.unit(frame.group)
    x, y = field.now.at.get(unit.leader) or unit.post or (0, 0)

    def merit(man: FigureId) -> Merit:
        return Merit(man == unit.leader, -fine_gap(field.disc(man), (x, y, unit.sheet.radius)), -man)

    return sorted(sorted(liable), key=merit)


def succession(field: Field, frame: Losses) -> list[FigureId]:
    """Everybody who may fall, in the order in which they do if nobody chooses: of so many lost, the first so many."""
    order: list[FigureId] = []
    while any(set(tier) - set(order) for tier in frame.tiers):
        rest = msgspec.structs.replace(frame, tiers=[[man for man in tier if man not in order] for tier in frame.tiers])
        found = ranked(field, rest, candidates(field, rest))
        order += found if frame.origin is None else found[:1]
    return order


def sample(field: Field, rng: Rng) -> Lose:
    """A random legal choice."""
    frame = top(field)
    liable = candidates(field, frame)
    rng.shuffle(liable)
    return Lose(tuple(sorted(liable[: asked_number(frame, liable)])))


def listed(field: Field) -> Iterable[Lose]:
    """Every choice."""
    frame = top(field)
    liable = candidates(field, frame)
    return (Lose(chosen) for chosen in combinations(liable, asked_number(frame, liable)))


def take(turn: Turn, answer: Lose) -> None:
    """They go; the resolution goes on."""
    remove(turn, top(turn), answer.figures)


LOSSES = Question((Lose,), check, default, sample, take, listed)
