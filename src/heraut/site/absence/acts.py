"""What is done about regents and wills, each with the mails that tell of it, in one transaction."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from heraut.site.accounts.models import Player
from heraut.site.matches.bot_names import LOT, bot_asked, drawn_for
from heraut.site.matches.models import Seat
from heraut.site.matches.turn_status import BY_BOT
from heraut.site.notifications.match_mails import match_url
from heraut.site.notifications.news import news
from heraut.site.notifications.outbox import post
from heraut.site.regency import naming
from heraut.site.regency.models import Regency


@transaction.atomic
def name(seat: Seat, named: str, first: date, last: date, **more: Any) -> Regency:
    """Offers a seat to a regent, who is told, if he may be one. Raises Refused."""
    regency = naming.name(seat, named, first, last, **more)
    if naming.may_rule(seat, regency.regent):
        tell(regency, "regent_asked", regency.regent, settings.URL + reverse("absence"), name=regency.holder.username)
    return regency


@transaction.atomic
def accept(number: int, player: Player) -> Regency:
    """A player accepts to be regent; whoever asked him is told. Raises Refused, Regency.DoesNotExist."""
    regency = naming.accept(number, player)
    tell(regency, "regent_accepted", regency.holder, page_url(regency), name=player.username)
    return regency


@transaction.atomic
def end(number: int, player: Player) -> Regency:
    """Either of the two ends it, and the other is told. Raises Refused, Regency.DoesNotExist."""
    regency = naming.end(number, player)
    mine = regency.holder_id == player.pk
    if not mine or naming.may_rule(regency.seat, regency.regent):
        other = regency.regent if mine else regency.holder
        url = settings.URL + reverse("absence") if mine else page_url(regency)
        tell(regency, "regent_ended", other, url, name=player.username)
    return regency


def tell(regency: Regency, kind: str, player: Player, url: str, **figures: Any) -> None:
    """One sentence to one of the two."""
    seat = regency.seat
    days = {"since": regency.since, "until": regency.last_minute}
    post(news(seat.match, kind, str(regency.pk), [(player, seat.lord)], url=url, **days, **figures))


def page_url(regency: Regency) -> str:
    """The page of a match on which its player sees to his regents."""
    return match_url(regency.seat.match) + "regence/"


def leave_will(seat: Seat, will: str, standing: str | None = None, temper: str = LOT) -> None:
    """What answers for this seat from now on; `standing` None leaves the orders written as they are.

    A bot of a will has the level that answers at once: it plays where nobody does, and none thinks for that.
    """
    bot = drawn_for(seat.match, bot_asked(seat.match.game, temper=temper), seat.name) if will == BY_BOT else ""
    fields = {"will": will, "will_bot": bot}
    if standing is not None:
        fields["standing"] = standing
    Seat.objects.filter(pk=seat.pk, user=seat.user_id).update(**fields)
