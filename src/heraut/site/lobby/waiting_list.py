"""The list of a table that waits for players: who holds its places, who waits behind, who may enter (GP-SITE-08).

Everyone who has registered has a `Seat`; the order of registration is theirs. The first so many hold the places, the
others move up when someone leaves. Only the start of the match gives the seats their final names.
"""

from __future__ import annotations

import msgspec
from django.db.models import QuerySet

from heraut.engine.names import plain, valid_name
from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.matches import models as m
from heraut.site.matches.activity_kinds import ActivityKind, of_kind
from heraut.site.matches.adapters import adapter
from heraut.site.matches.former_parts import kept_peace
from heraut.site.matches.models import Activity, Match, Seat
from heraut.site.moderation.relations import check_apart
from heraut.site.moderation.supporters import check_entering

WAITING = (m.GATHERING, m.MUSTER)
EXCLUDED: ActivityKind = "excluded"


class Places(msgspec.Struct, frozen=True):
    """Who holds the places of a table, who waits for one, and how many there are."""

    seated: tuple[Seat, ...]
    behind: tuple[Seat, ...]
    number: int

    @property
    def free(self) -> int:
        """How many places are still open (GP-SITE-11)."""
        return self.number - len(self.seated)


def locked(match: Match) -> Match:
    """The match as it is now, held against all others until the end of the transaction."""
    return Match.objects.select_for_update(no_key=True).defer("state").get(pk=match.pk)


def locked_table(match: Match) -> Match:
    """The same, for a table that waits for players. Raises Refused once it does no longer."""
    table = locked(match)
    if table.status not in WAITING:
        raise Refused("started")
    return table


def lords_of(match: Match) -> int:
    """How many lords the table is for."""
    return int(match.options.get("lords") or match.seats.count())


def registered(match: Match) -> QuerySet[Seat]:
    """Everyone on the list, in the order of registration; seats of closed accounts do not count."""
    return match.seats.filter(user__isnull=False).select_related("user")


def full(match: Match) -> bool:
    """Whether as many have registered as the table is for."""
    return registered(match).count() >= lords_of(match)


def places(match: Match) -> Places:
    """The list of a table that has not started, cut where its places end."""
    number, everyone = lords_of(match), tuple(registered(match))
    return Places(everyone[:number], everyone[number:], number)


def check_player(table: Match, player: Player) -> None:
    """One person, one seat; a guest has confirmed no address and enters no one's table (GP-SITE-03, GP-SITE-05)."""
    if player.guest:
        raise Refused("guest")
    if table.seats.filter(user=player).exists():
        raise Refused("seated")
    if Activity.objects.filter(of_kind(EXCLUDED), match=table, data__player=player.pk).exists():
        raise Refused("excluded")
    if kept_peace(table, player):
        raise Refused("keeps_the_peace")
    check_entering(table, player)
    check_apart(table, player)
    if adapter(table.game).secret and table.host_id == player.pk and table.seats.exclude(user=None).exists():
        raise Refused("host_knows")  # who plays, which is a secret to all who do


def check_lord(table: Match, lord: str) -> None:
    """A well-formed name that nobody on the list bears, told apart as the rules tell names apart (GP-SET-02).

    Where it is a secret who plays, two may bear the same: a refusal would tell that somebody is there.
    """
    if not valid_name(lord):
        raise Refused("bad_lord")
    if not adapter(table.game).secret and plain(lord) in {
        plain(taken) for taken in table.seats.values_list("lord", flat=True)
    }:
        raise Refused("lord_taken", lord=lord)


def free_lords(match: Match) -> list[str]:
    """Names of ours that nobody at this table bears."""
    taken = {plain(lord) for lord in match.seats.values_list("lord", flat=True)}
    return [lord for lord in adapter(match.game).lord_names() if plain(lord) not in taken]
