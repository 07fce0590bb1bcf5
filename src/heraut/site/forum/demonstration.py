"""What a demonstration says in the forum of its match: lords, a teller, a player; no browser writes it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from heraut.site.accounts.models import Player
from heraut.site.common.words import say
from heraut.site.forum.models import KINDS, LORD, PLAYER, TALE, Forum
from heraut.site.forum.posting import Written, answer, begin
from heraut.site.matches.models import Match, Seat


class Clerk(msgspec.Struct, frozen=True):
    """Somebody who writes for a seat, in the forum of its match (`posting.Writer`)."""

    match: Match
    seat: Seat
    player: Player
    role: str = ""
    moderates: bool = False
    kinds: tuple[str, ...] = KINDS

    def opened(self) -> Forum:
        """That of the match, made if there is none."""
        return Forum.objects.get_or_create(match=self.match)[0]


def speak_in_forum(match: Match, writers: Sequence[tuple[Seat, Player]]) -> None:
    """Three threads of a match, by those who hold two of its seats for the time being."""
    first, second = (Clerk(match, seat, player) for seat, player in writers[:2])
    defy = begin(first, Written(LORD, words("defy_1"), words("defy")))
    answer(second, defy.thread, Written(LORD, words("defy_2")))
    begin(second, Written(TALE, words("tale_1"), words("tale")))
    begin(first, Written(PLAYER, words("rules_1"), words("rules")))


def words(key: str) -> str:
    """What is said, in the language in which the demonstration is made."""
    return say(f"demo_match.forum_{key}")
