"""Arms in templates: `{{ arms(3) }}` for the third lord of a match, `{{ arms(player.username, class="arms large") }}`.

They are ornaments beside a name. Where they stand alone `told=True` makes them an image that tells its blazon.
"""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString

from heraut.site.common.words import lang
from heraut.site.heraldry.bearers import arms_of_name, arms_of_number
from heraut.site.heraldry.blazon import Arms, write
from heraut.site.heraldry.drawing import svg


def borne_by(bearer: str | int) -> Arms:
    """The arms of a lord's number, or of a name."""
    return arms_of_number(bearer) if isinstance(bearer, int) else arms_of_name(bearer)


def arms(bearer: str | int, *, told: bool = False, **attributes: Any) -> SafeString:
    """The shield of a lord's number, or of a name."""
    return svg(borne_by(bearer), attributes.get("class", "arms"), lang() if told else "")


def blazon(bearer: str | int) -> str:
    """The same arms in words."""
    return write(borne_by(bearer), lang())
