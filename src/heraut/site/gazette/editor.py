"""The editor's desk (GP-SITE-32): one participant volunteers, orders the articles, writes above them, sends some back.

He learns of articles in batches, at whole quarters of a day, and in an order of chance: whoever watched his desk by the
minute could else tell who was on the site when one came in, or was taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.gazette.input_cleaning import clean_line, clean_reason, clean_text
from heraut.site.gazette.models import RETURNED, TAKEN_BACK, WAITING, Article, Gazette
from heraut.site.gazette.refusals import NotTaken
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.services import write_activity

BATCH = timedelta(hours=6)
LONGEST_TITLE, LONGEST_MOTTO, LONGEST_EDITORIAL = 60, 120, 4_000
EPOCH = datetime(2000, 1, 3, tzinfo=timezone.get_fixed_timezone(0))


def next_batch(now: datetime | None = None) -> datetime:
    """When the editor next learns of anything."""
    since = (now or timezone.now()) - EPOCH
    return EPOCH + BATCH * (since // BATCH + 1)


def gazette_of(match: Match) -> Gazette:
    """The gazette of a match; made now if there is none yet."""
    return Gazette.objects.get_or_create(match=match)[0]


def editor_of(match: Match) -> Seat | None:
    """The seat of the editor; None if there is none, or he sits at the table no more."""
    found = Gazette.objects.filter(match=match).values_list("editor", flat=True).first()
    return None if found is None else match.seats.filter(user=found).first()


def editor_name(match: Match) -> str:
    """The lord whose player edits, by his name in the game; "" if nobody does."""
    seat = editor_of(match)
    return "" if seat is None else adapter(match.game).letter_names(match.realm)[seat.name][0][:60]


def edits(match: Match, player: int | None) -> bool:
    """Whether the player of this key is the editor."""
    found = editor_of(match)
    return found is not None and player is not None and found.user_id == player


def known_to_editor(match: Match) -> QuerySet[Article]:
    """What the editor knows to wait for the coming issue."""
    now = timezone.now()
    return Article.objects.filter(Q(state=WAITING, reaches__lte=now) | Q(state=TAKEN_BACK, leaves__gt=now), match=match)


def articles_for_editor(match: Match) -> list[Article]:
    """The same, in the order in which it will appear."""
    return in_order(list(known_to_editor(match)))


def in_order(articles: list[Article]) -> list[Article]:
    """Articles as the editor wants them, all others behind those, by their code: in an order of chance."""
    return sorted(articles, key=lambda one: (one.place is None, one.place or 0, one.code))


def volunteer(match: Match, seat: Seat) -> None:
    """A participant takes the desk, if it is free. Raises NotTaken."""
    if match.over:
        raise NotTaken("over")
    with transaction.atomic():
        gazette = Gazette.objects.select_for_update(no_key=True).get(pk=gazette_of(match).pk)
        if editor_of(match) is not None:
            raise NotTaken("desk_taken")
        gazette.editor_id, gazette.editorial = seat.user_id, ""
        gazette.save(update_fields=["editor", "editorial"])
        write_activity(match, "editor_begins", seat.user, seats=[seat.name])


@transaction.atomic
def resign(match: Match, seat: Seat) -> None:
    """The editor leaves his desk."""
    if Gazette.objects.filter(match=match, editor=seat.user_id).update(editor=None, editorial=""):
        write_activity(match, "editor_resigns", seat.user, seats=[seat.name])


def dismiss(match: Match, mediator: Player, reason: str) -> None:
    """A mediator ends the editor's work; everybody reads why. Raises NotTaken."""
    why = clean_reason(reason)
    seat = editor_of(match)
    if seat is None:
        raise NotTaken("no_editor")
    with transaction.atomic():
        Gazette.objects.filter(match=match, editor=seat.user_id).update(editor=None, editorial="")
        write_activity(match, "editor_dismissed", mediator, seats=[seat.name], reason=why)


def edit(match: Match, title: str, motto: str, editorial: str, places: Mapping[str, int]) -> None:
    """Keeps what the editor has ready: head, editorial, the place of each article by its code. Raises NotTaken."""
    head = {
        "title": clean_line("title", title, LONGEST_TITLE),
        "motto": clean_line("motto", motto, LONGEST_MOTTO),
        "editorial": clean_text(editorial, LONGEST_EDITORIAL),
    }
    with transaction.atomic():
        Gazette.objects.filter(match=match).update(**head)
        for article in articles_for_editor(match):
            if article.code in places:
                Article.objects.filter(pk=article.pk).update(place=places[article.code])


def send_back(match: Match, code: str, reason: str) -> None:
    """The editor sends an article back; its author reads why, on his own page. Raises NotTaken."""
    why = clean_reason(reason)
    now = timezone.now()
    waiting = Article.objects.filter(match=match, code=code, state=WAITING, reaches__lte=now)
    if not waiting.update(state=RETURNED, reason=why, place=None, reaches=None):
        # taken back meanwhile, which the editor may not know yet: he sees the same
        Article.objects.filter(match=match, code=code, state=TAKEN_BACK).delete()
