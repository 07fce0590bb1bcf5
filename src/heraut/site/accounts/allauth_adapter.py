"""What this site asks of django-allauth: our words, names fit for a lord, mails in their reader's language."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal import ratelimit
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.functional import lazy

from heraut.engine.names import plain
from heraut.site.accounts.models import Player
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
said = lazy(say, str)


class AccountAdapter(DefaultAccountAdapter):
    """The defaults, in our words."""

    error_messages = DefaultAccountAdapter.error_messages | {key: said(f"account_error.{key}") for key in ERRORS}

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords are counted by account and address: a stranger shuts out himself, never the owner.

        Names are public, so that a count by account alone would let anybody lock anybody's door.
        """
        return f"{super()._get_login_attempts_cache_key(request, **credentials)} {ratelimit.get_ip(request)}"

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

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends a mail in the language of its reader, who is not always the reader of the page."""
        reader = Player.objects.filter(email__iexact=email).first()
        context = {
            "site_url": settings.URL,
            "code_url": settings.URL + reverse("account_email_verification_sent"),
            "reset_url": settings.URL + reverse("account_reset_password"),
            **context,
        }
        with translation.override(reader.language if reader else lang()):
            super().send_mail(template_prefix, email, context)
