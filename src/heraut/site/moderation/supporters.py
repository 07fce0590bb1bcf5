"""Supporters of the site: a flag that the staff sets, with its term; no money passes through the site (GP-SITE-36).

Off without HERAUT_SUPPORTERS. HERAUT_MEMBERS_ONLY names what is for them alone: maps, and "private" for private tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match
from heraut.site.moderation.models import Membership
from heraut.site.moderation.sanctions import note_act

YEARLY = 12  # euros from January to December, one a month
PRIVATE = "private"


def term(day: date) -> date:
    """Until when whoever joins on this day is a supporter: the end of the calendar year."""
    return date(day.year, 12, 31)


def dues(day: date) -> int:
    """Euros that the original asked of whoever joins on this day: one for each month left, that of joining included."""
    return YEARLY + 1 - day.month


def is_supporter(player: Any, day: date | None = None) -> bool:
    """Whether he is one, where the site has any."""
    if not settings.SUPPORTERS or not player.is_authenticated:
        return False
    return Membership.objects.filter(player=player, until__gte=day or timezone.localdate()).exists()


@transaction.atomic
def join(player: Player, author: Player, until: date) -> None:
    """The staff notes that he is a supporter until the end of that day."""
    today = timezone.localdate()
    Membership.objects.update_or_create(
        player=player, defaults={"until": until}, create_defaults={"until": until, "since": today}
    )
    note_act(author, "supporter", player, until=until.isoformat())


@transaction.atomic
def leave(player: Player, author: Player) -> None:
    """He is one no longer."""
    Membership.objects.filter(player=player).delete()
    note_act(author, "supporter_ended", player)


def for_members(game: str, options: Mapping[str, Any], *, private: bool) -> bool:
    """Whether such a table is for supporters alone."""
    place = options.get(adapter(game).place_option) if adapter(game).place_option else None
    return settings.SUPPORTERS and (place in settings.MEMBERS_ONLY or (private and PRIVATE in settings.MEMBERS_ONLY))


def check_opening(player: Player, game: str, options: Mapping[str, Any], *, private: bool) -> None:
    """Raises Refused where such a table is for supporters alone, and he is none."""
    if for_members(game, options, private=private) and not is_supporter(player):
        raise Refused("members_only")


def check_entering(match: Match, player: Player) -> None:
    """The same for whoever takes a seat: a private table is its host's to fill. Raises Refused."""
    if for_members(match.game, match.options, private=False) and not is_supporter(player):
        raise Refused("members_only")
