"""One page to choose what comes by which way: mail, push, the site itself; the devices; and a trial of all."""

from __future__ import annotations

import secrets
from typing import Any

from allauth.decorators import rate_limit
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from heraut.site.accounts.models import Player
from heraut.site.accounts.views import player_of
from heraut.site.common.words import say
from heraut.site.notifications import devices
from heraut.site.notifications.devices import OURS, NoSubscription
from heraut.site.notifications.models import Letter, Push
from heraut.site.notifications.outbox import CHOICES, PUSHES, SORTS, post


class WaysForm(forms.ModelForm):  # type: ignore[type-arg]
    """A tick for each sort of thing and each way."""

    class Meta:
        model = Player
        fields = (*CHOICES.values(), *PUSHES.values())

    def rows(self) -> list[dict[str, Any]]:
        """Sort by sort: its words, and its two ticks, each with a name of its own."""
        return [
            {
                "words": say(f"ways.{sort}"),
                "hint": say(f"ways_hint.{sort}"),
                "mail": self.tick(CHOICES[sort], say(f"ways.{sort}"), say("ways.mail")),
                "push": self.tick(PUSHES[sort], say(f"ways.{sort}"), say("ways.push")),
            }
            for sort in SORTS
        ]

    def tick(self, field: str, what: str, way: str) -> str:
        """One tick of the table."""
        return self[field].as_widget(attrs={"aria-label": f"{what} ({way})"})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ways(request: HttpRequest) -> HttpResponse:
    """What comes by which way."""
    from heraut.site.notifications import vapid  # 6 MB of cryptography, for this page alone

    player = player_of(request)
    form = WaysForm(request.POST or None, instance=player)
    if request.method == "POST":
        Player.objects.filter(pk=player.pk).update(**{field: field in request.POST for field in form.fields})
        messages.success(request, say("account.saved"))
        return redirect("ways")
    page = {
        "rows": form.rows(),
        "devices": player.devices.all(),
        "here": request.session.get(OURS),
        "key": vapid.public_key(),
    }
    return render(request, "notifications/ways.html", page)


@login_required
@require_POST
@rate_limit(action="device")  # type: ignore[untyped-decorator]
def allow(request: HttpRequest) -> HttpResponse:
    """This browser shows messages from now on."""
    try:
        agent = request.headers.get("User-Agent", "")
        device = devices.allow(player_of(request), request.POST.get("subscription", ""), agent)
    except NoSubscription:
        messages.error(request, say("ways.no_subscription"))
    else:
        request.session[OURS] = device.pk
        messages.success(request, say("ways.allowed", name=device.name))
    return redirect("ways")


@login_required
@require_POST
def remove(request: HttpRequest, number: int) -> HttpResponse:
    """A device of the player's own shows nothing any more."""
    player_of(request).devices.filter(pk=number).delete()
    messages.success(request, say("ways.removed"))
    return redirect("ways")


@csrf_exempt
@require_POST
def renew(request: HttpRequest) -> HttpResponse:
    """A browser has changed the address of its subscription by itself, with nobody before it (`service-worker.js`)."""
    try:
        done = devices.renew(request.POST.get("old", ""), request.POST.get("subscription", ""))
    except NoSubscription:
        return HttpResponseBadRequest()
    return HttpResponse(status=204 if done else 404)


@login_required
@require_POST
@rate_limit(action="try_out")  # type: ignore[untyped-decorator]
def try_out(request: HttpRequest) -> HttpResponse:
    """Something to every device, and by mail."""
    player, key, now = player_of(request), f"trial:{secrets.token_hex(8)}", timezone.now()
    Push.objects.bulk_create(
        Push(
            key=f"{key}:{device.pk}",
            device=device,
            kind="trial",
            title="Héraut",
            sentence=say("push.trial"),
            link=request.path.removesuffix("essai/"),
            due=now,
        )
        for device in player.devices.all()
    )
    if player.email:
        text = f"{say('letter.greeting', name=player.username)}\n\n{say('push.trial')}\n"
        subject = say("letter.trial_subject")
        post([Letter(key=key, player=player, kind="trial", address=player.email, subject=subject, text=text, due=now)])
    count, address = player.devices.count(), player.email
    if count or address:
        messages.success(request, say("ways.tried", devices=count, address=address, both=bool(count and address)))
    else:
        messages.warning(request, say("ways.tried_nothing"))
    return redirect("ways")
