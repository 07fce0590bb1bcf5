"""The page where the code of an address is typed: the same for whoever gave one that has an account already."""

from __future__ import annotations

from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import (
    add_email_verification_sent_message,
    handle_verification_email_rate_limit,
)
from allauth.account.internal.flows.signup import send_unknown_account_mail
from allauth.account.views import ConfirmEmailVerificationCodeView
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import redirect


class CodePage(ConfirmEmailVerificationCodeView):
    """allauth's, whose pretended code, for an address that has an account, offered no other address."""

    @property
    def can_change(self) -> bool:
        """Whether another address may be given."""
        reached: bool = self._process.is_change_quota_reached(app_settings.EMAIL_VERIFICATION_MAX_CHANGE_COUNT)
        return bool(self._process.can_change) or (self.pretended and not reached)

    @property
    def pretended(self) -> bool:
        """Whether no account waits for the code."""
        return "user_id" not in self._process.state

    @property
    def _action(self) -> str:
        asked = self.request.POST.get("action")
        offered = {"change": self.can_change, "resend": self._process.can_resend}
        return asked if asked and offered.get(asked) else "verify"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """What the page shows."""
        return {**super().get_context_data(**kwargs), "can_change": self.can_change}

    def _change_form_valid(self, form: Any) -> HttpResponse:
        if not self.pretended:
            answer: HttpResponse = super()._change_form_valid(form)
            return answer
        email = form.cleaned_data["email"]
        handle_verification_email_rate_limit(self.request, email)
        if form.account_already_exists:
            get_adapter().send_account_already_exists_mail(email)
        else:  # nothing was kept of the sign-up: the mail leads to another
            send_unknown_account_mail(self.request, email)
        add_email_verification_sent_message(self.request, email, signup=True)
        self._process.record_change(email=email)
        self._process.persist()
        return redirect("account_email_verification_sent")

    def _change_form_invalid(self, form: BaseForm) -> HttpResponse:
        answer: HttpResponse = self.render_to_response(self.get_context_data(form=form))
        return answer
