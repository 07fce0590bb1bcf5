from django.apps import AppConfig


class TreatiesConfig(AppConfig):
    """See the package."""

    name = "heraut.site.treaties"

    def ready(self) -> None:
        """From now on the files of regents and successors tell what was promised."""
        from heraut.site.regency.promises import promises_by
        from heraut.site.treaties.reading import promised

        promises_by(promised)
