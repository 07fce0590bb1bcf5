"""What waits for those who keep the peace: they are told when it comes, and at home as long as it waits
(GP-SITE-35).
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from heraut.site.moderation import letters
from heraut.site.moderation.models import LETTER, SETTLED, Appeal, Fault, Report, Sanction
from heraut.site.regency.in_force import has_part, with_part


def readers_of_reports(match: Match) -> list[Player]:
    """Those of a match's own who read what is reported there: its mediators, and its host if he does not play."""
    own = Player.objects.filter(Q(mediated=match) | Q(hosted=match), is_active=True).distinct()
    return [one for one in own if not has_part(match, one)]


def referees(match: Match | None) -> list[Player]:
    """The staff, without whoever has a part in this match."""
    staff = Player.objects.filter(is_staff=True, is_active=True)
    return [one for one in staff if match is None or not has_part(match, one)]


def tell_reported(match: Match | None, author: Player, *, by_referee: bool = False) -> None:
    """Those who keep the peace of a match are told that something was reported; where there is nobody, the staff."""
    own = readers_of_reports(match) if match is not None and not by_referee else []
    path = reverse("arbitration", args=[match.code]) if match is not None and own else reverse("referee")
    tell((one for one in own or referees(match) if one != author), "report_waits", path, match)


def tell_appealed(sanction: Sanction) -> None:
    """Those who may answer an appeal are told of it."""
    unfit = (sanction.author_id, sanction.player_id)
    judges = (one for one in referees(sanction.match) if one.pk not in unfit)
    tell(judges, "appeal_waits", reverse("referee"), sanction.match)


def tell(people: Iterable[Player], kind: str, path: str, match: Match | None) -> None:
    """One mail a day and place at most: whoever looks there sees all that waits."""
    key = f"{match.code if match is not None else ''}:{timezone.localdate()}"
    for one in people:
        letters.write(one, kind, key, path, match)


def waiting_for(player: Player) -> list[tuple[Match | None, int]]:
    """How much waits for a player in each match that he looks after and has no part in; for the staff in all (None)."""
    if player.is_staff:
        number = waiting_for_staff(player)
        return [(None, number)] if number else []
    words = Count("reports", filter=Q(reports__settled=None) & ~Q(reports__kind=LETTER), distinct=True)
    wrong = Count("faults", filter=~Q(faults__status=SETTLED), distinct=True)
    kept = Match.objects.filter(Q(mediators=player) | Q(host=player)).only("code", "title")
    waiting = kept.annotate(waiting=words + wrong).filter(waiting__gt=0).order_by("pk")
    return [(match, match.waiting) for match in waiting if not has_part(match, player)]


def waiting_for_staff(player: Player) -> int:
    """How much waits for a referee: reports, mistakes and appeals that are not his own affair."""
    mine = with_part(player)
    reports = Report.objects.filter(settled=None).exclude(match__in=mine)
    faults = Fault.objects.exclude(status=SETTLED).exclude(match__in=mine)
    appeals = Appeal.objects.filter(answered=None).exclude(sanction__match__in=mine)
    answerable = appeals.exclude(sanction__author=player).exclude(sanction__player=player)
    return reports.count() + faults.count() + answerable.count()
