"""All that the site keeps about a player, as plain data."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import F, Q

from heraut.site.accounts.models import Player
from heraut.site.api.models import Token
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.models import Presence, Seat, Sheet
from heraut.site.matchpage.models import GuidedTurn
from heraut.site.messaging.reading import letters_about
from heraut.site.messaging.table_talk import said_by
from heraut.site.notifications.models import Letter
from heraut.site.notifications.outbox import CHOICES, PUSHES

ACCOUNT = (
    "username",
    "email",
    "date_joined",
    "last_login",
    "language",
    "time_zone",
    *CHOICES.values(),
    *PUSHES.values(),
    "mail_failing",
    "absent_from",
    "absent_until",
)
SEAT = ("match__code", "match__title", "match__game", "name", "lord", "word", "joined", "confirmed", "notes")
SHEET = ("step", "sequence", "saved", "sealed", "text", "kept", "hash", "signature")
PRESENCE = ("match__code", "last", "since", "owed", "given")
TOKEN = ("name", "scope", "made", "used")
DEVICE = ("name", "endpoint", "made", "reached")
HOOK = ("match__code", "url", "form", "turns", "awaited", "chronicle", "made", "stopped")
LETTER = ("kind", "match__code", "address", "subject", "text", "written", "status", "sent")


def everything_about(player: Player) -> dict[str, Any]:
    """Account, addresses, seats with every version of their orders, visits, guided turns, tokens, devices and webhooks
    (never their keys), mails, the letters exchanged with other lords, what he said at tables, and what games keep for
    him besides.
    """
    # not those of a player whose seat he has taken over
    his_own = Sheet.objects.filter(Q(seat__taken_over=None) | Q(saved__gte=F("seat__taken_over")))
    return {
        "account": {field: getattr(player, field) for field in ACCOUNT},
        "addresses": list(EmailAddress.objects.filter(user=player).values("email", "verified", "primary")),
        "seats": [
            {**seat, "sheets": list(his_own.filter(seat=seat.pop("pk")).order_by("pk").values(*SHEET))}
            for seat in Seat.objects.filter(user=player).values("pk", *SEAT)
        ],
        "visits": list(Presence.objects.filter(player=player).order_by("pk").values(*PRESENCE)),
        "tokens": list(Token.objects.filter(user=player).values(*TOKEN)),
        "devices": list(player.devices.values(*DEVICE)),
        "webhooks": list(player.hooks.values(*HOOK)),
        "guided": list(GuidedTurn.objects.filter(player=player).values("game", "skipped", "seen")),
        "letters": list(Letter.objects.filter(player=player).values(*LETTER)),
        "correspondence": letters_about(player),
        "table_talk": said_by(player),
        "kept": {game: kept for game in names() if (kept := adapter(game).kept_about(player))},
    }
