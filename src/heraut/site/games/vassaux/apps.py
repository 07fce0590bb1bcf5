from django.apps import AppConfig


class VassauxConfig(AppConfig):
    """See the package."""

    name = "heraut.site.games.vassaux"
    label = "vassaux"
