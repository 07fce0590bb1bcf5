"""The ground of a new table: a map, one drawn by lot, or a battlefield of one's own, kept or as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from heraut.games.vassaux.options import RANDOM
from heraut.games.vassaux.tables import maps
from heraut.games.vassaux.terrain import BOUNDS
from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import check_line
from heraut.site.common.words import lang, say
from heraut.site.games.vassaux import keeping
from heraut.site.games.vassaux.hints import led_on
from heraut.site.games.vassaux.models import SavedField

KEPT, TYPED = "champ-", "texte"  # values of the list of grounds: a kept one by its number; one that is pasted


class GroundFields(forms.Form):
    """Where a battle is fought."""

    map = forms.ChoiceField(required=False)
    ground_text = forms.CharField(required=False, max_length=BOUNDS.signs, widget=forms.Textarea({"rows": 5}))

    def offer_grounds(self, player: Any) -> None:
        """The scenario's own map, the others, one drawn by lot, those that this player keeps, or any."""
        kept = SavedField._default_manager.filter(owner=player) if isinstance(player, Player) else ()
        mine = [(f"{KEPT}{one.pk}", one.name) for one in kept]
        field = self.fields["map"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            ("", say("vassaux_option.own_map")),
            *((code, getattr(row, lang())) for code, row in maps().items()),
            (RANDOM, say("vassaux_option.drawn_map")),
            *([(say("vassaux_kept.fields"), mine)] if mine else []),
            (TYPED, say("vassaux_terrain.typed")),
        ]
        field.help_text = led_on(str(field.help_text), "vassaux_ground", say("vassaux_terrain.title"))
        text = self.fields["ground_text"]
        text.validators = [one for one in text.validators if one is not check_line]  # a battlefield has many lines


def ground_options(data: Mapping[str, Any], player: Any) -> dict[str, Any]:
    """The options of the game that this ground means: a map, or terrain and the side of its table. Raises Http404."""
    chosen, side = data.get("map") or "", data.get("table")
    if chosen.startswith(KEPT) and isinstance(player, Player):
        kept = keeping.own(SavedField, player, chosen.removeprefix(KEPT))
        return {"field": kept.text or "#", "table": kept.side}
    options = {"table": side} if side else {}
    if chosen == TYPED:
        return {**options, "field": data.get("ground_text") or "#"}
    return {**options, **({"map": chosen} if chosen else {})}
