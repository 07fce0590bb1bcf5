"""What the pages of a match tell whoever may take no seat in it.

Told by whoever keeps the peace (`moderation`), which stands above.
"""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.utils.safestring import SafeString

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from heraut.site.matchpage.match_access import MatchAccess

Tell = Callable[[Match, Player | AnonymousUser], SafeString]  # a notice; "" where there is nothing to tell

_tell: list[Tell] = []


def shut_out_by(tell: Tell) -> None:
    """Names who tells of it, when the site is put together."""
    _tell[:] = [tell]


def shut_out(access: MatchAccess) -> SafeString:
    """The notice for a visitor without a seat; "" where there is none."""
    return _tell[0](access.match, access.request.user) if _tell and access.seat is None else SafeString()
