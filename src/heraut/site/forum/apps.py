from django.apps import AppConfig
from django.db.models.signals import post_migrate

from heraut.site.forum.search_index import made


class ForumConfig(AppConfig):
    """See the package."""

    name = "heraut.site.forum"

    def ready(self) -> None:
        """The index of the search is made with the tables."""
        post_migrate.connect(made, sender=self)
