"""Tables that wait for players: the list of them, opening one, entering, leaving, the host's acts before the start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, count
from typing import Any

import msgspec
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Value
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.common.words import say
from heraut.site.lobby import muster
from heraut.site.lobby.muster import numbered
from heraut.site.lobby.presets import described, kind_of
from heraut.site.lobby.waiting_list import EXCLUDED, WAITING, check_lord, check_player, full, locked_table
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.pace import Pace
from heraut.site.matches.services import open_match, write_activity
from heraut.site.matches.telling import holders
from heraut.site.notifications.news import table_url, tell


def open_tables(player: Player | None = None) -> QuerySet[Match]:
    """Every public table that waits for players, the fullest first.

    `listed` is how many are on its list, `seated` how many seats there are, whoever holds them; `own` says whether
    this player has one of them.
    """
    waiting = Match.objects.filter(status__in=WAITING, private=False, game__in=names()).defer("state", "seed")
    listed = Count("seats", filter=Q(seats__user__isnull=False))
    own = Exists(Seat.objects.filter(match=OuterRef("pk"), user=player)) if player else Value(False)
    return waiting.annotate(listed=listed, seated=Count("seats"), own=own).order_by("-listed", "created", "pk")


def usual_title(player: Player, game: str) -> str:
    """The title of a new table of this host, under the next number while others of his bear it that are not over."""
    title = say("lobby.title_of", game=say(f"game.{game}"), name=player.username)
    own = Match.objects.filter(host=player, title__startswith=title).exclude(status__in=(m.OVER, m.CANCELLED))
    taken = set(own.values_list("title", flat=True))
    return next(found for found in chain([title], map(partial(numbered, title), count(2))) if found not in taken)


class Card(msgspec.Struct, frozen=True):
    """An open table as the lists show it."""

    match: Match
    listed: int
    lords: int
    own: bool  # its reader has a place there already

    @property
    def marks(self) -> list[bool]:
        """One mark a place: whether it is taken (GP-SITE-11)."""
        return [place < self.listed for place in range(self.lords)]

    @property
    def free(self) -> int:
        """How many places are still open."""
        return max(0, self.lords - self.listed)

    @property
    def behind(self) -> int:
        """How many wait behind the places."""
        return max(0, self.listed - self.lords)

    @property
    def pace(self) -> str:
        """When its turns end, in words."""
        return described(self.match.pace)


def cards(tables: Iterable[Any]) -> list[Card]:
    """Tables of `open_tables` as cards."""
    return [Card(table, table.listed, int(table.options.get("lords") or table.seated), table.own) for table in tables]


def chosen(tables: QuerySet[Match], *, game: str = "", place: str = "", pace: str = "") -> QuerySet[Match]:
    """Those of a game, a map and a pace; an empty word leaves the choice open."""
    if game:
        tables = tables.filter(game=game)
    if not (place or pace):
        return tables
    fitting = [
        table.pk
        for table in tables.only("game", "options", "pace_data")
        if (not place or table.options.get(adapter(table.game).place_option) == place)
        and (not pace or kind_of(table.pace) == pace)
    ]
    return tables.filter(pk__in=fitting)


@transaction.atomic
def open_table(
    host: Player,
    title: str,
    options: Mapping[str, Any],
    pace: Pace,
    *,
    game: str,
    private: bool = False,
    password: str = "",
    bots: str = "",
    place_bots: Sequence[str] = (),
    counted: bool = False,
    relations: str = "",
    demo: bool = False,
    open_after: int | None = None,
    hold: int = 0,
) -> Match:
    """A new table. `options` are those of the game, `lords` among them; without password the link alone is the key.

    `counted`: whether its result is for the ladder, which that of a private one never is.
    `relations`: what is done with those that players have declared (`Match.relations`).
    """
    table = open_match(
        game,
        title,
        options,
        pace,
        host=host,
        private=private,
        password=make_password(password) if password else "",
        bots=bots,
        place_bots=list(place_bots),
        counted=counted and not private,
        relations=relations,
        demo=demo,
        open_after=None if adapter(game).secret else open_after,
        hold=hold,
    )
    write_activity(table, "opened", host)
    return table


@transaction.atomic
def join(
    match: Match,
    player: Player,
    lord: str,
    word: str = "",
    choices: Mapping[str, str] | None = None,
    *,
    behind: bool = False,
) -> Seat:
    """Puts a player on the list under this lord's name, with what the game lets him choose (GP-SET-02). Raises Refused.

    `behind`: he agrees to wait behind a full table. Whoever registers while the muster is on is present by that.
    """
    table = locked_table(match)
    check_player(table, player)
    check_lord(table, lord)
    adapter(table.game).check_choices(table, choices or {})
    if full(table) and not behind:
        raise Refused("full")
    return enlist(table, player, lord, word, choices)


def enlist(table: Match, player: Player, lord: str, word: str, choices: Mapping[str, str] | None = None) -> Seat:
    """A place at the end of the list of a locked table; it may complete the table, or its muster."""
    present = table.status == m.MUSTER
    chosen = {"lord": lord, "word": word, "choices": dict(choices or {})}
    seat = Seat.objects.create(match=table, name=f"?{player.pk}", user=player, confirmed=present, **chosen)
    muster.after_joining(table, seat, timezone.now())
    return seat


@transaction.atomic
def choose(match: Match, player: Player, choices: Mapping[str, str]) -> None:
    """Chooses anew what the game lets a player choose with his seat, until the match starts. Raises Refused."""
    table = locked_table(match)
    seat = table.seats.get(user=player)
    adapter(table.game).check_choices(table, choices, seat)
    seat.choices = dict(choices)
    seat.save(update_fields=["choices"])


@transaction.atomic
def leave(match: Match, player: Player) -> None:
    """Takes a player off the list; everyone behind moves up. Raises Refused once the match has started."""
    table = locked_table(match)
    with muster.moving_up(table):
        table.seats.filter(user=player).delete()
    muster.start_if_complete(table, timezone.now())


@transaction.atomic
def exclude(match: Match, host: Player, seat: Seat, reason: str) -> None:
    """The host takes someone off the list, for good, and says why. Raises Refused once the match has started."""
    table = locked_table(match)
    if seat.user_id == host.pk:
        raise Refused("yourself")
    activity = write_activity(table, EXCLUDED, host, player=seat.user_id, lord=seat.lord, reason=reason)
    tell(activity, holders([seat]), url=table_url(table), reason=reason)
    with muster.moving_up(table):
        seat.delete()
    muster.start_if_complete(table, timezone.now())


@transaction.atomic
def cancel(match: Match, host: Player, reason: str) -> None:
    """The table will not be played. Raises Refused once the match has started."""
    table = locked_table(match)
    table.status, table.ended, table.muster_until = m.CANCELLED, timezone.now(), None
    table.save(update_fields=["status", "ended", "muster_until"])
    activity = write_activity(table, "cancelled", host, reason=reason)
    tell(activity, holders(table.seats, but=host), url=table_url(table), reason=reason)
