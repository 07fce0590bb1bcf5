"""All that the site keeps about a player, as plain data."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import F, Q

from heraut.site.accounts.models import Player
from heraut.site.api.models import Token
from heraut.site.clock.models import Branch, Rewind
from heraut.site.forum.posting import kept_for
from heraut.site.forum.posting import written_by as posts_of
from heraut.site.gazette.authorship import looks_of, written_by
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.models import Presence, Seat, Sheet
from heraut.site.matchpage.models import GuidedTurn
from heraut.site.messaging.reading import letters_about
from heraut.site.messaging.sealed import sealed_about
from heraut.site.messaging.table_talk import said_by
from heraut.site.moderation.export import kept_about
from heraut.site.notifications.models import Letter
from heraut.site.notifications.outbox import CHOICES, PUSHES
from heraut.site.regency.export import kept_about as kept_of_regencies
from heraut.site.spectators import comments
from heraut.site.treaties.keeping import treaties_about

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
SEAT = (
    *("match__code", "match__title", "match__game", "name", "lord", "word", "joined", "confirmed", "notes"),
    *("will", "will_bot", "standing", "away_from", "away_until", "regent_bot", "regent_from", "regent_until"),
)
SHEET = ("step", "sequence", "saved", "sealed", "text", "kept", "hash", "signature")
PRESENCE = ("match__code", "last", "since", "owed", "given")
TOKEN = ("name", "scope", "made", "used")
DEVICE = ("name", "endpoint", "made", "reached")
HOOK = ("match__code", "url", "form", "turns", "awaited", "chronicle", "made", "stopped")
STANDING = ("game", "season", "points", "played", "won")
REWOUND = ("match__code", "number", "at", "reason")
REWIND = ("match__code", "at", "kind", "first", "text", "reason")
LETTER = ("kind", "match__code", "address", "subject", "text", "written", "status", "sent")


def everything_about(player: Player) -> dict[str, Any]:
    """Account, addresses and the former ones that still lead back to it, seats with every version of their orders,
    visits, guided turns, tokens, devices and webhooks (never their keys), matches that he rewound, mails, the letters
    exchanged with other lords, those of his that wait under seal, the treaties of his seats, what he said at tables, in
    forums and of matches that he watched, what he wrote for gazettes, the looks that he took at authors as a referee,
    his regents, what he did as one, what his wills answered, and what games keep for him besides; what he reported,
    what was done to him, whom he has declared, from where he came (`moderation`).
    """
    # not those of a player whose seat he has taken over
    his_own = Sheet.objects.filter(Q(seat__taken_over=None) | Q(saved__gte=F("seat__taken_over")))
    return {
        "account": {field: getattr(player, field) for field in ACCOUNT},
        "addresses": list(EmailAddress.objects.filter(user=player).values("email", "verified", "primary")),
        "former_addresses": list(player.former_addresses.values("email", "until")),
        "seats": [
            {**seat, "sheets": list(his_own.filter(seat=seat.pop("pk")).order_by("pk").values(*SHEET))}
            for seat in Seat.objects.filter(user=player).values("pk", *SEAT)
        ],
        "visits": list(Presence.objects.filter(player=player).order_by("pk").values(*PRESENCE)),
        "tokens": list(Token.objects.filter(user=player).values(*TOKEN)),
        "devices": list(player.devices.values(*DEVICE)),
        "webhooks": list(player.hooks.values(*HOOK)),
        "guided": list(GuidedTurn.objects.filter(player=player).values("game", "skipped", "seen")),
        "rewound": list(Branch.objects.filter(author=player).order_by("pk").values(*REWOUND)),
        "rewinds": list(Rewind.objects.filter(author=player).values(*REWIND)),
        "letters": letters_to(player),
        "correspondence": letters_about(player),
        "sealed_letters": sealed_about(player),
        "treaties": treaties_about(player),
        "table_talk": said_by(player),
        "standings": list(player.standings.values(*STANDING)),
        "trophies": list(player.trophies.values("kind", "game", "match__code", "season", "words", "at")),
        "comments": comments.said_by(player),
        **kept_of_regencies(player),
        "peace": kept_about(player),
        "articles": written_by(player),
        "author_looks": looks_of(player),
        "forum": {"posts": posts_of(player), **kept_for(player)},
        "kept": {game: kept for game in names() if (kept := adapter(game).kept_about(player))},
    }


def letters_to(player: Player) -> list[dict[str, Any]]:
    """The mails to a player; of those about his account not what they say: a code opens it, to a stolen session too."""
    mails = Letter.objects.filter(player=player).values(*LETTER)
    return [{**mail, "subject": "", "text": ""} if mail["kind"] == "account" else mail for mail in mails]
