"""The page on which a table's host sets webhooks, tries them, and sees what was answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from allauth.decorators import rate_limit
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from heraut.site.accounts.views import once_claimed, player_of
from heraut.site.common import outbound
from heraut.site.common.words import say
from heraut.site.lobby.table_views import found
from heraut.site.matches.host_actions import is_host
from heraut.site.matches.models import Match
from heraut.site.notifications.claims import WAITING
from heraut.site.notifications.hooks import FORMS, MOST, new_secret, post_deliveries, tells_awaited, test_delivery
from heraut.site.notifications.models import Delivery, Hook

LAST = 10  # answers shown of each
EVENT_FIELDS = ("turns", "awaited", "chronicle")


class HookForm(forms.ModelForm):  # type: ignore[type-arg]
    """Where to, in which form, and what is told; `awaited` only where the game tells it."""

    class Meta:
        model = Hook
        fields = ("url", "form", *EVENT_FIELDS)

    def __init__(self, match: Match, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        url: Any = forms.CharField(max_length=outbound.LONGEST, widget=forms.URLInput({"autocomplete": "off"}))
        self.fields["url"] = url
        self.fields["form"] = forms.ChoiceField(
            choices=[(form, say(f"hooks.form_{form}")) for form in FORMS], widget=forms.RadioSelect, initial=FORMS[0]
        )
        if not tells_awaited(match):
            del self.fields["awaited"]
        for name, field in self.fields.items():
            field.label = say(f"hooks.{name}")
        url.help_text = say("hooks.url_hint")

    def clean_url(self) -> str:
        """An address that may be asked at all; what its name stands for is judged each time that it is."""
        url = str(self.cleaned_data["url"]).strip()
        try:
            outbound.read_url(url)
        except outbound.NotReached:
            raise ValidationError(say("hooks.bad_address")) from None
        return url

    def clean(self) -> dict[str, Any]:
        """Something is to be told."""
        data: dict[str, Any] = super().clean() or {}
        if not any(data.get(name) for name in EVENT_FIELDS):
            self.add_error(None, say("hooks.nothing"))
        return data

    @property
    def ticks(self) -> list[Any]:
        """What may be told."""
        return [self[name] for name in EVENT_FIELDS if name in self.fields]


def hosted(request: HttpRequest, code: str) -> Match:
    """The match, to its host. Raises Http404, PermissionDenied."""
    match = found(request, code)
    if not is_host(match, player_of(request)):
        raise PermissionDenied
    return match


@login_required
@once_claimed
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="hook")  # type: ignore[untyped-decorator]
def hooks(request: HttpRequest, code: str) -> HttpResponse:
    """The webhooks of a table; a POST sets one more, whose secret is shown on this page and never again."""
    match = hosted(request, code)
    form, secret = HookForm(match, request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        if match.hooks.count() >= MOST:
            form.add_error(None, say("hooks.too_many", most=MOST))
        else:
            secret = form.instance.secret = new_secret()
            form.instance.match, form.instance.owner = match, player_of(request)
            form.save()
            form = HookForm(match)
    page = {"match": match, "form": form, "secret": secret, "hooks": [shown(hook) for hook in match.hooks.all()]}
    return render(request, "lobby/hooks.html", page)


def shown(hook: Hook) -> dict[str, Any]:
    """A webhook with what it is told and what it last answered: a status or a word, and the time; never more."""
    tried = hook.deliveries.exclude(tried=None).order_by("-tried")[:LAST]
    return {
        "hook": hook,
        "told": [say(f"hooks.{name}") for name in EVENT_FIELDS if getattr(hook, name)],
        "form": say(f"hooks.form_{hook.form}"),
        "waiting": hook.deliveries.filter(status=WAITING).count(),
        "tried": [{"at": one.tried, "words": words_of(one), "sent": one.sent, "took": one.took} for one in tried],
    }


def words_of(delivery: Delivery) -> str:
    """What came of the last try."""
    event = say(f"hooks.event_{delivery.event}")
    answer = delivery.answer
    said = say("hooks.status", status=answer) if answer.isdigit() else say(f"hooks.fault_{answer}")
    return f"{event} : {said}" if say("site.lang") == "fr" else f"{event}: {said}"


def try_out(hook: Hook) -> None:
    """Sends a message that says nothing."""
    post_deliveries([test_delivery(hook)])


def start_again(hook: Hook) -> None:
    """A webhook that was switched off goes again."""
    Hook.objects.filter(pk=hook.pk).update(stopped=None, fails=0, until=None)


ACTS: Mapping[str, Callable[[Hook], object]] = {
    "essayer": try_out,
    "retirer": lambda hook: hook.delete(),
    "reprendre": start_again,
}


@login_required
@once_claimed
@require_POST
@rate_limit(action="try_out")  # type: ignore[untyped-decorator]
def hook_act(request: HttpRequest, code: str, number: int, act: str) -> HttpResponse:
    """Tries a webhook, removes it, or sets it going again. Raises Http404."""
    if act not in ACTS:
        raise Http404
    ACTS[act](get_object_or_404(hosted(request, code).hooks, pk=number))
    messages.success(request, say(f"hooks.done_{act}"))
    return redirect("hooks", code)
