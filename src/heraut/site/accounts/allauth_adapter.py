"""What this site asks of django-allauth: our words, names fit for a lord, mails in their reader's language."""

from __future__ import annotations

from hashlib import sha256
from ipaddress import ip_interface
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import lazy

from heraut.engine.names import plain
from heraut.site.accounts.barring import BARRED
from heraut.site.accounts.former_addresses import link_of
from heraut.site.accounts.guests import CLAIMED_FOR
from heraut.site.accounts.models import Player
from heraut.site.accounts.zones import zone_name
from heraut.site.common.input_cleaning import check_line
from heraut.site.common.words import lang, say

ERRORS = (
    "account_inactive",
    "duplicate_email",
    "email_password_mismatch",
    "email_taken",
    "enter_current_password",
    "incorrect_code",
    "incorrect_password",
    "invalid_login",
    "rate_limited",
    "same_as_current",
    "too_many_login_attempts",
    "username_password_mismatch",
    "username_taken",
)
MOST_WRONG, SHUT = 5, 300  # wrong passwords of one account from one address, and the seconds that shut the door
HOME6 = 64  # bits that the IPv6 addresses of one home share
said = lazy(say, str)


def wrong_passwords(address: str, email: str = "", username: str = "", **_: Any) -> str:
    """Where those of an account are counted that come from this address."""
    home = ip_interface(f"{address}/{HOME6}").network if ":" in address else address
    return "wrong:" + sha256(f"{(email or username).lower()} {home}".encode()).hexdigest()


class AccountAdapter(DefaultAccountAdapter):
    """The defaults, in our words."""

    error_messages = DefaultAccountAdapter.error_messages | {key: said(f"account_error.{key}") for key in ERRORS}

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether the site takes new players."""
        return bool(settings.SIGNUP)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Player | None:
        """Whose these are; after some wrong passwords nobody's for a while. Raises ValidationError.

        They are counted by account and address: a stranger shuts out himself, never the owner. Names are public, so
        that a count by account alone, which is allauth's, would let anybody lock anybody's door.
        """
        key = wrong_passwords(self.get_client_ip(request), **credentials)
        if cache.get(key, 0) >= MOST_WRONG:
            raise self.validation_error("too_many_login_attempts")
        player: Player | None = super().authenticate(request, **credentials)
        if player is None:
            cache.set(key, cache.get(key, 0) + 1, SHUT)
        return player

    def pre_login(self, request: HttpRequest, user: Player, **kwargs: Any) -> HttpResponse | None:
        """Whoever is banned from the site reads why, and may appeal, instead of coming in."""
        if user.barred:
            clear_login(request)
            request.session[BARRED] = user.pk
            return redirect("measures")
        answer: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return answer

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """A guest who has kept his place goes on to the page that had sent him to do so."""
        back: str = self.request.session.pop(CLAIMED_FOR, "")
        return back or str(super().get_email_verification_redirect_url(email_address))

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A name that is fit, and that no other player's name resembles to confusion."""
        name: str = super().clean_username(username, shallow)
        if Player.objects.filter(folded_name=plain(name)).exists():
            raise self.validation_error("username_taken")
        return name

    def clean_email(self, email: str) -> str:
        """An address that may stand in the head of a mail as it is."""
        check_line(email)
        return str(super().clean_email(email))

    def send_notification_mail(
        self, template_prefix: str, user: Player, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """What is told of a change; to a former address with the way back (`former_addresses.py`)."""
        context = {**(context or {}), "name": user.username}
        if template_prefix == "account/email/email_changed":
            context["former"] = former = user.former_addresses.filter(email=email).order_by("pk").last()
            context["way_back"] = link_of(former) if former else ""
        super().send_notification_mail(template_prefix, user, context, email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends a mail in the language of its reader, who is not always the reader of the page."""
        reader = Player.objects.filter(email__iexact=email).first()
        named = context.get("user") or reader
        context = {
            "site_url": settings.URL,
            "code_url": settings.URL + reverse("account_email_verification_sent"),
            "reset_code_url": settings.URL + reverse("account_confirm_password_reset_code"),
            "name": named.username if named else "",
            "reset_url": settings.URL + reverse("account_reset_password"),
            **context,
        }
        with translation.override(reader.language if reader else lang()):
            zone = zone_name(timezone.get_current_timezone_name())
            super().send_mail(template_prefix, email, {**context, "zone": zone})
