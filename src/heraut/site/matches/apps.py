from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """See the package."""

    name = "heraut.site.matches"
    label = "matches"
