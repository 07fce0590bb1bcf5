from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """See the package."""

    name = "heraut.site.lobby"
    label = "lobby"
