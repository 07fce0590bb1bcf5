"""What a misspelt word may have meant: the same way of guessing in all games, each with its own names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches

LIKE_ENOUGH = 0.65  # two letters of three


def closest(wanted: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """The known word that is most like the wanted one; "" when none is alike enough."""
    close = get_close_matches(wanted, known, n=1, cutoff=likeness)
    return close[0] if close else ""


def begun_or_held(wanted: str, names: Mapping[str, str]) -> str:
    """The first name that begins with this, or has it as one of its words; "" for none. `names` are by plain form."""
    for name, original in names.items():
        if wanted and (name.startswith(wanted) or wanted in name.split()):
            return original
    return ""


def nearest_name(wanted: str, names: Mapping[str, str], likeness: float = 0.7, initial: float | None = None) -> str:
    """The name that the writer may have meant; "" when none is close. `names` are by plain form.

    For names with the same first letter, a likeness of `initial` is enough, where that is given.
    """
    if found := begun_or_held(wanted, names):
        return found
    close = ""
    if initial is not None:
        close = closest(wanted, [name for name in names if name[:1] == wanted[:1]], initial)
    close = close or closest(wanted, names, likeness)
    return names[close] if close else ""


def nearest_codes(wanted: str, codes: Sequence[str]) -> list[str]:
    """The codes that it may have meant: those that begin it, or the closest ones if they are close enough."""
    if whole := [code for code in codes if wanted.startswith(code)]:
        return whole
    likeness = {code: SequenceMatcher(None, wanted, code).ratio() for code in codes}
    best = max(likeness.values())
    return [code for code in codes if likeness[code] == best] if best >= LIKE_ENOUGH else []
