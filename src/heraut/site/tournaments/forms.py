"""The form of a new tournament, beside that of its matches, which is the game's own (`GameSite.table_form`)."""

from __future__ import annotations

from typing import Any

from django import forms

from heraut.site.common.words import say
from heraut.site.lobby.forms import LobbyForm
from heraut.site.tournaments.models import LEAGUE, SWISS
from heraut.site.tournaments.tournaments import MOST_ROUNDS


class TournamentForm(LobbyForm):
    """How those who enter meet, and how often."""

    OWN_WORDS = "tournament"
    kind = forms.ChoiceField(widget=forms.RadioSelect, initial=SWISS)
    rounds = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS, initial=5)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["kind"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(kind, say(f"tournaments.kind_{kind}")) for kind in (SWISS, LEAGUE)]
