"""The forms of the lobby. Presets come first; what is left empty stays as the preset, or the rulebook, has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.forms import BoundField

from heraut.engine.balance import Balance
from heraut.engine.protocol import Refusal, SetupError
from heraut.engine.protocol import Seat as SeatName
from heraut.engine.rng import Rng
from heraut.games import game
from heraut.site.accounts.zones import zone_choices
from heraut.site.clock.hold import LONGEST_HOLD
from heraut.site.common.forms import WordedFields
from heraut.site.common.input_cleaning import check_line
from heraut.site.common.words import lang, say, site_words
from heraut.site.lobby.odds import OddsTable, balance_of, odds_tables
from heraut.site.lobby.presets import changed
from heraut.site.matches.adapters import adapter
from heraut.site.matches.bot_names import PLAYER, bot_asked, level_choices, temper_choices
from heraut.site.matches.pace import Pace
from heraut.site.moderation.relations import APART, SHOWN

SEATS = (
    "lords",
    "bots",
    "bot_level",
    "bot_temper",
    "counted",
    "private",
    "password",
    "open_after",
    "relations",
)  # fields of a table, as they are shown together
ANY = "any"  # the choice of whoever leaves something to chance


class LobbyForm(WordedFields, forms.Form):
    """A form about a table; a text is one line.

    A game that calls a field otherwise has groups of its own: `<OWN_WORDS>_field` and `<OWN_WORDS>_field_hint`.
    """

    WORDS = "table"
    OWN_WORDS: ClassVar[str] = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, forms.CharField):
                field.validators.append(check_line)

    def words_of(self, name: str) -> tuple[str, str, str]:
        """In the game's own groups, if the field is called otherwise there."""
        if self.OWN_WORDS and site_words(lang()).has(f"{self.OWN_WORDS}_field", name):
            return f"{self.OWN_WORDS}_field", f"{self.OWN_WORDS}_field_hint", name
        return super().words_of(name)

    def allow(self, name: str, choices: list[Any]) -> None:
        """What may be chosen in a field, in the words of the present reader."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class LordForm(LobbyForm):
    """Who one is at a table: the lord's name, and a word of one's own in the seed."""

    lord = forms.CharField(max_length=30)
    word = forms.CharField(max_length=60, required=False)


class JoinForm(LordForm):
    """Entering a table; `behind` agrees to wait behind a full one. `CHOICES`: what else goes with a seat.

    `player` is who asks, `match` the table, `seat` his own there if he has one: a game may offer what is his.
    """

    CHOICES: ClassVar[tuple[str, ...]] = ()
    behind = forms.BooleanField(required=False)

    def __init__(
        self, *args: Any, full: bool, player: Any = None, match: Any = None, seat: Any = None, **kwargs: Any
    ) -> None:
        self.player, self.match, self.seat = player, match, seat
        super().__init__(*args, **kwargs)
        if not full:
            del self.fields["behind"]

    @property
    def choices(self) -> dict[str, str]:
        """What was chosen with the seat; what was left empty is left to chance."""
        return chosen(self.cleaned_data, self.CHOICES)


def chosen(data: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """These fields, as far as they were filled."""
    return {name: data[name] for name in names if data.get(name)}


class TableForm(LordForm):
    """A new table, whatever the game; each has a form of its own made from this one (`matches/adapters.py`).

    `pace` and `options` are what `open_table` takes, once the form is valid; `player` is who opens it.
    """

    GAME: ClassVar[str]
    PACES: ClassVar[Mapping[str, Pace]]
    FIRST: ClassVar[tuple[str, ...]] = ()  # fields of the game that are shown first
    OPTIONS: ClassVar[tuple[str, ...]] = ()  # those that are folded
    CHOICES: ClassVar[tuple[str, ...]] = ()  # those that go with the host's own seat
    FOR_THE_TABLE: ClassVar[tuple[str, ...]] = ()  # options that mean nothing to the game itself

    field_order: Sequence[str] = ("title", "preset")
    title = forms.CharField(max_length=70)
    preset = forms.ChoiceField(widget=forms.RadioSelect)
    lords = forms.IntegerField(min_value=2, required=False)
    private = forms.BooleanField(required=False)
    counted = forms.BooleanField(required=False, initial=True)
    password = forms.CharField(max_length=60, required=False)
    open_after = forms.IntegerField(min_value=1, max_value=99, required=False)
    bots = forms.BooleanField(required=False)
    bot_level = forms.ChoiceField(required=False, initial=PLAYER)
    bot_temper = forms.ChoiceField(required=False)
    play = forms.BooleanField(required=False, initial=True)
    relations = forms.ChoiceField(required=False)
    weekdays = forms.TypedMultipleChoiceField(coerce=int, required=False, widget=forms.CheckboxSelectMultiple)
    time = forms.TimeField(required=False, widget=forms.TimeInput({"type": "time"}))
    zone = forms.ChoiceField(required=False)
    minutes = forms.IntegerField(min_value=1, max_value=60 * 24 * 60, required=False)
    early = forms.TypedChoiceField(coerce=lambda word: word == "yes", empty_value=None, required=False)
    grace = forms.IntegerField(min_value=0, max_value=20, required=False)
    grace_hours = forms.IntegerField(min_value=1, max_value=24 * 7, required=False)
    missed = forms.IntegerField(min_value=1, max_value=20, required=False)
    hold = forms.IntegerField(min_value=0, max_value=LONGEST_HOLD, required=False)

    def __init__(self, *args: Any, player: Any = None, **kwargs: Any) -> None:
        self.player = player
        super().__init__(*args, **kwargs)
        self.fields["lord"].required = False
        if adapter(self.GAME).secret:  # what all seats see together would tell who plays, and how many
            del self.fields["open_after"]
        if not self.held:
            del self.fields["hold"]
        self.allow("preset", [(name, say(f"preset.{name}")) for name in self.PACES])
        self.fields["preset"].initial = next(iter(self.PACES))
        self.allow("weekdays", [(day, say(f"weekday.{day}")) for day in range(7)])
        self.allow("zone", [("", say("table_field.as_preset")), *zone_choices()])
        if adapter(self.GAME).secret:  # a refusal, or a list, would tell who plays
            del self.fields["relations"]
        else:
            self.allow("relations", [(wish, say(f"relations.{wish or 'host'}")) for wish in ("", SHOWN, APART)])
        self.allow("bot_level", level_choices(self.GAME))
        self.allow("bot_temper", temper_choices())
        self.allow("early", [(word, say(f"early.{word or 'preset'}")) for word in ("", "yes", "no")])

    def group(self, *names: str) -> list[BoundField]:
        """These fields, to be shown together."""
        return [self[name] for name in names]

    @property
    def among_friends(self) -> dict[str, Any]:
        """What opens, as it stands, a private table with bots whose turns end when all have sealed."""
        first = {bound.name: bound.initial for bound in self if bound.initial not in (None, "", False)}
        del first["counted"]
        at_leisure = next(name for name, pace in self.PACES.items() if pace.at_leisure)
        return {**first, "preset": at_leisure, "play": "on", "private": "on", "bots": "on"}

    @property
    def sample(self) -> tuple[str, str] | None:
        """The address of a picture of what is played on, and its words, where the game shows one."""
        return None

    @property
    def first_group(self) -> list[BoundField]:
        """What the game asks before all else."""
        return self.group(*self.FIRST)

    @property
    def you_group(self) -> list[BoundField]:
        """The host's own seat."""
        return self.group("lord", *self.CHOICES, "word")

    @property
    def seats_group(self) -> list[BoundField]:
        """Who may sit at the table."""
        return self.group(*(name for name in SEATS if name in self.fields))

    @property
    def pace_group(self) -> list[BoundField]:
        """What changes the preset's pace."""
        return self.group("weekdays", "time", "zone", "minutes", "early", "grace", "grace_hours", "missed", *self.held)

    @property
    def held(self) -> tuple[str, ...]:
        """How long an odd turn is kept back, where a step is a turn."""
        return () if any(pace.by_decision for pace in self.PACES.values()) else ("hold",)

    @property
    def option_group(self) -> list[BoundField]:
        """Options of the game."""
        return self.group(*self.OPTIONS)

    @property
    def figure_groups(self) -> list[tuple[str, list[BoundField]]]:
        """The figures that a private table may change, by chapter; none in most games."""
        return []

    @property
    def open_groups(self) -> set[str]:
        """The folds that hold an error or something that was typed, and must not hide it."""
        groups = {"seats": self.seats_group, "pace": self.pace_group, "options": self.option_group}
        groups["figures"] = [field for _, fields in self.figure_groups for field in fields]
        return {name for name, fields in groups.items() if any(field.errors or field.data for field in fields)}

    @property
    def odds(self) -> list[OddsTable]:
        """How often each start has won between bots; none where nobody has measured it."""
        return odds_tables(self.GAME, self.start_words)

    @property
    def balance(self) -> Balance | None:
        """How that was measured."""
        return balance_of(self.GAME)

    @property
    def odds_place(self) -> str:
        """The place on which it was measured, in words, where tables of the game may be played on others."""
        return ""

    def start_words(self, sort: str, name: str) -> str:
        """What a start, a race, a host or a pair of hosts is called."""
        if sort == "pair":
            first, _, second = name.partition(" ")
            hosts = {"first": self.start_words("host", first), "second": self.start_words("host", second)}
            return say("odds.against", **hosts)
        if sort == "seat":
            return say("odds.seat_number", number=int(name[1:]))
        return self.start_names(sort).get(name, name.replace("_", " ").capitalize())

    def start_names(self, sort: str) -> Mapping[str, str]:
        """What the starts of a sort are called, as far as the game has words for them."""
        return {}

    @property
    def seated_bot(self) -> str:
        """The bot that takes the seats left empty; "": none does."""
        data = self.cleaned_data
        return bot_asked(self.GAME, data["bot_level"], data["bot_temper"]) if data["bots"] else ""

    def clean(self) -> dict[str, Any]:
        """Everything together must make a match that can be played."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("play") and not data.get("lord"):
            self.add_error("lord", say("lobby_refusal.bad_lord"))
        if data.get("password") and not data.get("private"):
            self.add_error("password", say("lobby_refusal.password_public"))
        options = self.asked_options(data)
        if not self.errors:
            self.pace, self.options = self.asked_pace(data), options
            self.check_options()
        return data

    def asked_pace(self, data: dict[str, Any]) -> Pace:
        """The preset with what was asked otherwise; days and hours put a steady preset on the calendar."""
        at, minutes = data.get("time"), data.get("minutes")
        calendar = bool(data.get("weekdays")) or at is not None
        return changed(
            self.PACES[data["preset"]],
            {
                "weekdays": tuple(data["weekdays"]) or None if data.get("weekdays") else None,
                "hour": at.hour if at is not None else None,
                "minute": at.minute if at is not None else None,
                "zone": data.get("zone") or None,
                "seconds": minutes * 60 if minutes else 0 if calendar else None,
                "early": data.get("early"),
                "grace": data.get("grace"),
                "grace_hours": data.get("grace_hours"),
                "missed": data.get("missed"),
            },
        )

    def asked_options(self, data: dict[str, Any]) -> dict[str, Any]:
        """The options of the game that were chosen, and the number of lords; a game may read them otherwise."""
        return {"lords": data.get("lords") or 2, **chosen(data, self.OPTIONS)}

    def check_options(self) -> None:
        """What the game itself refuses, in its own words."""
        rules = game(self.GAME)
        seats = [SeatName(f"j{number + 1}") for number in range(self.options["lords"])]
        options = {name: value for name, value in self.options.items() if name not in self.FOR_THE_TABLE}
        try:
            rules.setup(seats, options, Rng(bytes(32)))
        except SetupError as error:
            for refusal in error.refusals:
                self.add_error(self.field_of(refusal), rules.explain(refusal, lang()))

    def field_of(self, refusal: Refusal) -> str | None:
        """The field beside which a refusal of the game stands; None: above them all."""
        return None


class ReasonForm(LobbyForm):
    """Why something is done; everyone may read it."""

    reason = forms.CharField(max_length=200)


class PauseForm(ReasonForm):
    """A pause has an end and a reason."""

    field_order = ("days", "reason")
    days = forms.IntegerField(min_value=1, max_value=60, initial=3)


class ExtendForm(ReasonForm):
    """An extension, in hours."""

    field_order = ("hours", "reason")
    hours = forms.IntegerField(min_value=1, max_value=14 * 24, initial=24)


class AppointForm(LobbyForm):
    """The player to whom a lord is offered, by his name."""

    use_required_attribute = False  # the same form has buttons that name nobody
    player = forms.CharField(max_length=30)


class PasswordForm(LobbyForm):
    """The password of a private table."""

    table_password = forms.CharField(max_length=60, widget=forms.PasswordInput({"autocomplete": "off"}))
