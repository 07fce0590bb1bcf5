"""Mails of those who keep the peace. Nobody can refuse them: they tell what befell the reader, or what he asked."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.words import local, say
from heraut.site.matches.models import Match
from heraut.site.notifications.match_mails import as_read_by, written_out
from heraut.site.notifications.models import Letter
from heraut.site.notifications.outbox import post


def write(player: Player, kind: str, key: str, path: str, match: Match | None = None, **figures: Any) -> None:
    """A letter in the present transaction: its words are `letter.<kind>` and `letter.<kind>_subject`; `path` is the
    page of the site that it leads to. `key` keeps it from being written twice.
    """
    if not player.is_active:
        return
    with as_read_by(player):
        told = {name: local(what) if isinstance(what, datetime) else what for name, what in figures.items()}
        words = {"title": match.title if match is not None else "Héraut", **told}
        subject, url = say(f"letter.{kind}_subject", **words), settings.URL + path
        lead = [part for part in say(f"letter.{kind}", **words).split("\n") if part.strip()]
        text, html = written_out(player, subject, lead, url=url, points=(), report="", picture=False, choice="")
        letter = Letter(
            key=f"{kind}:{key}:{player.pk}",
            player=player,
            match=match,
            kind=kind,
            address=player.email,
            subject=subject[:200],
            text=text,
            html=html,
            due=timezone.now(),
        )
        letter.sentence, letter.link = subject, path
    post([letter])
