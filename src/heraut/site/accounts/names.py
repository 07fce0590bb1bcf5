"""Names fit for a lord (GP-SITE-02); what a name may hold and when two are the same is as in Gloire et Pouvoir."""

from __future__ import annotations

from django.core.exceptions import ValidationError

from heraut.engine.names import valid_name
from heraut.site.common.words import say


def check_name(name: str) -> None:
    """Refuses what no lord would be called: see `valid_name`."""
    if not valid_name(name):
        raise ValidationError(say("account.name_unfit"), code="unfit")


VALIDATORS = [check_name]
