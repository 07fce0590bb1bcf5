"""The forms of a world that waits for its Kings: the world, its length, and what each King is made of (RO-CHAR-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.forms import BoundField
from django.templatetags.static import static

from heraut.engine.protocol import Refusal
from heraut.engine.words import catalogue
from heraut.games import game
from heraut.games.rois.lexicon import fixed_names
from heraut.games.rois.options import read_talents, talents_fault
from heraut.games.rois.setup import DEFAULT_TALENTS
from heraut.games.rois.state import ABILITIES, ALIGNMENTS, HUMANOIDS, TEMPERS
from heraut.games.rois.tables import CONSTANTS
from heraut.site.common.words import lang, say
from heraut.site.lobby import forms as lobby_forms
from heraut.site.lobby.forms import ANY
from heraut.site.lobby.presets import PRESETS

PACES = PRESETS
FOR_THE_TABLE = ("lords",)
CHOICES = ("race", "alignment", "temper", "sex", "talents")
ADVISED: Mapping[str, str] = {  # a King for a first match: his people are half the world, his Heroes flee in time
    "race": "human",
    "alignment": "good",
    "temper": "prudent",
    "talents": ", ".join(f"{code} {level}" for code, level in DEFAULT_TALENTS.items()),
}
READY, DRAWN, OWN = "advised", "drawn", "own"  # how a King comes about
LORDS = 8  # kingdoms, unless somebody says otherwise
ADVICE = {  # what is told beside each choice (RO-SET-04)
    "sovereign": ("offices",),
    "race": ("taste", "druid"),
    "temper": ("temper",),
    "talents": ("war", "duel", "march", "sea"),
}


def levels_of(text: str) -> list[str]:
    """The abilities of a text like "TA 2, ME 1, DR 1", each as often as it has levels."""
    return [code for code, level in (read_talents(text) or {}).items() for _ in range(level)]


def fault_words(text: str) -> str:
    """Why a King cannot have these talents, in the game's own words; "" if he can."""
    read = read_talents(text)
    wanted = {"text": text, "total": CONSTANTS.start_levels, "most": CONSTANTS.start_level_max}
    fault = talents_fault(read) if read is not None else Refusal("RO-CHAR-01", "bad_talents", wanted)
    return game("rois").explain(fault, lang()) if fault is not None else ""


def written(levels: Sequence[str]) -> str:
    """These abilities, each as often as it has levels, as such a text."""
    return ", ".join(f"{code} {levels.count(code)}" for code in dict.fromkeys(levels))


class TalentsWidget(forms.MultiWidget):
    """Four lists, a level each; a text that a program sends in their place is as good."""

    use_fieldset = True

    def __init__(self) -> None:
        super().__init__([forms.Select() for _ in range(CONSTANTS.start_levels)])

    def decompress(self, value: str | None) -> list[str]:
        """The levels of a text, the rest empty."""
        levels = levels_of(value or "")
        return (levels + [""] * len(self.widgets))[: len(self.widgets)]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """What the lists say, or the text; a text that cannot be read comes back whole, to be refused."""
        if text := (data.get(name) or "").strip():
            return self.decompress(text) if read_talents(text) else [text]
        return [one or "" for one in super().value_from_datadict(data, files, name)]

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        """Whether neither was sent."""
        return name not in data and bool(super().value_omitted_from_data(data, files, name))


class TalentsField(forms.Field):
    """Four levels, two at most in one ability (RO-CHAR-01); nothing chosen: what is advised. Cleans to a text."""

    widget = TalentsWidget

    def offer(self, names: Mapping[str, str]) -> None:
        """The abilities by name; what is left empty is given as is advised."""
        choices = [("", say("rois_king.no_talent")), *((code, names[code]) for code in ABILITIES)]
        assert isinstance(self.widget, TalentsWidget)
        for place, one in enumerate(self.widget.widgets, start=1):
            one.choices = choices
            one.attrs["aria-label"] = say("rois_king.level", number=place)

    def clean(self, value: Any) -> str:
        """The text. Raises ValidationError in the game's own words."""
        levels = [one for one in value or () if one]
        if not levels:
            return ""
        text = written(levels) if set(levels) <= set(ABILITIES) else ", ".join(levels)
        if why := fault_words(text):
            raise forms.ValidationError(why)
        return text


