"""Refusing letters in one click; and, where HERAUT_MAIL=page, a page that shows all letters instead of sending them."""

from __future__ import annotations

from base64 import b64encode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods

from heraut.site.accounts.models import Player
from heraut.site.common.paging import page_of
from heraut.site.notifications.models import PICTURE, Letter
from heraut.site.notifications.outbox import CHOICES

LOCAL = ("127.0.0.1", "::1", "localhost", "testserver")
LETTER_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups"
)


def only_here(request: HttpRequest) -> None:
    """Letters hold codes that open accounts: the page exists on a machine of one's own, never on a public site.

    Raises Http404.
    """
    if settings.MAIL != "page" or settings.HOST not in LOCAL or request.META.get("REMOTE_ADDR") not in LOCAL:
        raise Http404


@require_GET
def letters(request: HttpRequest) -> HttpResponse:
    """All letters, the latest first, to everybody."""
    only_here(request)
    return render(request, "notifications/letters.html", {"letters": page_of(request, Letter.objects.order_by("-pk"))})


@require_GET
def letter(request: HttpRequest, number: int) -> HttpResponse:
    """One letter, as a mail program shows it: HTML with a policy of its own, or (`?text`) as text."""
    only_here(request)
    found = get_object_or_404(Letter, pk=number)
    if "text" in request.GET or not found.html:
        return HttpResponse(found.text, content_type="text/plain; charset=utf-8")
    html = found.html
    if picture := found.svg:
        html = html.replace(f"cid:{PICTURE}", f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}")
    return HttpResponse(html, headers={"Content-Security-Policy": LETTER_POLICY, "X-Frame-Options": "SAMEORIGIN"})


@csrf_exempt
@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, player: int, key: str, choice: str) -> HttpResponse:
    """Refuses letters of one sort: by POST from a mail program (RFC 8058), or from the page that a GET shows.

    The key in the address is the whole permission; a GET changes nothing, for mail scanners follow links.
    """
    reader = Player.objects.filter(pk=player).exclude(unsubscribe_key="").first()
    if choice not in CHOICES or reader is None or not constant_time_compare(reader.unsubscribe_key, key):
        raise Http404
    if request.method == "POST":
        Player.objects.filter(pk=reader.pk).update(**{CHOICES[choice]: request.POST.get("again") == "1"})
        reader.refresh_from_db()
    stopped = not getattr(reader, CHOICES[choice])
    page = {"stopped": stopped, "words": f"letters.{choice}_{'stopped' if stopped else 'sent'}"}
    return render(request, "notifications/stop.html", page)
