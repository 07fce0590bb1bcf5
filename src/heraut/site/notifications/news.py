"""What befalls a player's seat or match between two reports, or his tournament: one sentence, one link (choice `news`).

Words are `letter.<kind>` and `letter.<kind>_subject`; an activity that the chronicle tells gives both their kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings

from heraut.site.accounts.models import Player
from heraut.site.common.words import local, say
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Activity, Match
from heraut.site.matches.telling import holders
from heraut.site.matches.turn_status import GHOST
from heraut.site.notifications.match_mails import Titled, as_read_by, letter, step_key
from heraut.site.notifications.models import Letter
from heraut.site.notifications.outbox import by_mail, by_push, post, with_devices

People = Iterable[tuple[Player, str]]  # players, and the names of their lords
CHOICE = "news"


def table_url(match: Match) -> str:
    """The address of the table: who sits there, what is offered, what the host has done."""
    return f"{settings.URL}/table/{match.code}/"


def without_reports(match: Match) -> list[tuple[Player, str]]:
    """Those who would hear of nothing, for they refuse the reports that tell the others of the start and of the end."""
    return [(player, lord) for player, lord in holders(match.seats) if not player.mail_reports]


def news(about: Titled, kind: str, key: str, people: People, *, url: str = "", **figures: Any) -> list[Letter]:
    """One letter for each of these people who wants to be told of this sort of thing."""
    letters = []
    told = [(player, lord) for player, lord in people if player.is_active]
    pushed = with_devices(player for player, _ in told)
    for player, lord in told:
        if not by_mail(player, CHOICE) and not (player.pk in pushed and by_push(player, CHOICE)):
            continue
        with as_read_by(player):
            words = {name: local(what) if isinstance(what, datetime) else what for name, what in figures.items()}
            sentence = say(f"letter.{words_of(about, kind)}", title=about.title, lord=lord, **words)
            own_key = f"{kind}:{key}:{player.pk}"
            letters.append(letter(player, about, kind, own_key, [sentence], url=url, choice=CHOICE, **words))
    return letters


def words_of(about: Titled, kind: str) -> str:
    """The key of the sentence of this kind, in a match that goes turn by turn or decision by decision."""
    by_decision = isinstance(about, Match) and about.pace.by_decision
    return "ghost_decisions" if kind == "ghost" and by_decision else kind


def tell(activity: Activity, people: People, *, url: str = "", **figures: Any) -> None:
    """Writes the letters that go with an entry of the chronicle, in its transaction."""
    post(news(activity.match, activity.kind, str(activity.pk), people, url=url, **figures))


def report_ghosts(match: Match, lords: Sequence[str]) -> None:
    """The host is told which lords have just become ghosts (GP-SITE-14); not one who plays where that is a secret."""
    secret = adapter(match.game).secret and match.host is not None and match.seats.filter(user=match.host).exists()
    if lords and match.host is not None and not secret:
        key, people = step_key(match, match.step), [(match.host, "")]
        post(news(match, "ghost", key, people, url=table_url(match), lords=list(lords), turns=GHOST))
