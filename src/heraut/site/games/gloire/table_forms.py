"""The form of a new table of Gloire et Pouvoir."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.forms import BoundField

from heraut.games.gloire.atlas import MAPS, MOST_LORDS, atlas
from heraut.games.gloire.herald import labels
from heraut.site.common.words import lang, say
from heraut.site.games.gloire import constant_forms
from heraut.site.lobby import forms as lobby_forms
from heraut.site.lobby.presets import PRESETS


class TableForm(lobby_forms.TableForm):
    """A new table: its map, and for a private one every figure of the rules (GP-OPT-05)."""

    GAME = "gloire"
    PACES = PRESETS
    FIRST = ("map",)
    OPTIONS: ClassVar[tuple[str, ...]] = ("militia", "varied_lands", "turn_limit", "turn_limit_secret")

    field_order = ("title", "preset", "map")
    map = forms.ChoiceField(widget=forms.RadioSelect, initial=MAPS[0])
    militia = forms.BooleanField(required=False)
    varied_lands = forms.BooleanField(required=False)
    turn_limit = forms.IntegerField(min_value=1, max_value=1000, required=False)
    turn_limit_secret = forms.BooleanField(required=False)
    lords = forms.IntegerField(min_value=2, max_value=MOST_LORDS, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.allow("map", [(name, map_label(name)) for name in MAPS])
        for name in constant_forms.names():
            self.fields[f"figure_{name}"] = forms.CharField(
                max_length=80,
                required=False,
                label=say(f"figure.{name}"),
                widget=forms.TextInput({"placeholder": constant_forms.usual(name), "class": "figure"}),
            )

    def start_names(self, sort: str) -> Mapping[str, str]:
        """The lands of the first map."""
        return labels(MAPS[0], lang()) if sort == "start" else {}

    @property
    def odds_place(self) -> str:
        """The first map: the lab plays where nobody has chosen another."""
        return say(f"map_name.{MAPS[0]}")

    @property
    def figure_groups(self) -> list[tuple[str, list[BoundField]]]:
        """The figures by chapter."""
        return [
            (say(f"chapter.{chapter}"), self.group(*(f"figure_{name}" for name in names)))
            for chapter, names in constant_forms.CHAPTERS.items()
        ]

    def asked_options(self, data: dict[str, Any]) -> dict[str, Any]:
        """The options that differ from the rulebook, the map, the number of lords, the figures that were changed."""
        changes = self.changed_constants()
        if changes and not data.get("private"):
            self.add_error(None, say("lobby_refusal.figures_public"))
        if self.errors:
            return {}
        options = {name: data[name] for name in self.OPTIONS if data.get(name)}
        return {"map": data["map"], "lords": data.get("lords") or atlas(data["map"]).lords, **options, **changes}

    def changed_constants(self) -> dict[str, Any]:
        """The figures that were typed, each read as it must be; others than the usual ones only."""
        changes = {}
        for name in constant_forms.names():
            text = self.cleaned_data.get(f"figure_{name}", "")
            if not text:
                continue
            try:
                changes[name] = constant_forms.read(name, text)
            except ValueError:
                self.add_error(f"figure_{name}", say("lobby_refusal.bad_figure"))
        return changes


def map_label(name: str) -> str:
    """A map with its size: Scandinavie, 45 terres, 10 seigneurs."""
    place = atlas(name)
    return say("lobby.map", name=say(f"map_name.{name}"), lands=len(place.places), lords=place.lords)
