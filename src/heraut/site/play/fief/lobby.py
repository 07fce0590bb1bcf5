"""What Fief brings to the site besides its pages; the names are those of `heraut.site.games`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

import msgspec
from django import forms
from django.forms import BoundField
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString

from heraut.engine.protocol import Json, SetupError
from heraut.engine.protocol import Seat as SeatName
from heraut.engine.rng import Rng
from heraut.games import game
from heraut.games.fief.options import MODES, TURN_LIMITS, advised_mode
from heraut.games.fief.setup import setup
from heraut.games.fief.state import Realm
from heraut.games.fief.tables import constants
from heraut.site.clock.pace import MONTH, REACTION, ROUND, SORTS, TALKS, TURN, Pace
from heraut.site.lobby import forms as lobby_forms
from heraut.site.matches.models import Match, Seat
from heraut.site.play.fief import rules
from heraut.site.play.fief.asking import asked_words
from heraut.site.play.fief.notes import noted_answer
from heraut.site.play.fief.panels import awaited, realm_context, shield
from heraut.site.play.visit import Visit
from heraut.site.typed import whole_number
from heraut.site.words import lang, say, site_words

SECRET = False
TOLD_GIVEN = False
WHOLE = PICTURED = True
LEAVING = "ABANDONNER"
RULINGS: Mapping[str, str] = {}
ABSENT = ""
TIME_BACK = True
LETTER_MARKS: tuple[str, ...] = ()
STRANGERS = False
TALK = True  # FI-NEG-03
FOR_THE_TABLE = ("lords",)
RULES = "play/fief/rule_list.html"

MINUTE, HOUR = 60, 3600
PACES: Mapping[str, Pace] = {  # FI-DP-R5
    "live": Pace(clocks=(3 * MINUTE, 45, 30, 10 * MINUTE), early=True, grace=3, missed=3),
    "slow_live": Pace(clocks=(10 * MINUTE, 3 * MINUTE, 2 * MINUTE, 20 * MINUTE), early=True, grace=3, missed=3),
    "post": Pace(clocks=(48 * HOUR, 24 * HOUR, 24 * HOUR, 48 * HOUR), early=True, grace=3, missed=3),
    "quick_post": Pace(clocks=(24 * HOUR, 12 * HOUR, 12 * HOUR, 24 * HOUR), early=True, grace=3, missed=3),
    "no_clock": Pace(clocks=(MONTH,) * len(SORTS), early=True, grace=0),
}
SORT_OF: Mapping[str, str] = {
    **dict.fromkeys(("settle", "first_lord", "cards", "purchase", "shopping", "move", "attacks"), TURN),
    **dict.fromkeys(("round", "mercy", "sides", "summons"), ROUND),
    "window": TALKS,
    **dict.fromkeys(
        (
            "take_lord", "lodge", "heir", "place", "justice", "heir_of_title", "bestow", "dispose", "garrison", "leave",
            "petition", "admit", "president", "bid", "nominee", "become_bishop", "candidate", "vote", "crown",
        ),
        REACTION,
    ),
}  # fmt: skip
"""Which clock each kind of decision runs on."""

QUICK: Mapping[str, Any] = {"lords": 4, "mode": "points", "points_turns": 10}
DEMO: Mapping[str, Any] = {"lords": 4, "mode": "normal"}
DEMO_SEAT: Mapping[str, str] = {}

LAST_TURN = 40  # what the form proposes: a match whose families forget it comes to an end all the same
VARIANTS = ("bishop_auction", "population_pressure", "disease_concentration", "surrender")
__all__ = ["asked_words", "noted_answer", "realm_context"]


# One decision at a time


def turn_of(state: Realm) -> int:
    """The game's own turn; 0 during the setup."""
    return state.turn


def settled(decision: Any) -> bool:
    """Whether a player has said that he is ready to end the negotiations."""
    return decision.player in decision.realm.ready


def question(decision: Any) -> bytes:
    """What is asked, told apart from what was asked before; in the negotiations that is every deal put to a player."""
    if decision.kind == "window":
        mine = [[deal.proposer, deal.number] for deal in decision.realm.deals if deal.addressee == decision.player]
        return msgspec.json.encode(["window", decision.realm.turn, mine])
    return msgspec.json.encode([decision.kind, decision.view["own"]["asked"], decision.realm.turn])


# A new table


class JoinForm(lobby_forms.JoinForm):
    """Sitting down at a table."""

    OWN_WORDS = "fief"


class TableForm(lobby_forms.TableForm):
    """A new table (FI-SET-02): how one wins, the variants, and a clock for each sort of decision."""

    GAME = OWN_WORDS = "fief"
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
    lords = forms.IntegerField(
        min_value=constants().seats_min, max_value=constants().seats_max, required=False, initial=4
    )
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
        self.allow("points_turns", [(n, str(n)) for n in constants().points.lengths])
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

    def check_options(self) -> None:
        """What the game itself refuses, in its own words."""
        seats = [SeatName(f"j{number + 1}") for number in range(self.options["lords"])]
        try:
            setup(
                seats,
                {name: value for name, value in self.options.items() if name not in FOR_THE_TABLE},
                Rng(bytes(32)),
            )
        except SetupError as error:
            for refusal in error.refusals:
                self.add_error(None, game("fief").explain(refusal, lang()))


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


