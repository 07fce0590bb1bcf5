"""The way back from a change of address: a link in the mail to the former one, for whose account was taken from him."""

from __future__ import annotations

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from heraut.site.accounts.models import FormerAddress, Player

DAYS = 7  # that a link lives
signer = Signer(salt="heraut.former_address")


def keep(player: Player, email: str) -> None:
    """Keeps a former address for some days; those kept for long enough are forgotten."""
    now = timezone.now()
    FormerAddress.objects.filter(until__lte=now).delete()
    FormerAddress.objects.create(player=player, email=email, until=now + timedelta(days=DAYS))


def link_of(former: FormerAddress) -> str:
    """The page where the account is taken back, for the mail to the former address alone."""
    return settings.URL + reverse("take_back_account", args=[signer.sign(str(former.pk))])


def former_address(key: str) -> FormerAddress | None:
    """The address of a link, if it still leads back."""
    try:
        number = int(signer.unsign(key))
    except BadSignature:
        return None
    return FormerAddress.objects.filter(pk=number, until__gt=timezone.now()).select_related("player").first()


def is_taken(former: FormerAddress) -> bool:
    """Whether the address has become that of another account."""
    return bool(EmailAddress.objects.filter(email__iexact=former.email).exclude(user=former.player_id).exists())


@transaction.atomic
def restore(former: FormerAddress) -> None:
    """The former address is the account's again; the links of this change and of all later ones lead nowhere.

    Those of earlier ones still do: a thief who changes the address twice has a link too, to his own first address.
    """
    player = former.player
    player.former_addresses.filter(pk__gte=former.pk).delete()
    EmailAddress.objects.filter(user=player).delete()
    EmailAddress.objects.create(user=player, email=former.email, verified=True, primary=True)
    player.email, player.mail_failing = former.email, ""
    player.save(update_fields=["email", "mail_failing"])
