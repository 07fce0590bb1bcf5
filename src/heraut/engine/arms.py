"""The arms of a hundred lords: a tincture and a division each, so that colours alone never tell two of them apart."""

TINCTURES = (
    ("#c8505a", "#8f1d2b"),
    ("#5b86c4", "#1f4788"),
    ("#6fa866", "#2c6a33"),
    ("#e6bf4b", "#a57a10"),
    ("#9a73b5", "#5d2f7d"),
    ("#dd8a45", "#a2521a"),
    ("#77b5bd", "#22707c"),
    ("#8d8d93", "#3b3b42"),
    ("#df94b1", "#a5416d"),
    ("#a3865f", "#5f4524"),
)
"""Ten tinctures: the wash for lands, the full colour for shields."""

DIVISIONS = ("plain", "pale", "bend", "chevron", "lozengy", "fess", "sinister", "checky", "roundels", "fretty")
"""Ten divisions of the field; a hundred lords are a hundred pairs (tincture, division)."""

FIELDS = {
    "plain": "",
    "pale": '<path d="M12 0v48M36 0v48" stroke-width="9"/>',
    "bend": '<path d="M-6-6 54 54M-30-6 30 54M18-6 78 54" stroke-width="8"/>',
    "chevron": '<path d="M-4 25 24 5 52 25M-4 49 24 29 52 49M-4 73 24 53 52 73M-4 1 24-19 52 1" stroke-width="7"/>',
    "lozengy": '<path d="M12 2 20 12 12 22 4 12ZM36 2 44 12 36 22 28 12ZM12 26 20 36 12 46 4 36Z'
    'M36 26 44 36 36 46 28 36Z" stroke="none" fill="{ink}"/>',
    "fess": '<path d="M0 12h48M0 36h48" stroke-width="9"/>',
    "sinister": '<path d="M54-6-6 54M30-6-30 54M78-6 18 54" stroke-width="8"/>',
    "checky": '<path d="M0 0h12v12H0zM24 0h12v12H24zM12 12h12v12H12zM36 12h12v12H36zM0 24h12v12H0zM24 24h12v12H24z'
    'M12 36h12v12H12zM36 36h12v12H36z" stroke="none" fill="{ink}"/>',
    "roundels": '<path d="M12 12h.1M36 36h.1" stroke-width="15" stroke-linecap="round"/>',
    "fretty": '<path d="M-6-6 54 54M-6 54 54-6M-6 18 18-6M30 54 54 30M-6 30 18 54M30-6 54 18" stroke-width="3.5"/>',
}
"""A tile of 48 x 48 for the lands, in ``ink``."""

SHIELD = "M-12-14H12V1C12 9 6 13 0 16-6 13-12 9-12 1Z"
ORDINARIES = {
    "plain": '<path d="M-12-14H12V-7H-12Z"/>',
    "pale": '<path d="M-4-14H4V14L0 16-4 14Z"/>',
    "bend": '<path d="M-12-14H-6L12 4 9 9.5-12-9Z"/>',
    "chevron": '<path d="M0-6 12 5 10 9 0 1-10 9-12 5Z"/>',
    "lozengy": '<path d="M0-12 8 0 0 12-8 0Z"/>',
    "fess": '<path d="M-12-4H12V4H-12Z"/>',
    "sinister": '<path d="M12-14H6L-12 4-9 9.5 12-9Z"/>',
    "checky": '<path d="M-12-14H0V0H-12ZM0 0H12V1C12 9 6 13 0 16Z"/>',
    "roundels": '<path d="M-6-7h.1M6-7h.1M0 5h.1" stroke-width="7" stroke-linecap="round"/>',
    "fretty": '<path d="M-11-13 9 10M11-13-9 10" stroke-width="5"/>',
}
"""The same divisions on a shield of 24 x 30 about its centre."""


def arms_of(number: int) -> tuple[str, str, str]:
    """The wash, the full colour and the division of lord ``number`` (1..): different for the first hundred."""
    rank = (number - 1) % 100
    wash, full = TINCTURES[rank % 10]
    return wash, full, DIVISIONS[(rank + rank // 10) % 10]
