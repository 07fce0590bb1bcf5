"""The issues of a gazette as an Atom feed (RFC 4287), for whoever follows a public match in a program of his own.

It holds what the pages show to anybody, the same for all readers: no time but those of issues, nobody's name.
"""

from __future__ import annotations

from django.conf import settings
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html_join
from django.views.decorators.http import require_safe

from heraut.site.common.words import say
from heraut.site.gazette.layout import access_for
from heraut.site.gazette.models import Article, Issue

LENGTH = 20  # issues, the latest first
FRESH = 900  # seconds for which a reader may keep it


@require_safe
def feed(request: HttpRequest, code: str) -> HttpResponse:
    """The latest issues. Raises Http404 where none has come out yet, or the match is private."""
    access = access_for(request, code)
    if access.match.private:
        raise Http404
    headlines = Prefetch("articles", Article.objects.defer("text", "html").order_by("place"))
    issues = access.match.issues.order_by("-number").prefetch_related(headlines)[:LENGTH]
    if not issues:  # a feed without entries would say when it was asked for
        raise Http404
    place = settings.URL + reverse("match_gazette", args=[code])
    found = Atom1Feed(
        title=say("gazette.feed", title=access.match.title),
        link=place,
        description="",
        language=access.lang,
        feed_url=settings.URL + request.path,
        feed_guid=place,
    )
    for issue in issues:
        add(found, code, issue, access.lang)
    response = HttpResponse(found.writeString("utf-8"), content_type=found.content_type)
    response.headers["Cache-Control"] = f"public, max-age={FRESH}"
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def add(feed: Atom1Feed, code: str, issue: Issue, language: str) -> None:
    """One entry: the chronicle, and the headlines of its articles."""
    address = settings.URL + reverse("gazette_issue", args=[code, issue.number])
    heads = [say("gazette.removed_head") if one.removed else one.headline for one in issue.articles.all()]
    lines = [*issue.lines.get(language, ()), *heads]
    feed.add_item(
        title=f"{issue.title or say('gazette.unnamed')}, {say('gazette.number', number=issue.number)}",
        link=address,
        unique_id=address,
        description=format_html_join("", "<p>{}</p>", ((line,) for line in lines)),
        pubdate=issue.at,
        updateddate=issue.at,
    )
