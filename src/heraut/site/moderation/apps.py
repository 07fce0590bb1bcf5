from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """See the package."""

    name = "heraut.site.moderation"

    def ready(self) -> None:
        """Whoever is shut out of a match is told so on its pages."""
        from heraut.site.matchpage.shut_out import shut_out_by
        from heraut.site.moderation.sanctions import ban_told

        shut_out_by(ban_told)
