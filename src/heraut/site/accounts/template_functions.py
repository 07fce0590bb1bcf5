"""Players in templates: `{{ player_name(match.host) }}`."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from heraut.site.accounts.models import Player


def player_name(player: Player) -> SafeString:
    """A player's name, and the way to what he shows of himself; a guest has no such page."""
    if player.guest or not player.is_active:
        return format_html("{}", player.username)
    return format_html('<a href="{}">{}</a>', reverse("profile", args=[player.username]), player.username)
