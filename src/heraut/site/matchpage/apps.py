from django.apps import AppConfig


class MatchpageConfig(AppConfig):
    """See the package."""

    name = "heraut.site.matchpage"
    label = "play"
