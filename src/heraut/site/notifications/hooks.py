"""Webhooks: what a table's host has told to an address of his, of what everyone may know.

A message is written in the transaction of what it tells, like a letter, and sent by a round of its own
(`hook_sender.py`). It is the same for whoever reads it: nothing in it comes from a view, a sheet or a letter.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any

from django.utils import timezone

from heraut.site.common.words import local, say
from heraut.site.matches.activity_words import discreet, hides_lords, names_lords, sentence
from heraut.site.matches.adapters import adapter
from heraut.site.matches.lord_names import lord_names
from heraut.site.matches.models import Activity, Match
from heraut.site.matches.turn_status import SeatStatus
from heraut.site.notifications.claims import WAITING
from heraut.site.notifications.match_mails import as_read_by, match_url, step_key
from heraut.site.notifications.models import Delivery, Hook

log = logging.getLogger("heraut.notifications")

FORMS = ("json", "discord", "matrix")
TURN, AWAITED, CHRONICLE, TEST = "turn", "awaited", "chronicle", "test"
MOST = 3  # hooks of one table
MOST_WAITING = 200  # messages of one hook; what comes then is not written
LONGEST_DISCORD = 1900  # characters; it takes 2,000

Facts = Mapping[str, Any]


def new_secret() -> str:
    """A key for the signatures of a hook."""
    return "whsec_" + secrets.token_urlsafe(32)


def tells_awaited(match: Match) -> bool:
    """Whether everyone may know at this game who is awaited."""
    site = adapter(match.game)
    return bool(site.told_given and not site.secret)


def hooks_of(match: Match, **wanted: bool) -> list[Hook]:
    """The hooks of a match that go, and want this."""
    return list(Hook.objects.filter(match=match, stopped=None, **wanted).select_related("owner"))


# What happens; a mistake in telling it to a channel must not keep it from happening


def told_safely(write: Callable[..., list[Delivery]]) -> Callable[..., list[Delivery]]:
    """Writes to webhooks, or to none if that fails, which the log says."""

    @wraps(write)
    def written(*of: Any) -> list[Delivery]:
        try:
            return write(*of)
        except Exception:
            log.exception("webhooks are not told of %s", of)
            return []

    return written


@told_safely
def turn_deliveries(match: Match) -> list[Delivery]:
    """A turn has been resolved, or the match is over: `match` as it will be."""
    key = step_key(match, match.step)
    return [
        delivery(hook, match, TURN, key, turn_facts(match), turn_words(match)) for hook in hooks_of(match, turns=True)
    ]


def turn_facts(match: Match) -> Facts:
    """The turn that was played, and until when the coming one is."""
    deadline = match.deadline.isoformat() if match.deadline and not match.pace.at_leisure else None
    return {"turn": match.turns, "over": match.over, "deadline": deadline}


def turn_words(match: Match) -> Callable[[], str]:
    """The same in words, for the language of whoever is told."""

    def words() -> str:
        if match.over:
            return say("hook.over", title=match.title)
        if match.deadline is None or match.pace.at_leisure:
            return say("hook.turn", title=match.title, turn=match.turns)
        return say("hook.turn_until", title=match.title, turn=match.turns, when=local(match.deadline))

    return words


@told_safely
def awaited_deliveries(match: Match, statuses: Mapping[str, SeatStatus]) -> list[Delivery]:
    """Who has given no orders yet, some time before the deadline; nothing where that is told to nobody."""
    if not tells_awaited(match):
        return []
    hooks = hooks_of(match, awaited=True)
    names = [name for name, each in statuses.items() if each.awaited and not each.sealed]
    if not hooks or not names:
        return []
    lords = list(match.seats.filter(name__in=names).order_by("pk").values_list("lord", flat=True))
    key = f"{step_key(match, match.step + 1)}:{match.deadline:%Y%m%d%H%M}"
    turn = match.coming_turn

    def words() -> str:
        when = local(match.deadline) if match.deadline else ""
        return say("hook.awaited", title=match.title, turn=turn, lords=lords, when=when)

    facts = {**turn_facts(match), "turn": turn, "awaited": lords}
    return [delivery(hook, match, AWAITED, key, facts, words) for hook in hooks]


@told_safely
def activity_deliveries(activity: Activity) -> list[Delivery]:
    """An entry of the public chronicle, as everyone may read it; none that names lords where they are a secret."""
    match = activity.match
    hooks = hooks_of(match, chronicle=True)
    if not hooks or (hides_lords(match) and names_lords(activity.data)):
        return []
    told = discreet(Activity(match=match, kind=activity.kind, data=activity.data, author=activity.author), match)
    told = told if hides_lords(match) else activity
    lords = lord_names(match, match.seats.only("name", "lord"))
    return [
        delivery(hook, match, CHRONICLE, str(activity.pk), {"kind": activity.kind}, lambda: sentence(told, lords))
        for hook in hooks
    ]


def test_delivery(hook: Hook) -> Delivery:
    """A message that says nothing but that it has come."""
    key = f"{hook.pk}:{secrets.token_hex(6)}"
    return delivery(hook, hook.match, TEST, key, {}, lambda: say("hook.test", title=hook.match.title))


# A message


def delivery(hook: Hook, match: Match, event: str, key: str, facts: Facts, words: Callable[[], str]) -> Delivery:
    """A message to a hook, in the language and at the hours of who has set it."""
    now, number = timezone.now(), f"{event}:{key}:{hook.pk}"
    with as_read_by(hook.owner):
        text = words()
    body = FORM_OF[hook.form](match, event, {**facts, "id": number, "at": now.isoformat()}, text)
    return Delivery(key=f"hook:{number}", hook=hook, event=event, body=json.dumps(body, ensure_ascii=False), due=now)


def plain_form(match: Match, event: str, facts: Facts, text: str) -> dict[str, Any]:
    """What docs/api.md tells: for programs."""
    told = {"code": match.code, "title": match.title, "game": match.game, "url": match_url(match)}
    return {"version": 1, "event": event, **facts, "match": told, "text": text}


def discord_form(match: Match, event: str, facts: Facts, text: str) -> dict[str, Any]:
    """What Discord's webhooks take. Whatever a title may hold, nobody is called by it."""
    content = f"{text[:LONGEST_DISCORD]}\n<{match_url(match)}>"
    return {"username": "Héraut", "content": content, "allowed_mentions": {"parse": []}}


def matrix_form(match: Match, event: str, facts: Facts, text: str) -> dict[str, Any]:
    """What matrix-hookshot's generic webhooks take."""
    return {"username": "Héraut", "text": f"{text}\n{match_url(match)}"}


FORM_OF = {"json": plain_form, "discord": discord_form, "matrix": matrix_form}


def post_deliveries(deliveries: Iterable[Delivery]) -> None:
    """Puts messages in the outbox, but for hooks with too many in it."""
    written = [one for one in deliveries if one.hook.deliveries.filter(status=WAITING).count() < MOST_WAITING]
    Delivery.objects.bulk_create(written, ignore_conflicts=True)
