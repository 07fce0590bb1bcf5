from django.apps import AppConfig


class MessagingConfig(AppConfig):
    """See the package."""

    name = "heraut.site.messaging"
    label = "press"  # the name of its tables
