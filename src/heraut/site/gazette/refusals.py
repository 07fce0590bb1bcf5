"""Why something is not taken."""

from __future__ import annotations

from heraut.site.common.refusals import CannotBeDone


class NotTaken(CannotBeDone):
    """Of an article, a piece of it, or an act at the editor's desk."""

    group = "gazette_refusal"
