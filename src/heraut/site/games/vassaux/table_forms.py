"""The forms of a table of Seigneurs & Vassaux that waits for its players, and its clocks (SV-DPR-01)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms

from heraut.engine.protocol import Seat as SeatName
from heraut.engine.protocol import SetupError
from heraut.engine.rng import Rng
from heraut.games import game
from heraut.games.vassaux.options import RANDOM
from heraut.games.vassaux.setup import setup
from heraut.games.vassaux.tables import CONSTANTS, R, maps, scenarios
from heraut.site.common.words import lang, say
from heraut.site.lobby import forms as lobby_forms
from heraut.site.matches.pace import MONTH, SORTS, Pace

FOR_THE_TABLE = ("lords",)

HOUR = 3600
LIVE = (CONSTANTS.timer_orders, *[CONSTANTS.timer_other] * 3)
POST = (48 * HOUR, *[24 * HOUR] * 3)  # an order is announced and declared within the first (`adapter.clock_runs_on`)
PACES: Mapping[str, Pace] = {  # SV-DPR-01
    "live": Pace(clocks=LIVE, early=True, grace=3, missed=3),
    "post": Pace(clocks=POST, early=True, grace=3, missed=3),
    "no_clock": Pace(clocks=(MONTH,) * len(SORTS), early=True, grace=0),
}


class JoinForm(lobby_forms.JoinForm):
    """Sitting down at a table."""

    OWN_WORDS = "vassaux"


class TableForm(lobby_forms.TableForm):
    """A new table: scenario, ground, points, magic."""

    GAME = OWN_WORDS = "vassaux"
    PACES = PACES
    FIRST = ("scenario",)
    OPTIONS: ClassVar[tuple[str, ...]] = ("map", "table", "limit", "magic")

    field_order = ("title", "preset", "scenario")
    scenario = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    lords = forms.IntegerField(min_value=1, max_value=2, required=False, initial=2)
    bots = forms.BooleanField(required=False, initial=True)
    map = forms.ChoiceField(required=False)
    table = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    limit = forms.IntegerField(min_value=0, required=False)
    magic = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tongue = lang()
        self.allow("scenario", [(number, getattr(row, tongue)) for number, row in scenarios().items()])
        grounds = [(code, getattr(row, tongue)) for code, row in maps().items()]
        self.allow("map", [("", say("vassaux_option.own_map")), *grounds, (RANDOM, say("vassaux_option.drawn_map"))])
        self.allow("table", [(side // R, f"{side // R} R") for side in CONSTANTS.tables])
        self.fields["table"].initial = CONSTANTS.table // R
        for name in ("weekdays", "time", "zone", "minutes", "early", "grace_hours"):
            del self.fields[name]

    @property
    def pace_group(self) -> list[Any]:
        """The bank of delays."""
        return self.group("grace", "missed")

    def asked_pace(self, data: dict[str, Any]) -> Pace:
        """The preset."""
        return self.PACES[data["preset"]]

    def asked_options(self, data: dict[str, Any]) -> dict[str, Any]:
        """The options of the game that were chosen."""
        return {"lords": data.get("lords") or 2, **lobby_forms.chosen(data, (*self.FIRST, *self.OPTIONS))}

    def check_options(self) -> None:
        """What the game itself refuses, in its own words."""
        seats = [SeatName(f"j{number + 1}") for number in range(self.options["lords"])]
        options = {name: value for name, value in self.options.items() if name not in FOR_THE_TABLE}
        try:
            setup(seats, options, Rng(bytes(32)))
        except SetupError as error:
            for refusal in error.refusals:
                self.add_error(None, game("vassaux").explain(refusal, lang()))
