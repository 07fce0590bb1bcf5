from django.apps import AppConfig


class RegencyConfig(AppConfig):
    """See the package."""

    name = "heraut.site.regency"

    def ready(self) -> None:
        """From now on matches know who gives orders for whom."""
        from heraut.site.matches.regents import found_by
        from heraut.site.regency.in_force import givers

        found_by(givers)