class SeatFields(lobby_forms.LobbyForm):
    """What a player chooses with his seat: a King as is advised, one that is drawn, or each of his traits."""

    sovereign = forms.ChoiceField(required=False, widget=forms.RadioSelect)
    race = forms.ChoiceField(required=False)
    alignment = forms.ChoiceField(required=False)
    temper = forms.ChoiceField(required=False)
    sex = forms.ChoiceField(required=False)
    talents = TalentsField(required=False)

    def offer(self) -> None:
        """Every choice by name, or any; beside each what our seed advises."""
        names, advice = fixed_names(lang()), catalogue("heraut.games.rois", lang()).groups["advice"]
        offered: dict[str, list[tuple[str, str]]] = {
            "race": [(code, names["race"][code]) for code in HUMANOIDS],
            "alignment": [(code, names["alignment"][code]) for code in ALIGNMENTS],
            "temper": [(code, names["temper"][code]) for code in TEMPERS],
            "sex": [(code, say(f"rois_king.sex_{code}")) for code in "FM"],
        }
        for name, choices in offered.items():
            lot = ANY if name == "race" else ""  # a race is asked before a match to try, where nothing is no answer
            self.allow(name, [(lot, say("table_field.any_race")), *choices])
        self.allow("sovereign", [(one, self.sovereign_words(one, names)) for one in (READY, DRAWN, OWN)])
        self.fields["sovereign"].initial = READY
        talents = self.fields["talents"]
        assert isinstance(talents, TalentsField)
        talents.offer(names["ability"])
        for name, subjects in ADVICE.items():
            self.fields[name].help_text = " ".join(
                filter(None, (str(self.fields[name].help_text), *(advice[one] for one in subjects)))
            )

    def sovereign_words(self, way: str, names: Mapping[str, Mapping[str, str]]) -> str:
        """A way to come by a King, in words."""
        if way != READY:
            return say(f"rois_king.{way}")
        traits = {name: names[name][ADVISED[name]] for name in ("race", "alignment", "temper")}
        return say(
            "rois_king.advised", **traits, talents=[f"{names['ability'][c]} {n}" for c, n in DEFAULT_TALENTS.items()]
        )

    def clean_race(self) -> str:
        """A race, or none where it is to be drawn by lot."""
        race: str = self.cleaned_data["race"]
        return "" if race == ANY else race

    def clean(self) -> dict[str, Any]:
        """The King of the way that was chosen; who names none has chosen the traits themselves."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("sovereign") in (READY, DRAWN):
            ready = ADVISED if data["sovereign"] == READY else {}
            for name in ("race", "alignment", "temper", "talents"):
                data[name] = ready.get(name, "")
                self.errors.pop(name, None)
        return data


class JoinForm(lobby_forms.JoinForm, SeatFields):
    """Entering a world."""

    OWN_WORDS = "rois"
    CHOICES = CHOICES
    field_order = ("lord", "sex", "sovereign", "race", "alignment", "temper", "talents", "word", "behind")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer()


class TableForm(lobby_forms.TableForm, SeatFields):
    """A new world (RO-SET-01)."""

    GAME = "rois"
    OWN_WORDS = "rois"
    FOR_THE_TABLE = FOR_THE_TABLE
    PACES = PACES
    OPTIONS: ClassVar[tuple[str, ...]] = ("turns", "short", "open_relations", "hardened")
    CHOICES = CHOICES
    field_order = ("title", "preset", "lords")
    lords = forms.IntegerField(
        min_value=CONSTANTS.players_min, max_value=CONSTANTS.players_max, required=False, initial=LORDS
    )
    turns = forms.IntegerField(
        min_value=CONSTANTS.turns_min, max_value=CONSTANTS.turns_max, required=False, initial=CONSTANTS.turns_default
    )
    short = forms.BooleanField(required=False)
    open_relations = forms.BooleanField(required=False)
    hardened = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer()
        self.allow("preset", [(name, say(f"rois_preset.{name}")) for name in self.PACES])

    def start_names(self, sort: str) -> Mapping[str, str]:
        """The races, and the lands around a home."""
        return fixed_names(lang()).get({"race": "race", "start": "terrain"}.get(sort, ""), {})

    @property
    def you_group(self) -> list[BoundField]:
        """The host's own King."""
        return self.group("lord", "sex", "sovereign", "race", "alignment", "temper", "talents", "word")

    @property
    def sample(self) -> tuple[str, str]:
        """The picture of a world, and what it says of those that are drawn."""
        return static("play/rois_world.avif"), say("rois_king.sample")

    def asked_options(self, data: dict[str, Any]) -> dict[str, Any]:
        """The world, and what differs from the rulebook."""
        usual = {"turns": CONSTANTS.turns_default}
        options = {name: data[name] for name in self.OPTIONS if data.get(name) and data[name] != usual.get(name)}
        return {"world": world_named(data.get("title", "")), "lords": data.get("lords") or LORDS, **options}

    def field_of(self, refusal: Refusal) -> str | None:
        """The field beside which a refusal stands."""
        return REFUSED_IN.get(refusal.code)


REFUSED_IN = {"kingdoms_out_of_range": "lords", "turns_out_of_range": "turns", "bad_name": "title"}


def world_named(title: str) -> str:
    """The name of the world of a table: its title, cut behind a word where it is too long."""
    most, whole = CONSTANTS.name_length_max, " ".join(title.split())
    if len(whole) <= most:
        return whole
    return f"{whole[:most].rpartition(' ')[0] or whole[: most - 1]}…"
