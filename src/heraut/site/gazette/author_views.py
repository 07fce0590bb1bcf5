"""The pages of an author: his articles, and each of them as long as it is not printed. Nobody else has them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from heraut.site.common.words import say
from heraut.site.gazette import articles, pieces
from heraut.site.gazette.authorship import looks_at, own
from heraut.site.gazette.editor import editor_of, next_batch
from heraut.site.gazette.in_hand import IN_HAND
from heraut.site.gazette.input_cleaning import clean_line
from heraut.site.gazette.layout import access_for, author_key, shown, tried
from heraut.site.gazette.models import PICTURE, SOUND, Article
from heraut.site.gazette.refusals import NotTaken
from heraut.site.gazette.views import with_sounds
from heraut.site.matches.adapters import adapter
from heraut.site.matchpage.layout import turn_away
from heraut.site.matchpage.match_access import MatchAccess

FEW = 4  # people at a table who have no trouble guessing
LIMITS = {
    "headline": articles.LONGEST_HEADLINE,
    "pseudonym": articles.LONGEST_PSEUDONYM,
    "text": articles.LONGEST_TEXT,
    "largest": pieces.LARGEST_SENT,
    "kilobytes": pieces.LARGEST_SENT // 1000,
    "pictures": pieces.MOST[PICTURE],
    "waiting": articles.MOST_WAITING,
}
FIELDS = ("headline", "pseudonym", "text")


@require_safe
def own_articles(request: HttpRequest, code: str) -> HttpResponse:
    """What a player has written for this gazette, and what became of it."""
    access = access_for(request, code)
    author = author_key(access)
    if author is None:
        return turn_away(access)
    found = list(own(author).filter(match=access.match).select_related("issue"))
    looks = looks_at(found)
    for one in found:
        one.looks = looks.get(one.pk, [])  # type: ignore[attr-defined]  # for the template
    return shown(access, "own", "own", articles=found)


@require_http_methods(["GET", "HEAD", "POST"])
def write(request: HttpRequest, code: str) -> HttpResponse:
    """A new article; saved, it has a page of its own."""
    access = access_for(request, code)
    author = author_key(access)
    if author is None:
        return turn_away(access)
    if request.method != "POST":
        return form_shown(access, None, "")
    answer = tried(access, "article", lambda: begin(access, author))
    return form_shown(access, None, answer) if isinstance(answer, str) else answer


def begin(access: MatchAccess, author: int) -> HttpResponse:
    """Keeps a new article. Raises NotTaken."""
    article = articles.begin(access.match, author, access.request.POST)
    article.match = access.match
    return after_saving(access, article, author)


def after_saving(access: MatchAccess, article: Article, author: int) -> HttpResponse:
    """The article is kept; if that was asked for it goes to the gazette as well, else its page shows it."""
    if access.request.POST.get("act") == "hand_in":
        try:
            articles.hand_in(article, author)
        except NotTaken as refusal:
            messages.error(access.request, refusal.words)
        else:
            messages.success(access.request, say("gazette.handed_in"))
            return redirect("gazette_own", access.match.code)
    else:
        messages.success(access.request, say("gazette.saved"))
    return redirect("gazette_draft", access.match.code, article.code)


@require_http_methods(["GET", "HEAD", "POST"])
def draft(request: HttpRequest, code: str, article: str) -> HttpResponse:
    """An article that is not printed yet, to its author. Raises Http404 for anybody else."""
    access = access_for(request, code)
    author = author_key(access)
    if author is None:
        return turn_away(access)
    found = own(author).filter(match=access.match, code=article).first()
    if found is None:
        raise Http404
    found.match = access.match
    if request.method != "POST":
        return form_shown(access, found, "")
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise Http404
    answer = tried(access, "piece" if act is attach else "article", lambda: act(access, found, author))
    return form_shown(access, found, answer) if isinstance(answer, str) else answer


# What an author does: each raises NotTaken


def save(access: MatchAccess, article: Article, author: int) -> HttpResponse:
    """Keeps what he has typed, and confides it to the gazette if he wants that."""
    articles.save(article, author, access.request.POST)
    return after_saving(access, article, author)


def take_back(access: MatchAccess, article: Article, author: int) -> HttpResponse:
    """It is a draft again."""
    again = articles.take_back(article)
    messages.success(access.request, say("gazette.taken_back"))
    return redirect("gazette_draft", access.match.code, again.code)


def throw_away(access: MatchAccess, article: Article, author: int) -> HttpResponse:
    """It is gone."""
    articles.throw_away(article)
    messages.success(access.request, say("gazette.thrown_away"))
    return redirect("gazette_own", access.match.code)


def attach(access: MatchAccess, article: Article, author: int) -> HttpResponse:
    """A picture or a sound for it."""
    if article.state not in IN_HAND:
        raise NotTaken("not_a_draft")
    sent: Any = access.request.FILES.get("file")
    if sent is None:
        raise NotTaken("no_file")
    kind = SOUND if access.request.POST.get("kind") == SOUND else PICTURE
    legend = clean_line("legend", access.request.POST.get("legend", ""), 120)
    if sent.size > pieces.LARGEST_SENT:
        raise NotTaken("file_too_large", most=pieces.LARGEST_SENT // 1000)
    pieces.attach(article, kind, sent.read(), legend)
    messages.success(access.request, say("gazette.attached"))
    return redirect("gazette_draft", access.match.code, article.code)


def detach(access: MatchAccess, article: Article, author: int) -> HttpResponse:
    """A picture or a sound less."""
    pieces.detach(article, access.request.POST.get("piece", ""))
    return redirect("gazette_draft", access.match.code, article.code)


ACTS = {
    "save": save,
    "hand_in": save,
    "take_back": take_back,
    "throw_away": throw_away,
    "attach": attach,
    "detach": detach,
}


def form_shown(access: MatchAccess, article: Article | None, fault: str) -> HttpResponse:
    """The form of an article, and below it the article as it will look; what was typed and refused stays."""
    sent = access.request.POST if fault and "text" in access.request.POST else None
    typed = {name: sent.get(name, "") if sent is not None else getattr(article, name, "") for name in FIELDS}
    secret = adapter(access.match.game).secret
    people = 0 if secret else access.match.seats.filter(user__isnull=False).count()
    return shown(
        access,
        "write",
        "write" if article is None else "own",
        article=None if article is None else with_sounds([article])[0],
        pieces=[] if article is None else list(article.pieces.defer("data")),
        open_draft=article is None or article.state in IN_HAND,
        typed=typed,
        fault=fault,
        limits=LIMITS,
        few=people if 0 < people < FEW else 0,
        next_batch=next_batch() if editor_of(access.match) is not None else None,
    )
