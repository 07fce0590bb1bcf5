from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """See the package."""

    name = "heraut.site.moderation"
