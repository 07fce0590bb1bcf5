"""Every look that a referee has taken at who wrote an article, shown to all who run the site (GP-SITE-31)."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.site.common.paging import page_of
from heraut.site.gazette.models import AuthorLook


@require_safe
def looks(request: HttpRequest) -> HttpResponse:
    """The list, the latest first. It names no author. Raises Http404 for anybody else."""
    if not request.user.is_staff:
        raise Http404
    return render(request, "gazette/looks.html", {"looks": page_of(request, AuthorLook.objects.all())})
