"""The pages that whoever may read the gazette has: issues, archive, articles, pictures and sounds, print."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.site.accounts.views import player_of
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.paging import page_of
from heraut.site.common.words import say
from heraut.site.gazette import authorship
from heraut.site.gazette.articles import remove
from heraut.site.gazette.editor import editor_name, edits, known_to_editor
from heraut.site.gazette.input_cleaning import LONGEST_REASON, clean_reason
from heraut.site.gazette.layout import access_for, author_key, shown, tried
from heraut.site.gazette.models import BOOK, PAGE, PRINTED, Article, Gazette, Issue, Piece, Printing
from heraut.site.gazette.pieces import served, sounds_of
from heraut.site.gazette.printing import TYPES, wanted
from heraut.site.matches.host_actions import is_mediator
from heraut.site.matchpage.layout import turn_away
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.moderation.reports import report

ARTICLES = 12  # on a page of an issue


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The present issue."""
    access = access_for(request, code)
    issue = access.match.issues.order_by("-number").first()
    if issue is not None:
        return issue_shown(access, issue)
    gazette = Gazette.objects.filter(match=access.match).first()
    return shown(access, "empty", "issue", gazette=gazette, editor=editor_name(access.match))


@require_safe
def issue_page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """An issue of the archive."""
    access = access_for(request, code)
    return issue_shown(access, found_issue(access, number))


def found_issue(access: MatchAccess, number: int) -> Issue:
    """The issue of this number. Raises Http404."""
    issue = access.match.issues.filter(number=number).first()
    if issue is None:
        raise Http404
    return issue


def issue_shown(access: MatchAccess, issue: Issue) -> HttpResponse:
    """The front page of an issue; where there are many articles, the first of them."""
    listed = page_of(access.request, issue.articles.order_by("place"), length=ARTICLES, read=with_sounds)
    numbers = set(access.match.issues.values_list("number", flat=True))
    return shown(
        access,
        "issue",
        "issue",
        issue=issue,
        articles=listed,
        chronicle=issue.lines.get(access.lang, ()),
        before=issue.number - 1 if issue.number - 1 in numbers else None,
        after=issue.number + 1 if issue.number + 1 in numbers else None,
    )


def with_sounds(articles: Any) -> Sequence[Article]:
    """These articles, each with its sounds."""
    found = list(articles)
    sounds = sounds_of(found)
    for one in found:
        one.sounds = sounds.get(one.pk, [])
    return found


@require_safe
def archive(request: HttpRequest, code: str) -> HttpResponse:
    """All issues, the latest first, with what stands in each; and the book of the match."""
    access = access_for(request, code)
    headlines = Prefetch("articles", Article.objects.defer("text", "html").order_by("place"))
    issues = access.match.issues.order_by("-number").prefetch_related(headlines)
    return shown(access, "archive", "archive", issues=page_of(request, issues))


# One article


@require_http_methods(["GET", "HEAD", "POST"])
def article_page(request: HttpRequest, code: str, article: str) -> HttpResponse:
    """A printed article; a reader reports it, a mediator removes it, the referee looks who wrote it."""
    access = access_for(request, code)
    found = access.match.articles.select_related("issue").filter(code=article, state=PRINTED).first()
    if found is None:
        raise Http404
    found.match = access.match
    if request.method == "POST":
        return acted_on(access, found)
    return article_shown(access, found)


def article_shown(access: MatchAccess, article: Article, **context: Any) -> HttpResponse:
    """The page of an article, with what this reader may do about it."""
    user = access.request.user
    return shown(
        access,
        "article",
        "issue",
        article=with_sounds([article])[0],
        issue=article.issue,
        longest=LONGEST_REASON,
        may_report=user.is_authenticated and not article.removed,
        may_remove=is_mediator(access.match, user) and not article.removed,
        may_look=user.is_authenticated and authorship.may_look(access.match, player_of(access.request)),
        typed=access.request.POST.get("reason", "") if context.get("fault") else "",
        **context,
    )


