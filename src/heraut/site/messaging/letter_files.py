"""One's own letters of a match as a file, to read (text) or for programs (JSON): what the pages show, no more."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from heraut.site.common.words import local, say
from heraut.site.matches.models import Seat
from heraut.site.matchpage.chancery import entered
from heraut.site.matchpage.layout import turn_away
from heraut.site.messaging.reading import circle, letters_of, readable
from heraut.site.messaging.views import his_own

FORMS = ("txt", "json")


@require_GET
def letter_file(request: HttpRequest, code: str, form: str) -> HttpResponse:
    """The letters that the holder of a seat has written or received. Raises Http404."""
    access = entered(request, code, "letters")
    if form not in FORMS:
        raise Http404
    if access.seat is None:
        return turn_away(access)
    seat = his_own(access, access.seat)
    if form == "json":
        response: HttpResponse = JsonResponse(
            letters_of(seat), safe=False, json_dumps_params={"indent": 2, "ensure_ascii": False}
        )
    else:
        response = HttpResponse(as_text(seat), content_type="text/plain; charset=utf-8")
    name = f"heraut-{code}-{timezone.localdate():%Y-%m-%d}.{form}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


def as_text(seat: Seat) -> str:
    """All letters in the order in which they were sent, each under who wrote it, to whom, and when."""
    letters = list(readable(seat).select_related("thread"))
    threads = {one.thread_id: one.thread for one in letters}
    circles = {key: circle(seat, thread) for key, thread in threads.items()}
    parts = [say("messaging.file_title", title=seat.match.title)]
    for one in letters:
        others = {each.seat.pk: each.called for each in circles[one.thread_id]}
        author = say("messaging.you") if one.author_id == seat.pk else others[one.author_id]
        with_whom = one.thread.name or ", ".join(others.values())
        head = say("messaging.file_head", author=author, thread=with_whom, when=local(one.sent), mark=one.mark)
        parts.append(f"{head}\n\n{one.words}")
    return ("\n\n" + "-" * 40 + "\n\n").join(parts) + "\n"
