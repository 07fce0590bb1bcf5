"""The forms of absence: days, who stands in, what is done by a will. Words are `absence_field` and `absence_hint`."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import MaxLengthValidator

from heraut.site.common.forms import WordedFields
from heraut.site.common.input_cleaning import check_line
from heraut.site.common.words import say
from heraut.site.matches.adapters import adapter
from heraut.site.matches.bot_names import PLAYER, level_choices, temper_choices
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.turn_status import BY_BOT, STANDING
from heraut.site.regency.naming import LONGEST_MESSAGE
from heraut.site.regency.wills import LONGEST

SILENCE = ""
WILLS = (SILENCE, STANDING, BY_BOT)


class AbsenceForm(WordedFields, forms.Form):
    """A form about being away."""

    WORDS = "absence"


def day(*, required: bool = False) -> forms.DateField:
    """A day, as browsers let one choose it."""
    return forms.DateField(required=required, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))


class DaysForm(AbsenceForm):
    """From when until when somebody is away; without a last day until further notice, without a first not at all."""

    away_from = day()
    away_until = day()

    def clean(self) -> dict[str, Any]:
        """An absence does not end before it begins."""
        data: dict[str, Any] = super().clean() or {}
        first, last = data.get("away_from"), data.get("away_until")
        if last and not first:
            self.add_error("away_from", say("absence.without_start"))
        if first and last and last < first:
            self.add_error("away_until", say("absence.backwards"))
        return data


class WillForm(AbsenceForm):
    """What answers for a seat whose player and regent stay silent; `temper` is that of a bot."""

    will = forms.ChoiceField(required=False, widget=forms.RadioSelect)
    temper = forms.ChoiceField(required=False)
    standing = forms.CharField(
        required=False,
        strip=True,
        validators=[MaxLengthValidator(LONGEST)],
        widget=forms.Textarea({"rows": 8, "class": "orders", "spellcheck": "false", "autocapitalize": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice = self.fields["will"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [(will, say(f"absence.will_{will or 'silence'}")) for will in WILLS]
        tempers = self.fields["temper"]
        assert isinstance(tempers, forms.ChoiceField)
        tempers.choices = temper_choices()

    def clean(self) -> dict[str, Any]:
        """Standing orders say something."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("will") == STANDING and not data.get("standing"):
            self.add_error("standing", say("absence.nothing_standing"))
        return data


class RegentForm(AbsenceForm):
    """Whom a player names regent, for which days, with which rights, and what he leaves him."""

    regent = forms.CharField(max_length=30, validators=[check_line])
    first = day(required=True)
    last = day(required=True)
    orders = forms.BooleanField(required=False, initial=True)
    seal = forms.BooleanField(required=False)
    letters = forms.BooleanField(required=False)
    treaties = forms.BooleanField(required=False)
    message = forms.CharField(
        required=False, validators=[MaxLengthValidator(LONGEST_MESSAGE)], widget=forms.Textarea({"rows": 5})
    )
    leaves_orders = forms.BooleanField(required=False)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if match.pace.by_decision:
            del self.fields["seal"]
        if "treaties" not in adapter(match.game).speech:
            del self.fields["treaties"]

    @property
    def rights(self) -> list[forms.BoundField]:
        """What the regent may do."""
        return [self[name] for name in ("orders", "seal", "letters", "treaties") if name in self.fields]


class BotRegentForm(AbsenceForm):
    """Which bot a player names regent, and for which days."""

    bot_level = forms.ChoiceField(required=False, initial=PLAYER)
    bot_temper = forms.ChoiceField(required=False)
    first = day(required=True)
    last = day(required=True)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="automate_%s", **kwargs)
        for name, choices in (("bot_level", level_choices(match.game)), ("bot_temper", temper_choices())):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices


class SeatWillForm(AbsenceForm):
    """The will of one seat among all those of a player: standing orders only where he has written some."""

    will = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, seat: Seat, **kwargs: Any) -> None:
        super().__init__(*args, prefix=str(seat.pk), initial={"will": seat.will}, **kwargs)
        self.seat = seat
        offered = [will for will in WILLS if will != STANDING or seat.standing]
        choice = self.fields["will"]
        assert isinstance(choice, forms.ChoiceField)
        choice.label = say("absence.will_of", title=seat.match.title)
        choice.choices = [(will, say(f"absence.will_{will or 'silence'}")) for will in offered]
