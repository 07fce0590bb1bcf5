"""Names fit for a lord (GP-SITE-02); what a name may hold and when two are the same is as in Gloire et Pouvoir."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError

from heraut.engine.names import plain, valid_name
from heraut.site.common.words import say

OFFICES = {  # words of a name by which one would pass for somebody who keeps the site
    *("admin", "administrateur", "administratrice", "administration", "administrator"),
    *("mod", "moderateur", "moderatrice", "moderation", "moderator", "arbitre", "referee", "heraut", "herald"),
    *("staff", "support", "webmaster", "root", "system", "systeme"),
}


def check_name(name: str) -> None:
    """Refuses what no lord would be called (see `valid_name`), and offices of the site."""
    if not valid_name(name):
        raise ValidationError(say("account.name_unfit"), code="unfit")
    if not OFFICES.isdisjoint(re.findall(r"[a-z]+", plain(name))):
        raise ValidationError(say("account.name_reserved"), code="reserved")


VALIDATORS = [check_name]
