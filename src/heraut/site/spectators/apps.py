from django.apps import AppConfig


class SpectatorsConfig(AppConfig):
    """See the package."""

    name = "heraut.site.spectators"
