from django.apps import AppConfig


class LearnConfig(AppConfig):
    """See the package."""

    name = "heraut.site.learn"
    label = "learn"
