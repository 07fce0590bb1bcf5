"""The forms of an account: django-allauth's in our words, and our own."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth
from allauth.account.internal.flows.password_reset_by_code import PASSWORD_RESET_VERIFICATION_SESSION_KEY
from allauth.core import context
from django import forms
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect

from heraut.engine.names import plain
from heraut.site.accounts.models import Player
from heraut.site.accounts.theme import THEMES
from heraut.site.accounts.zones import zone_choices, zone_of_browser
from heraut.site.common.forms import WordedFields
from heraut.site.common.words import say

LONGEST = 254  # letters of a name, an address, a password: what is sent is looked for in the database, and hashed


class AccountForm(WordedFields):
    """Our labels and hints instead of django-allauth's; no placeholder repeats a label; a password is typed once.

    `named` gives a field another entry of the catalogue than its own name.
    """

    WORDS = "account"
    REPLACES_LABELS = True
    named: dict[str, str] = {}  # noqa: RUF012

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, forms.CharField) and field.max_length is None:
                field.max_length = LONGEST
                field.validators = [*field.validators, MaxLengthValidator(LONGEST)]
            field.widget.attrs.pop("placeholder", None)

    def put_words(self) -> None:
        """Without the second password, which has no words of ours."""
        self.fields.pop("password2", None)
        super().put_words()

    def words_of(self, name: str) -> tuple[str, str, str]:
        """Under the name that `named` gives the field."""
        return super().words_of(self.named.get(name, name))


class LoginForm(AccountForm, allauth.LoginForm):
    """By name or by address."""

    def user_credentials(self) -> dict[str, str]:
        """Either of the two: no name looks like an address, and a password that is tried twice tells whose it is."""
        found: dict[str, str] = super().user_credentials()
        if "email" in found:
            found.pop("username", None)
        return found


class ZoneInput(forms.HiddenInput):
    """Where the browser puts the time zone of its clock (`heraut.js`); `zone_of_browser` reads it."""

    def __init__(self) -> None:
        super().__init__({"data-zone": True})


class SignupForm(AccountForm, allauth.SignupForm):
    """A name for good, an address that a code confirms, a password (GP-SITE-01, 02)."""

    time_zone = forms.CharField(required=False, widget=ZoneInput)

    def clean_username(self) -> str:
        """The name without blanks at its ends."""
        return str(super().clean_username()).strip()

    def try_save(self, request: HttpRequest) -> Any:
        """The new player; an address that is known already takes as long, for a password is hashed all the same."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        try:
            with transaction.atomic():
                return super().try_save(request)
        except IntegrityError:  # somebody has just taken the name, himself perhaps by a second click
            messages.error(request, say("account_error.username_taken"))
            return None, redirect("account_signup")


class AddressForm(AccountForm, allauth.AddEmailForm):
    """Another address, confirmed by a code before it takes the place of the former (GP-SITE-07)."""

    named = {"email": "new_email"}  # noqa: RUF012


class OtherAddressForm(AccountForm, allauth.ChangeEmailForm):
    """The address, corrected before it was ever confirmed."""

    named = {"email": "new_email"}  # noqa: RUF012


class NewPasswordForm(AccountForm, allauth.ResetPasswordKeyForm):
    """A new password after a reset."""

    named = {"password1": "new_password"}  # noqa: RUF012

    def clean(self) -> dict[str, Any]:
        """Refuses the code of an address that is no longer the account's: whoever had taken it may still hold one."""
        super().clean()
        mailed = context.request.session.get(PASSWORD_RESET_VERIFICATION_SESSION_KEY, {})
        if "user_id" in mailed and mailed["email"].lower() != self.user.email.lower():
            raise ValidationError(say("account_error.former_address"))
        return self.cleaned_data


class ChangePasswordForm(AccountForm, allauth.ChangePasswordForm):
    """The password of today and the one to come."""

    named = {"password1": "new_password"}  # noqa: RUF012


class ResetForm(AccountForm, allauth.ResetPasswordForm):
    """The address that a code is sent to (GP-SITE-07)."""

    named = {"email": "own_email"}  # noqa: RUF012


class CodeForm(AccountForm):
    """A code as it was mailed: large letters, and no corrections by the telephone."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        attributes = {"class": "code-input", "autocapitalize": "characters", "spellcheck": "false"}
        self.fields["code"].widget.attrs.update(attributes)


class AddressCodeForm(CodeForm, allauth.ConfirmEmailVerificationCodeForm):
    """The code of an address."""


class ResetCodeForm(CodeForm, allauth.ConfirmPasswordResetCodeForm):
    """The code of a reset."""


class ReauthenticateForm(AccountForm, allauth.ReauthenticateForm):
    """The password, once more."""


class ClaimForm(AccountForm, allauth.AddEmailForm):
    """What makes a guest a player: the fields of a sign-up on an account that exists already."""

    field_order = ("username", "email", "password1")
    username = forms.CharField(max_length=30, widget=forms.TextInput({"autocomplete": "username"}))
    password1 = allauth.SetPasswordField()
    time_zone = forms.CharField(required=False, widget=ZoneInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        password: Any = self.fields["password1"]
        password.user = self.user  # judged beside the name and the address

    def clean_username(self) -> str:
        """A name that is fit, and nobody's."""
        name: str = self.cleaned_data["username"].strip()
        ours = plain(name) == self.user.folded_name  # taken at an earlier try, whose code was never typed
        return name if ours else str(allauth.get_adapter().clean_username(name))

    def save(self, request: HttpRequest) -> bool:
        """Takes name and password, and sends the code; the guest is a player once it is typed (`signals`).

        Says so in the form, and is False, if somebody has just taken the name.
        """
        self.user.username = self.cleaned_data["username"]
        self.user.time_zone = zone_of_browser(request, self.user.time_zone)
        self.user.set_password(self.cleaned_data["password1"])
        try:
            with transaction.atomic():
                self.user.save()
        except IntegrityError:
            self.add_error("username", say("account_error.username_taken"))
            return False
        update_session_auth_hash(request, self.user)
        super().save(request)
        return True


class ChoicesForm(AccountForm, forms.ModelForm):  # type: ignore[type-arg]
    """Language, time zone, and the look of the pages (which is the browser's, not the account's)."""

    class Meta:
        model = Player
        fields = (
            "language",
            "time_zone",
        )

    def __init__(self, *args: Any, theme: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"] = forms.ChoiceField(
            choices=zone_choices(self.instance.time_zone),
            label=self.fields["time_zone"].label,
            help_text=self.fields["time_zone"].help_text,
            widget=forms.Select({"data-search": say("account.search_zone")}),
        )
        looks = [("auto", say("site.theme_auto"))] + [(name, say(f"site.theme_{name}")) for name in THEMES]
        self.fields["theme"] = forms.ChoiceField(
            choices=looks,
            required=False,
            label=say("account_field.theme"),
            help_text=say("account_hint.theme"),
            widget=forms.RadioSelect,
        )
        self.initial["theme"] = theme or "auto"


class ClosingForm(AccountForm, forms.Form):
    """The password, or for a guest, who has none, a tick."""

    password = forms.CharField(widget=forms.PasswordInput({"autocomplete": "current-password"}), strip=False)
    sure = forms.BooleanField()

    def __init__(self, player: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        if not player.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        """Refuses any password but the player's."""
        password: str = self.cleaned_data["password"]
        if not self.player.check_password(password):
            raise ValidationError(say("account_error.incorrect_password"))
        return password
