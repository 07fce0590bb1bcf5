"""What a process remembers of the sheets that its players write."""

from __future__ import annotations

from heraut.site.games.gloire.checked import FEW, KEPT, LONG, Seen, draft_in


def test_sheets_of_all_who_play_are_remembered_and_few_long_ones() -> None:
    """A flood of long sheets takes no memory but that of a few, and pushes out nobody's draft."""
    usual = [Seen(f"lord {number}", {}) for number in range(KEPT)]
    drafts = [draft_in(seen, "CHE 2") for seen in usual]
    long = [f"{'CHE 2' + chr(10)}" * (LONG + 1 + number) for number in range(FEW + 1)]
    floods = [draft_in(usual[0], text) for text in long]
    assert all(draft_in(seen, "CHE 2") is draft for seen, draft in zip(usual, drafts, strict=True))
    assert draft_in(usual[0], long[-1]) is floods[-1]
    assert draft_in(usual[0], long[0]) is not floods[0]
