from django.apps import AppConfig


class PlayConfig(AppConfig):
    """See the package."""

    name = "heraut.site.play"
    label = "play"
