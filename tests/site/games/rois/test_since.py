"""What a King is told of the time since his last visit."""

from __future__ import annotations

from heraut.site.games.rois.since import changed

NOW = {"provinces": 7, "gold": 340}


def test_what_was_won_and_lost_again_is_not_as_before() -> None:
    assert list(changed(NOW, NOW)) == ["7 provinces, comme avant", "340 écus, comme avant"]
    assert list(changed(NOW, NOW, {"conquered", "province_lost"})) == ["7 provinces", "340 écus, comme avant"]
    assert list(changed({"provinces": 5, "gold": 400}, NOW, {"conquered"})) == [
        "7 provinces (2 de plus)",
        "340 écus (60 de moins)",
    ]


def test_nothing_is_as_before_where_no_before_is_known() -> None:
    assert list(changed({}, NOW)) == ["7 provinces", "340 écus"]
