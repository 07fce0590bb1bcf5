from django.apps import AppConfig


class RoisConfig(AppConfig):
    """See the package."""

    name = "heraut.site.games.rois"
    label = "rois"