def acted_on(access: MatchAccess, article: Article) -> HttpResponse:
    """What a reader, a mediator or the referee does about an article. Raises Http404 for anybody else."""
    if not access.request.user.is_authenticated:
        return turn_away(access)
    name = access.request.POST.get("act", "")
    if name not in ACTS or (name != "look" and article.removed):
        raise Http404
    answer = tried(access, "gazette", lambda: ACTS[name](access, article, access.request.POST.get("reason", "")))
    return article_shown(access, article, fault=answer, act=name) if isinstance(answer, str) else answer


# Each raises NotTaken, or Http404 for whoever may not


def look(access: MatchAccess, article: Article, reason: str) -> HttpResponse:
    """The referee looks who wrote it; he is shown it this once."""
    if not authorship.may_look(access.match, player_of(access.request)):
        raise Http404
    author = authorship.look(article, player_of(access.request), reason)
    return article_shown(access, article, author=author, looked=True)


def take_out(access: MatchAccess, article: Article, reason: str) -> HttpResponse:
    """A mediator removes it."""
    if not is_mediator(access.match, access.request.user):
        raise Http404
    remove(article, player_of(access.request), reason)
    return back_to_issue(access, article, "removed_done")


def tell_of(access: MatchAccess, article: Article, reason: str) -> HttpResponse:
    """A reader reports it."""
    words = f"{article.headline}\n{article.text}"
    report(player_of(access.request), "article", access.request.path, words, clean_reason(reason), access.match)
    return back_to_issue(access, article, "reported")


ACTS: Mapping[str, Callable[[MatchAccess, Article, str], HttpResponse]] = {
    "look": look,
    "remove": take_out,
    "report": tell_of,
}


def back_to_issue(access: MatchAccess, article: Article, words: str) -> HttpResponse:
    """To the issue of an article, which says what was done."""
    messages.success(access.request, say(f"gazette.{words}"))
    assert article.issue is not None
    return redirect("gazette_issue", access.match.code, article.issue.number)


@require_safe
def piece(request: HttpRequest, code: str, piece: str) -> HttpResponse:
    """A picture or a sound: of a printed article to whoever may read it, of another to its author and to the desk."""
    access = access_for(request, code)
    found = Piece.objects.select_related("article").filter(code=piece, article__match=access.match).first()
    if found is None or not may_see(access, found.article):
        raise Http404
    return served(found)


def may_see(access: MatchAccess, article: Article) -> bool:
    """Whether this visitor may see an article."""
    player = author_key(access)
    if article.state == PRINTED or authorship.is_author(article, player):
        return True
    return edits(access.match, player) and known_to_editor(access.match).filter(pk=article.pk).exists()


# Printing


@require_POST
def order_printing(request: HttpRequest, code: str) -> HttpResponse:
    """Somebody wants a printed page of an issue (`number`), or the book of the match; he is led to it."""
    access = access_for(request, code)
    sent = request.POST.get("number", "")
    number = whole_number(sent) if sent else 0
    if number is None or (not number and not access.match.issues.exists()):
        raise Http404
    if number:
        found_issue(access, number)
    answer = tried(access, "press", lambda: led_to_printing(access, number))
    return shown(access, "printing", "archive", status=429, fault=answer) if isinstance(answer, str) else answer


def led_to_printing(access: MatchAccess, number: int) -> HttpResponse:
    """Orders a printing, and leads to it."""
    ordered = wanted(access.match, PAGE if number else BOOK, number, access.lang)
    return redirect("gazette_printing", access.match.code, ordered.code)


@require_safe
def printing(request: HttpRequest, code: str, printing: str) -> HttpResponse:
    """What was to be printed: the file, or a page that waits for it and asks again by itself."""
    access = access_for(request, code)
    found = Printing.objects.filter(match=access.match, code=printing, kind__in=(PAGE, BOOK)).first()
    if found is None:
        raise Http404
    if found.data is not None:
        return printed(access, found)
    response = shown(access, "printing", "archive", printing=found)
    if not found.failed:
        response.headers["Refresh"] = f"3; url={reverse('gazette_printing', args=[code, printing])}"
    return response


def printed(access: MatchAccess, found: Printing) -> HttpResponse:
    """The file."""
    sort, ending = TYPES[found.kind]
    response = HttpResponse(bytes(found.data or b""), content_type=sort)
    name = f"gazette-{access.match.code}{f'-{found.number}' if found.number else ''}.{ending}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cache-Control"] = "private, no-store"
    return response
