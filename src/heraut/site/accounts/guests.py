"""Players without an account: guests, and the player of the demonstration."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from heraut.site.accounts.models import Player
from heraut.site.common.words import site_words

DEMO_NAME = "Aubert le Montreur"  # short enough for "Royaume de …" (DA-CON-03)
CLAIMED_FOR = "claimed_for"  # in a session: the page for which a guest has gone to make himself an account


def keeps_out(request: HttpRequest) -> bool:
    """Whether the site takes nobody new, and this visitor would be."""
    return not (request.user.is_authenticated or settings.SIGNUP)


def new_guest(lang: str, time_zone: str = "Europe/Paris") -> Player:
    """A guest with a name of chance, who reads this language and these hours."""
    while True:
        name = site_words(lang).say("account", "guest_name", {"number": secrets.randbelow(900_000) + 100_000})
        try:
            with transaction.atomic():
                return Player.objects.create_user(name, guest=True, language=lang, time_zone=time_zone)
        except IntegrityError:  # another guest has this number
            continue


def companion_of(player: Player) -> Player:
    """Whoever plays beside this player at one screen: a guest who cannot log in, made at the first call."""
    found = Player.objects.filter(companion_of=player).first()
    if found is None:
        found = new_guest(player.lang, player.time_zone)
        found.companion_of = player
        found.save(update_fields=["companion_of"])
    return found


def demo_player() -> Player:
    """The player of the demonstration, made at the first call; nobody can log in as him by a password."""
    player, _ = Player.objects.get_or_create(username=DEMO_NAME)
    if player.has_usable_password() or not player.password:
        player.set_unusable_password()
        player.save()
    return player
