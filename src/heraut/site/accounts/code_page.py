"""The page where the code of a new address is typed."""

from __future__ import annotations

from typing import Any

from allauth.account.views import ConfirmEmailVerificationCodeView
from django.http import HttpResponse

from heraut.site.accounts.forms import OtherAddressForm


class CodePage(ConfirmEmailVerificationCodeView):
    """allauth's, which fails where the other address that somebody gives there cannot be read."""

    def form_invalid(self, form: Any) -> HttpResponse:
        """The page again, with what is wrong."""
        if isinstance(form, OtherAddressForm):
            again: HttpResponse = self.render_to_response(self.get_context_data(form=form))
            return again
        answer: HttpResponse = super().form_invalid(form)
        return answer
