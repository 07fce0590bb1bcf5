"""The forms of a continent that waits for its lords, and the paces that its rules know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.forms import BoundField

from heraut.games.daifen.options import PACES as RULE_PACES
from heraut.games.daifen.tables import CONSTANTS, paces
from heraut.site.common.words import lang, say
from heraut.site.games.daifen import rules
from heraut.site.lobby import forms as lobby_forms
from heraut.site.lobby.forms import ANY
from heraut.site.lobby.presets import HOURLY, PRESETS, SEALED, changed
from heraut.site.matches.pace import Pace

HOUR = 20  # DA-PAC-02
FIRST_HOURS = 24  # DA-PAC-03
OF_THE_RULES: Mapping[str, Pace] = {  # nobody is waited for: a deadline that moves would tell that somebody is late
    name: Pace(weekdays=tuple(day - 1 for day in paces()[name].days), hour=HOUR, grace=0, first_hours=FIRST_HOURS)
    for name in ("normal", "rapide", "moyen", "lent")
}
assert set(OF_THE_RULES) == set(RULE_PACES)
PACES: Mapping[str, Pace] = {
    **OF_THE_RULES,
    **{name: changed(PRESETS[name], {"grace": 0}) for name in (HOURLY, SEALED)},
}
HIDDEN = {f"{name}_secret": True for name in ("names", "kingdoms", "races", "returning")}


class SeatFields(forms.Form):
    """What a player chooses with his seat: a kingdom's name, and a race."""

    kingdom = forms.CharField(max_length=CONSTANTS.name_length_max, required=False)
    race = forms.ChoiceField(required=False)

    def offer_races(self) -> None:
        """The five races, or any."""
        field = self.fields["race"]
        assert isinstance(field, forms.ChoiceField)
        races = rules.race_list(say("site.lang"))
        lot = (ANY if field.required else "", say("table_field.any_race"))
        field.choices = [*races, lot] if field.required else [lot, *races]


class JoinForm(lobby_forms.JoinForm, SeatFields):
    """Entering a continent."""

    CHOICES = ("kingdom", "race")
    field_order = ("lord", "race", "kingdom", "word", "behind")
    race = forms.ChoiceField(widget=forms.RadioSelect, initial=ANY)  # nobody gets one that he was not asked for

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer_races()

    def clean_race(self) -> str:
        """A race, or none where it is to be drawn by lot."""
        race: str = self.cleaned_data["race"]
        return "" if race == ANY else race


class TableForm(lobby_forms.TableForm, SeatFields):
    """A new continent (DA-CON-01)."""

    GAME = "daifen"
    PACES = PACES
    OPTIONS: ClassVar[tuple[str, ...]] = ("abandon_after",)
    CHOICES = ("kingdom", "race")
    field_order = ("title", "preset")
    abandon_after = forms.IntegerField(min_value=1, max_value=100, required=False)
    lords = forms.IntegerField(min_value=CONSTANTS.kingdoms_min, max_value=CONSTANTS.kingdoms_max, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer_races()
        self.fields["abandon_after"].initial = CONSTANTS.abandon_after
        self.fields["lords"].label = say("table_field.kingdoms")
        self.fields["lords"].help_text = say("table_hint.kingdoms", usual=CONSTANTS.kingdoms_default)
        for name in ("grace", "grace_hours", "missed"):
            del self.fields[name]

    def start_names(self, sort: str) -> Mapping[str, str]:
        """The races."""
        return dict(rules.race_list(lang())) if sort == "race" else {}

    @property
    def pace_group(self) -> list[BoundField]:
        """Nobody is waited for on a continent, and how long a lord may be silent is a rule of it (DA-END-12)."""
        return self.group("weekdays", "time", "zone", "minutes", "early", *self.held)

    def asked_options(self, data: dict[str, Any]) -> dict[str, Any]:
        """The continent, its pace, its largest number of kingdoms, and what silence costs."""
        preset = data.get("preset")
        return {
            "continent": data.get("title", ""),
            "pace": preset if preset in OF_THE_RULES else "normal",
            "lords": data.get("lords") or CONSTANTS.kingdoms_default,
            "abandon_after": data.get("abandon_after"),
            **HIDDEN,
        }
