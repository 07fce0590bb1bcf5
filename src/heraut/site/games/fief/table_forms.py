"""The forms of a table of Fief that waits for its players, and its clocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
from django import forms
from django.forms import BoundField

from heraut.games.fief.options import MODES, TURN_LIMITS, advised_mode
from heraut.games.fief.tables import CONSTANTS
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.words import lang, say
from heraut.site.games.fief.naming import fixed
from heraut.site.lobby import forms as lobby_forms
from heraut.site.matches.pace import MONTH, SORTS, Pace

FOR_THE_TABLE = ("lords",)

MINUTE, HOUR = 60, 3600
PACES: Mapping[str, Pace] = {  # FI-DP-R5
    "live": Pace(clocks=(3 * MINUTE, 45, 30, 10 * MINUTE), early=True, grace=3, missed=3),
    "slow_live": Pace(clocks=(10 * MINUTE, 3 * MINUTE, 2 * MINUTE, 20 * MINUTE), early=True, grace=3, missed=3),
    "post": Pace(clocks=(48 * HOUR, 24 * HOUR, 24 * HOUR, 48 * HOUR), early=True, grace=3, missed=3),
    "quick_post": Pace(clocks=(24 * HOUR, 12 * HOUR, 12 * HOUR, 24 * HOUR), early=True, grace=3, missed=3),
    "no_clock": Pace(clocks=(MONTH,) * len(SORTS), early=True, grace=0),
}

LAST_TURN = 40  # what the form proposes: a match whose families forget it comes to an end all the same
VARIANTS = ("bishop_auction", "population_pressure", "disease_concentration", "surrender")


# A new table


class JoinForm(lobby_forms.JoinForm):
    """Sitting down at a table."""

    OWN_WORDS = "fief"


class TableForm(lobby_forms.TableForm):
    """A new table (FI-SET-02): how one wins, the variants, and a clock for each sort of decision."""

    GAME = OWN_WORDS = "fief"
    FOR_THE_TABLE = FOR_THE_TABLE
    PACES = PACES
    FIRST = ("mode",)
    OPTIONS: ClassVar[tuple[str, ...]] = (
        *("points_turns", "turn_limit"),
        *VARIANTS,
        *("starting_lord", "hidden_stacks", "stock_limits", "batch"),
    )
    CLOCKS: ClassVar[tuple[str, ...]] = tuple(f"clock_{sort}" for sort in SORTS)

    field_order = ("title", "preset", "mode")
    mode = forms.ChoiceField(widget=forms.RadioSelect, required=False)
    lords = forms.IntegerField(min_value=CONSTANTS.seats_min, max_value=CONSTANTS.seats_max, required=False, initial=4)
    points_turns = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    bots = forms.BooleanField(required=False, initial=True)  # a seat that falls silent is not left so
    turn_limit = forms.IntegerField(
        min_value=TURN_LIMITS[0], max_value=TURN_LIMITS[1], required=False, initial=LAST_TURN
    )
    bishop_auction = forms.BooleanField(required=False)
    population_pressure = forms.BooleanField(required=False)
    disease_concentration = forms.BooleanField(required=False)
    surrender = forms.BooleanField(required=False)
    starting_lord = forms.ChoiceField(required=False)
    hidden_stacks = forms.BooleanField(required=False, initial=True)
    stock_limits = forms.BooleanField(required=False, initial=True)
    batch = forms.TypedChoiceField(coerce=lambda word: word == "yes", empty_value=None, required=False)
    clock_turn = forms.CharField(max_length=12, required=False)
    clock_reaction = forms.CharField(max_length=12, required=False)
    clock_round = forms.CharField(max_length=12, required=False)
    clock_talks = forms.CharField(max_length=12, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.allow("mode", [("", say("fief_option.mode_advised")), *((m, say(f"fief_option.mode_{m}")) for m in MODES)])
        self.fields["mode"].initial = ""
        self.allow("points_turns", [(n, str(n)) for n in CONSTANTS.points.lengths])
        self.fields["points_turns"].initial = 15
        self.allow("starting_lord", [(one, say(f"fief_option.lord_{one}")) for one in ("random", "choice")])
        self.allow(
            "batch",
            [("", say("fief_option.batch_usual")), ("yes", say("fief_option.yes")), ("no", say("fief_option.no"))],
        )
        for name in ("weekdays", "time", "zone", "minutes", "early", "grace_hours"):
            del self.fields[name]
        for name in self.CLOCKS:
            self.fields[name].help_text = say("fief_field_hint.clock")

    def start_names(self, sort: str) -> Mapping[str, str]:
        """The villages."""
        return fixed(lang())["village"] if sort == "start" else {}

    @property
    def pace_group(self) -> list[BoundField]:
        """A clock for each sort of decision, and the bank of delays."""
        return self.group(*self.CLOCKS, "grace", "missed")

    def asked_pace(self, data: dict[str, Any]) -> Pace:
        """The preset with the clocks that were typed."""
        preset = self.PACES[data["preset"]]
        clocks = tuple(data.get(f"clock_{sort}") or preset.clocks[place] for place, sort in enumerate(SORTS))
        changes = {name: data[name] for name in ("grace", "missed") if data.get(name) is not None}
        return msgspec.structs.replace(preset, clocks=clocks, **changes)

    def clean(self) -> dict[str, Any]:
        """Clocks are typed as people say them: 45 s, 3 min, 24 h."""
        for name in self.CLOCKS:
            text = self.cleaned_data.get(name, "")
            if text:
                try:
                    self.cleaned_data[name] = seconds(text)
                except ValueError:
                    self.add_error(name, say("fief_field_hint.bad_clock"))
        return super().clean()

    def asked_options(self, data: dict[str, Any]) -> dict[str, Any]:
        """The options of the game; how live the pace is goes with the clocks (FI-SET-02)."""
        if self.errors:
            return {}
        options: dict[str, Any] = {name: True for name in VARIANTS if data.get(name)}
        for name in ("hidden_stacks", "stock_limits"):
            if not data.get(name):
                options[name] = False
        lords = data.get("lords") or 4
        for name in ("mode", "points_turns", "turn_limit", "starting_lord"):
            if data.get(name):
                options[name] = data[name]
        if mode_of({"lords": lords, **options}) == "points":
            options.pop("turn_limit", None)  # a game for points has its length (FI-SET-02)
        if data.get("batch") is not None:
            options["batch"] = data["batch"]
        pace = self.asked_pace(data)
        return {"lords": lords, **options, "pace": "live" if table_talk(pace) else "async"}


def table_talk(pace: Pace) -> bool:
    """Whether battles are fought round by round by those who sit there: live, and where no clock presses."""
    return pace.live or pace.at_leisure


def seconds(text: str) -> int:
    """A stretch of time as people write it: 45 s, 3 min, 24 h, 2 j. Raises ValueError."""
    number = text.strip().rstrip("abcdefghijklmnopqrstuvwxyz ")
    unit = text.strip()[len(number) :].strip()
    worth = {"s": 1, "": MINUTE, "m": MINUTE, "min": MINUTE, "mn": MINUTE, "h": HOUR, "j": 24 * HOUR, "d": 24 * HOUR}
    found = (whole_number(number) or 0) * worth.get(unit, 0)
    if not 5 <= found <= MONTH:
        raise ValueError(text)
    return found


def mode_of(options: Mapping[str, Any]) -> str:
    """How one wins: as it was chosen, or as the number of families has it; "" where that is not known."""
    return str(options.get("mode") or (advised_mode(options["lords"]) if "lords" in options else ""))