# Where it is played, and what was chosen


def place(options: Mapping[str, Any]) -> str:
    """There is one board."""
    return ""


def places() -> list[tuple[str, str]]:
    """None to choose from."""
    return []


def place_words(options: Mapping[str, Any]) -> str:
    """By how many it is played, and how one wins."""
    mode = say(f"fief_option.short_{mode_of(options) or 'advised'}")
    return (
        say("fief.place", lords=options["lords"], mode=mode)
        if "lords" in options
        else say("fief.place_begun", mode=mode)
    )


def mode_of(options: Mapping[str, Any]) -> str:
    """How one wins: as it was chosen, or as the number of families has it; "" where that is not known."""
    return str(options.get("mode") or (advised_mode(options["lords"]) if "lords" in options else ""))


def place_picture(options: Mapping[str, Any]) -> str:
    """The empty board."""
    return reverse("fief_board")


def chosen_options(match: Match) -> Iterator[str]:
    """One sentence an option that differs from the rulebook."""
    options = match.options
    mode = options.get("mode")
    if mode:
        yield say(f"fief_option.mode_{mode}")
    if mode_of(options) != "normal" and options.get("points_turns"):
        yield say("fief_option.points_turns", turns=options["points_turns"])
    if options.get("turn_limit"):
        yield say("fief_option.turn_limit", turn=options["turn_limit"])
    for name in VARIANTS:
        if options.get(name):
            yield say(f"fief_field.{name}")
    for name in ("hidden_stacks", "stock_limits"):
        if options.get(name) is False:
            yield say(f"fief_option.no_{name}")
    if options.get("starting_lord") == "choice":
        yield say("fief_option.lord_choice")


def silence(match: Match) -> str:
    """What silence costs here (FI-DP-R7)."""
    return say("fief.silence", number=patience(match))


def changed_figures(match: Match) -> Iterator[tuple[str, str, str]]:
    """The figures of Fief do not change."""
    yield from ()


# Letters and table talk: everybody knows everybody


def letter_names(realm: Realm) -> dict[str, tuple[str, bool]]:
    """Every family by its seat, and whether it is still in the game."""
    return {seat: (one.name, one.alive) for seat, one in zip(realm.seats, realm.families, strict=True)}


def letter_known(view: Json) -> dict[str, bool]:
    """All families but the reader's own."""
    own = view.get("own", {}).get("seat")
    return {one["name"]: one["alive"] for seat, one in view["seats"].items() if seat != own}


def speaker(view: Json, seat: str) -> tuple[str, SafeString]:
    """A family's name and its shield."""
    one = view["seats"][seat]
    return one["name"], shield(one["blazon"])


# Seats


def lord_names() -> Sequence[str]:
    """Names of ours, for families."""
    return tuple(site_words("fr").groups["fief_families"].values())


def check_choices(match: Match, choices: Mapping[str, str], own: Seat | None = None) -> None:
    """Village and blazon are chosen in the game itself (FI-SET-04)."""


def seat_options(seats: Iterable[Seat]) -> dict[str, Any]:
    """The families' names."""
    return {"names": {seat.name: seat.lord for seat in seats if seat.lord}}


def moon(moment: datetime) -> int | None:
    """This game counts no moons."""
    return None


def patience(match: Match) -> int | None:
    """Decisions missed in a row after which somebody else may take the seat."""
    return match.pace.missed


def bearer(seat: Seat) -> str:
    """The arms of a seat before it has a blazon are those of its name."""
    return seat.lord


def reign(match: Match, seat: Seat) -> dict[str, Any]:
    """A player's family in a line, and what is asked of it."""
    view = match.rules.view(match.realm, seat.name)
    one, own = view["seats"][seat.name], view["own"]
    words = say("fief.reign", purse=own["purse"], fiefs=len(one["fiefs"]), soldiers=one["soldiers"], turn=view["turn"])
    asked = asked_words(view, lang()) if own["asked"] else ""
    return {"alive": one["alive"], "owed": bool(asked), "bearer": seat.lord, "words": asked or words}


def known_lord(coming: Visit, seat: Seat) -> str | None:
    """Everybody is known."""
    return seat.lord


def given(coming: Visit) -> dict[str, str]:
    """Who has answered is told to nobody: it could tell what he holds (FI-INF-01)."""
    return {}


def awaited_words(coming: Visit) -> str:
    """Who has to decide what, as the table shows it; to whom it is asked, that it is his turn."""
    if "own" in coming.view and coming.view["own"]["asked"] and not (coming.sheet and coming.sheet.sealed):
        return say("fief.asked")
    return awaited(coming.view, coming)


def followed(coming: Visit, page: str) -> SafeString:
    """The table follows by itself."""
    return SafeString("")


def rules_context(asked: MultiValueDict[str, str], lang: str) -> dict[str, Any]:
    """The rules, and the cards."""
    return rules.context(asked, lang)
