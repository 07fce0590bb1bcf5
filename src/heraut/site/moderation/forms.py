"""The forms of those who keep the peace, and of whom they concern."""

from __future__ import annotations

from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError

from heraut.engine.names import plain
from heraut.site.accounts.models import Player
from heraut.site.common.forms import WordedFields
from heraut.site.common.input_cleaning import check_line, plain_text
from heraut.site.common.refusals import Refused
from heraut.site.common.words import say
from heraut.site.moderation import faults, mediation, reports, sanctions
from heraut.site.moderation.models import RELATIONS

F = TypeVar("F", bound=forms.Form)


class ModerationForm(WordedFields, forms.Form):
    """A form of these pages; a text that has a field of one line is one line."""

    WORDS = "mediation"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, forms.CharField) and not isinstance(field.widget, forms.Textarea):
                field.validators.append(check_line)


class Area(forms.CharField):
    """A field for several lines of plain text."""

    def to_python(self, value: Any) -> str:
        """What was written, as it is kept."""
        return plain_text(super().to_python(value) or "")


def area(longest: int, rows: int = 4, *, required: bool = True) -> Area:
    """A field for several lines."""
    return Area(max_length=longest, required=required, widget=forms.Textarea({"rows": rows}))


class NoteForm(ModerationForm):
    """A public note."""

    note = area(mediation.LONGEST)


class NameForm(ModerationForm):
    """A player, by his name."""

    player = forms.CharField(max_length=30)

    def clean_player(self) -> Player:
        """Who is called so."""
        name = self.cleaned_data["player"]
        found = Player.objects.filter(folded_name=plain(name), is_active=True).first()
        if found is None:
            raise ValidationError(say("lobby_refusal.nobody_so_named", name=name))
        return found


class RelationForm(NameForm):
    """Whom one knows, and how."""

    relation = forms.ChoiceField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds: Any = self.fields["relation"]
        kinds.choices = [(kind, say(f"relation.{kind}")) for kind in RELATIONS]


class FaultForm(ModerationForm):
    """A mistake, and the turn that it happened in."""

    step = forms.IntegerField(min_value=0)
    rule = forms.CharField(max_length=20, required=False)
    words = area(faults.LONGEST, 8)
    shared = forms.BooleanField(required=False)
    page = forms.CharField(max_length=200, required=False, widget=forms.HiddenInput)

    def __init__(self, game: str, last: int, *args: Any, **kwargs: Any) -> None:
        self.game = game
        super().__init__(*args, **kwargs)
        self.fields["rule"].help_text = say("mediation.rule_example", rule=min(faults.rule_ids(game)))
        step: Any = self.fields["step"]
        step.max_value, step.widget.attrs["max"] = last, last
        step.validators.append(forms.IntegerField(max_value=last).validators[-1])

    def clean_rule(self) -> str:
        """A rule of this game, or none."""
        rule = str(self.cleaned_data["rule"]).upper()
        if rule and rule not in faults.rule_ids(self.game):
            raise ValidationError(say("mediation.no_rule", rule=rule))
        return rule


class AnswerForm(ModerationForm):
    """What came of a fault: for the player, and for all."""

    answer = area(faults.LONGEST)
    notice = area(faults.LONGEST, required=False)


class OutcomeForm(ModerationForm):
    """What came of a report."""

    outcome = area(reports.LONGEST, 2)


class SanctionForm(ModerationForm):
    """Why something is done to a player; he reads it."""

    reason = area(sanctions.LONGEST_REASON, 2)


class BarForm(SanctionForm):
    """Out of the site, for some days or for good."""

    days = forms.IntegerField(min_value=1, max_value=3650, required=False)


class AppealForm(ModerationForm):
    """What is to be said against a sanction."""

    appeal = area(sanctions.LONGEST_APPEAL, 6)


class VerdictForm(ModerationForm):
    """The answer to an appeal."""

    verdict = area(sanctions.LONGEST_APPEAL)
    granted = forms.BooleanField(required=False)


class TermForm(ModerationForm):
    """Until when somebody is a supporter."""

    until = forms.DateField(widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))


def asked(form: F) -> F:
    """A form that was filled in as it must be. Raises Refused with the first thing that is wrong."""
    if not form.is_valid():
        field, errors = next(iter(form.errors.items()))
        raise Refused("bad_field", field=str(form.fields[field].label), error=errors[0])
    return form
