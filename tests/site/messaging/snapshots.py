"""What a player can see of his letters by every way there is, without what differs from one request to the next."""

from __future__ import annotations

import re

from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match, Seat
from heraut.site.messaging.models import Thread
from heraut.site.notifications.models import Letter, Push

SEALS = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|data-live-since="[^"]*"')
MOMENTS = re.compile(r'<time[^>]*>[^<]*</time>|"(?:sent|written|last_login|last|due|proposed|ended)": "[^"]*"')


def seen(client: Client, match: Match, player: Player, *more: str) -> list[str]:
    """Pages of the match, his export, the files of his letters, his mails and pushes, the figure on his tab."""
    begin = f"/partie/{match.code}/"
    pages = ["", "lettres/", "lettres/lettres.txt", "lettres/lettres.json", *more]
    texts = [client.get(begin + page).content.decode() for page in pages]
    texts.append(client.get("/compte/donnees/").content.decode())
    mails = Letter.objects.filter(player=player).order_by("pk").values_list("subject", "text", "html", "headers")
    texts += [str(mail) for mail in mails]
    texts += [str(push) for push in Push.objects.filter(device__player=player).values_list("sentence", "title")]
    texts.append(str(Seat.objects.get(match=match, user=player).unread))
    codes = {
        code: f"thread-{place}"
        for place, code in enumerate(Thread.objects.order_by("pk").values_list("code", flat=True))
    }
    return [without(text, codes) for text in texts]


def without(text: str, codes: dict[str, str]) -> str:
    """The same text without seals of forms, moments and words of chance."""
    for code, name in codes.items():
        text = text.replace(code, name)
    return MOMENTS.sub("", SEALS.sub("", re.sub(r"/lettres/stop/[^\s\"]*", "", text)))
