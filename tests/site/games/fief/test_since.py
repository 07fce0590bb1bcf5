"""What a family is told of the time since its player's last visit."""

from __future__ import annotations

from heraut.site.games.fief.since import changed


def test_of_an_empty_purse_nothing_is_said() -> None:
    empty = {"purse": 0, "fiefs": 1}
    assert list(changed(empty, empty)) == list(changed({}, empty)) == []
    assert list(changed({**empty, "purse": 4}, empty)) == ["0 écu (−4)"]
    assert list(changed(empty, {**empty, "purse": 3})) == ["3 écus (+3)"]
