"""The pages for people: their tokens, and the routes in words."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.site.api.bearer import RATES
from heraut.site.api.models import PLAY, READ, SCOPES
from heraut.site.api.tokens import MOST, TooMany, issue, revoke
from heraut.site.common.input_cleaning import check_line
from heraut.site.common.words import say


class TokenForm(forms.Form):
    """What a token is called, and what it may do."""

    name = forms.CharField(max_length=60, validators=[check_line])
    scope = forms.ChoiceField(widget=forms.RadioSelect, initial=READ)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label, self.fields["name"].help_text = say("api.name"), say("api.name_hint")
        self.fields["scope"].label = say("api.scope")
        self.fields["scope"].choices = [(scope, say(f"api.scope_{scope}_long")) for scope in SCOPES]  # type: ignore[attr-defined]


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """The player's tokens; a POST makes one more, which is shown on this page and never again."""
    form, token = TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        try:
            token = issue(request.user, form.cleaned_data["name"], form.cleaned_data["scope"])  # type: ignore[arg-type]
            form = TokenForm()
        except TooMany:
            form.add_error(None, say("api.too_many", most=MOST))
    page = {"form": form, "token": token, "tokens": request.user.tokens.all()}  # type: ignore[union-attr]
    return render(request, "api/tokens.html", page)


@login_required
@require_POST
def revoke_token(request: HttpRequest, number: int) -> HttpResponse:
    """Takes a token of the player's own out of use."""
    revoke(request.user, number)  # type: ignore[arg-type]
    messages.success(request, say("api.revoked"))
    return redirect("tokens")


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """Every route, from the OpenAPI document, in the words of the catalogue."""
    from heraut.site.api.interface import api  # which knows this page's address

    subjects: dict[str, list[dict[str, Any]]] = {}
    for address, methods in api.get_openapi_schema()["paths"].items():
        for method, route in methods.items():
            subjects.setdefault(route["tags"][0], []).append(described(method, address, route))
    rates = {action: rate.partition("/")[0] for action, rate in RATES.items()}
    told = [(f"api_subject.{subject}", routes) for subject, routes in subjects.items()]
    site = request.build_absolute_uri(reverse("home")).rstrip("/")
    return render(request, "api/reference.html", {"subjects": told, "rates": rates, "site": site})


def described(method: str, address: str, route: dict[str, Any]) -> dict[str, Any]:
    """A route as the page shows it."""
    scope = route.get("x-scope", READ)
    return {
        "method": method.upper(),
        "address": address,
        "words": f"api_route.{route['operationId']}",
        "scope": "" if {} in route.get("security", []) else f"api.scope_{scope}",
        "plays": scope == PLAY,
        "query": [place["name"] for place in route.get("parameters", []) if place["in"] == "query"],
    }
