"""The forms of a table of Seigneurs & Vassaux that waits for its players, and its clocks (SV-DPR-01)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms

from heraut.engine.protocol import Seat as SeatName
from heraut.engine.protocol import SetupError
from heraut.engine.rng import Rng
from heraut.games import game
from heraut.games.vassaux.identities import PLACES
from heraut.games.vassaux.setup import setup
from heraut.games.vassaux.tables import CONSTANTS, R, hosts, scenarios
from heraut.site.common.words import lang, say
from heraut.site.games.vassaux.field_builder.choice import GroundFields, ground_options
from heraut.site.games.vassaux.host_builder.choice import HostFields, brief_of, place_at, ready_choices
from heraut.site.lobby import forms as lobby_forms
from heraut.site.matches.pace import MONTH, SORTS, Pace

FOR_THE_TABLE = ("lords",)
GROUND_CODES = (
    "unknown_word", "two_corners", "too_many_pieces", "too_many_parts", "bad_piece", "piece_off_table", "covered_piece",
    "hilltop_without_slope", "text_too_long", "line_too_long",
)  # fmt: skip
BESIDE: Mapping[str, str] = {
    **dict.fromkeys(GROUND_CODES, "ground_text"),
    **dict.fromkeys(("own_map", "unknown_map", "map_and_field"), "map"),
    **dict.fromkeys(("limit_too_high", "bad_limit"), "limit"),
    **dict.fromkeys(("bad_table", "no_room_on_table"), "table"),
}
"""Beside which field a refusal of the game stands."""

HOUR = 3600
LIVE = (CONSTANTS.timer_orders, *[CONSTANTS.timer_other] * 3)
POST = (48 * HOUR, *[24 * HOUR] * 3)  # an order is announced and declared within the first (`adapter.clock_runs_on`)
PACES: Mapping[str, Pace] = {  # SV-DPR-01
    "live": Pace(clocks=LIVE, early=True, grace=3, missed=3),
    "post": Pace(clocks=POST, early=True, grace=3, missed=3),
    "no_clock": Pace(clocks=(MONTH,) * len(SORTS), early=True, grace=0),
}


class JoinForm(HostFields, lobby_forms.JoinForm):
    """Sitting down at a table with a host (SV-DP-01)."""

    OWN_WORDS = "vassaux"
    CHOICES = ("host", "host_text")
    field_order = ("lord", "host", "host_text", "word", "behind")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer_hosts(self.player)

    def clean(self) -> dict[str, Any]:
        """The host must be one that this table takes on this side."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if self.match is not None:
            self.check_host(self.player, brief_of(self.match.options, place_at(self.match, self.seat)))
        return data


class TableForm(HostFields, GroundFields, lobby_forms.TableForm):
    """A new table: scenario, ground, points, magic, who plays the other host, and one's own."""

    GAME = OWN_WORDS = "vassaux"
    PACES = PACES
    FIRST = ("scenario",)
    GROUND: ClassVar[tuple[str, ...]] = ("map", "ground_text", "table")
    OPTIONS: ClassVar[tuple[str, ...]] = (*GROUND, "limit", "magic", "foe_host")
    CHOICES = ("host", "host_text")

    field_order = ("title", "preset", "scenario", "lords", "map", "ground_text", "table", "limit", "magic")
    scenario = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    lords = forms.TypedChoiceField(  # type: ignore[assignment]  # a list, where other games have a number
        coerce=int, required=False, empty_value=None, initial=2
    )
    bots = forms.BooleanField(required=False, initial=True)
    table = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    limit = forms.IntegerField(min_value=0, required=False)
    magic = forms.BooleanField(required=False)
    foe_host = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer_hosts(self.player)
        self.offer_grounds(self.player)
        self.allow("preset", [(name, say(f"vassaux_preset.{name}")) for name in self.PACES])
        self.allow("scenario", [(number, getattr(row, lang())) for number, row in scenarios().items()])
        self.allow("lords", [(number, say(f"vassaux_option.lords_{number}")) for number in (2, 1)])
        self.allow("foe_host", [("", say("vassaux_host.of_scenario")), *ready_choices()])
        self.allow("table", [(side // R, f"{side // R} R") for side in CONSTANTS.tables])
        self.fields["table"].initial = CONSTANTS.table // R
        for name in ("weekdays", "time", "zone", "minutes", "early", "grace_hours"):
            del self.fields[name]

    def start_names(self, sort: str) -> Mapping[str, str]:
        """The ready-made hosts."""
        return {code: getattr(host, lang()) for code, host in hosts().items()} if sort == "host" else {}

    @property
    def pace_group(self) -> list[Any]:
        """The bank of delays."""
        return self.group("grace", "missed")

    def asked_pace(self, data: dict[str, Any]) -> Pace:
        """The preset."""
        return self.PACES[data["preset"]]

    def asked_options(self, data: dict[str, Any]) -> dict[str, Any]:
        """The options of the game that were chosen; the host that a player chooses is checked by them."""
        lords = data.get("lords") or 2
        options = {"lords": lords, **lobby_forms.chosen(data, ("scenario", "limit", "magic"))}
        options |= ground_options(data, self.player)
        if lords == 1 and data.get("foe_host"):
            options["hosts"] = {"": data["foe_host"]}
        if data.get("play"):
            self.check_host(self.player, brief_of(options, PLACES[0]))
        return options

    def check_options(self) -> None:
        """What the game itself refuses, in its own words, beside what it is about."""
        seats = [SeatName(f"j{number + 1}") for number in range(self.options["lords"])]
        options = {name: value for name, value in self.options.items() if name not in FOR_THE_TABLE}
        try:
            setup(seats, options, Rng(bytes(32)))
        except SetupError as error:
            for refusal in error.refusals:
                self.add_error(BESIDE.get(refusal.code), game("vassaux").explain(refusal, lang()))
