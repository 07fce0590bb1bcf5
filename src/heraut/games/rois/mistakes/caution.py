"""One remark on a sheet, and the ten headings under which they stand."""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.games.rois.sheet.reading import Entry

# The headings, in their order, and the rules that the help page explains under each
HEADINGS: dict[str, tuple[str, ...]] = {
    "movement": ("RO-MOVE-02", "RO-MOVE-08", "RO-MOVE-12"),
    "exploration": ("RO-EXPL-04", "RO-EXPL-07"),
    "searching": ("RO-FEAT-02",),
    "hiring": ("RO-HERO-02", "RO-HERO-05"),
    "armies": ("RO-ARMY-02", "RO-ARMY-09"),
    "plans": ("RO-ENC-04", "RO-ENC-05"),
    "duels": ("RO-DUEL-03", "RO-DUEL-06"),
    "battles": ("RO-BAT-19", "RO-BAT-23", "RO-BAT-30"),
    "aftermath": ("RO-BAT-32", "RO-BAT-34"),
    "elections": ("RO-VIC-02",),
}


class Caution(msgspec.Struct, frozen=True):
    """Something that a King should have a second look at. `code` names its sentence, `entry` the line that it is about
    (None: the sheet as a whole).
    """

    heading: str
    code: str
    rule: str
    data: dict[str, Any]
    entry: Entry | None = None
