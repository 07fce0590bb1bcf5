"""The form of a table that waits for its lords."""

from __future__ import annotations

from django import forms

from heraut.site.lobby import forms as lobby_forms
from heraut.site.lobby.presets import PRESETS
from tests.sixth_game.game.options import LEAST, MOST


class TableForm(lobby_forms.TableForm):
    """A new auction."""

    GAME = "sealed_bid"
    PACES = PRESETS
    lords = forms.IntegerField(min_value=LEAST, max_value=MOST, required=False)
