"""Articles, as their authors have them in hand: written, confided to the gazette, taken back (GP-SITE-31)."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from heraut.engine.names import plain
from heraut.site.accounts.models import Player
from heraut.site.gazette.authorship import hand_over, own, sign
from heraut.site.gazette.editor import next_batch
from heraut.site.gazette.in_hand import IN_HAND, in_hand
from heraut.site.gazette.input_cleaning import clean_line, clean_reason, clean_text
from heraut.site.gazette.models import DRAFT, PRINTED, TAKEN_BACK, WAITING, Article
from heraut.site.gazette.pieces import copy_pieces, new_code, show_anew
from heraut.site.gazette.refusals import NotTaken
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match
from heraut.site.matches.services import write_activity

LONGEST_HEADLINE, LONGEST_PSEUDONYM, LONGEST_TEXT = 100, 40, 8_000
MOST_WAITING, MOST_DRAFTS = 3, 10  # of one author in one match


def typed_fields(form: Mapping[str, str]) -> dict[str, str]:
    """The fields of an article that a form holds. Raises NotTaken."""
    return {
        "headline": clean_line("headline", form.get("headline", ""), LONGEST_HEADLINE),
        "pseudonym": clean_line("pseudonym", form.get("pseudonym", ""), LONGEST_PSEUDONYM),
        "text": clean_text(form.get("text", ""), LONGEST_TEXT),
    }


def begin(match: Match, author: int, form: Mapping[str, str]) -> Article:
    """A new draft of this player. Raises NotTaken."""
    check_open(match)
    fields = typed_fields(form)
    check_pseudonym(match, author, fields["pseudonym"])
    if own(author).filter(match=match, state__in=IN_HAND).count() >= MOST_DRAFTS:
        raise NotTaken("most_drafts", most=MOST_DRAFTS)
    with transaction.atomic():
        article = Article.objects.create(match=match, code=new_code(), **fields)
        sign(article, author)
        show_anew(article)
    return article


def check_open(match: Match) -> None:
    """There will be another issue. Raises NotTaken."""
    if match.over:
        raise NotTaken("over")


def check_pseudonym(match: Match, author: int, pseudonym: str) -> None:
    """No article is signed with the name of another player of the site, or of another lord of its match.

    Raises NotTaken.
    """
    signed, own_names = plain(pseudonym), names_of(match, author)
    if not signed or signed in own_names:
        return
    if Player.objects.filter(folded_name=signed).exists() or signed in names_of(match):
        raise NotTaken("name_of_another", name=pseudonym)


def names_of(match: Match, player: int | None = None) -> set[str]:
    """What the lords of a match are called, in the form in which names are compared; of one player: he and his lord."""
    called = adapter(match.game).letter_names(match.realm) if match.state else {}
    seats = match.seats.all() if player is None else match.seats.filter(user=player)
    found = {name for seat in seats for name in (seat.lord, called.get(seat.name, ("", True))[0])}
    if player is not None:
        found.update(Player.objects.filter(pk=player).values_list("username", flat=True))
    return {plain(name) for name in found if name}


def save(article: Article, author: int, form: Mapping[str, str]) -> None:
    """Keeps what was typed of a draft. Raises NotTaken."""
    fields = typed_fields(form)
    check_pseudonym(article.match, author, fields["pseudonym"])
    with in_hand(article):
        for field, text in fields.items():
            setattr(article, field, text)
        article.save(update_fields=list(fields))
        show_anew(article)


def hand_in(article: Article, author: int) -> None:
    """Confides a draft to the gazette: it appears in the next issue. Raises NotTaken."""
    check_open(article.match)
    if not article.headline or not article.text:
        raise NotTaken("unfinished")
    check_pseudonym(article.match, author, article.pseudonym)
    waiting = own(author).filter(match=article.match, state=WAITING)
    if waiting.exclude(pk=article.pk).count() >= MOST_WAITING:
        raise NotTaken("most_waiting", most=MOST_WAITING)
    drafts = Article.objects.filter(pk=article.pk, state__in=IN_HAND)
    if not drafts.update(state=WAITING, reaches=next_batch(), leaves=None, place=None, reason=""):
        raise NotTaken("not_a_draft")


@transaction.atomic
def take_back(article: Article) -> Article:
    """Takes an article back before it is printed; it is a draft again. Raises NotTaken.

    If the desk knows it, what it knows stays there until it next learns of anything, and the draft is a copy of it.
    """
    now = timezone.now()
    waiting = Article.objects.filter(pk=article.pk, state=WAITING)
    if waiting.filter(reaches__gt=now).update(state=DRAFT, reaches=None):
        return article
    if not waiting.update(state=TAKEN_BACK, leaves=next_batch(now)):
        raise NotTaken("printed_already")
    words = {"headline": article.headline, "pseudonym": article.pseudonym, "text": article.text}
    copy = Article.objects.create(match=article.match, code=new_code(), **words)
    hand_over(article, copy)
    copy_pieces(article, copy)
    return copy


def throw_away(article: Article) -> None:
    """Deletes a draft. Raises NotTaken."""
    with in_hand(article):
        article.delete()


@transaction.atomic
def remove(article: Article, mediator: Player, reason: str) -> None:
    """A mediator takes a printed article out of its issue: words and pictures are gone, the public reason stays.

    Raises NotTaken.
    """
    why = clean_reason(reason)
    printed = Article.objects.filter(pk=article.pk, state=PRINTED, removed=False)
    if article.issue is None or not printed.update(
        removed=True, reason=why, headline="", pseudonym="", text="", html=""
    ):
        raise NotTaken("removed_already")
    article.pieces.all().delete()
    write_activity(article.match, "article_removed", mediator, number=article.issue.number, reason=why)
