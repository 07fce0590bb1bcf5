from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """See the package."""

    name = "heraut.site.notifications"
    label = "herald"  # the name of its tables
