"""What Gloire et Pouvoir brings to the site besides its pages; the names are those of `heraut.site.common.adapters`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.forms import BoundField
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString

from heraut.engine.protocol import Json
from heraut.games.gloire.atlas import MAPS, MOST_LORDS, atlas
from heraut.games.gloire.state import Realm
from heraut.games.gloire.tables import name_lists
from heraut.site.common.words import say
from heraut.site.games.gloire import lines
from heraut.site.games.gloire.realm import lord_table, orders_given, realm_context
from heraut.site.games.gloire.rules import glossary, phases
from heraut.site.lobby import figure_forms
from heraut.site.lobby import forms as lobby_forms
from heraut.site.lobby.presets import PRESETS
from heraut.site.matches.models import Match, Seat
from heraut.site.matchpage.match_access import MatchAccess

SECRET = WHOLE = False
TOLD_GIVEN = True
PICTURED = True
LEAVING = lines.ABDICATION
RULINGS: Mapping[str, str] = {}
ABSENT = ""
TIME_BACK = True
LETTER_MARKS = ("EJ", "HJ")  # in game, out of game (GP-SITE-33)
STRANGERS = TALK = False  # the rulebook wants a forum, of three sorts of messages (GP-SITE-29): not a table talk
FOR_THE_TABLE: tuple[str, ...] = ()
PACES = PRESETS
QUICK: Mapping[str, Any] = {"map": "SCANDINAVIE", "lords": 10}
RULES = "play/gloire/rule_list.html"

JoinForm = lobby_forms.JoinForm
check, given = lines.check, orders_given

__all__ = ["realm_context"]


class TableForm(lobby_forms.TableForm):
    """A new table: its map, and for a private one every figure of the rules (GP-OPT-05)."""

    GAME = "gloire"
    PACES = PACES
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
        for name in figure_forms.names():
            self.fields[f"figure_{name}"] = forms.CharField(
                max_length=80,
                required=False,
                label=say(f"figure.{name}"),
                widget=forms.TextInput({"placeholder": figure_forms.usual(name), "class": "figure"}),
            )

    @property
    def figure_groups(self) -> list[tuple[str, list[BoundField]]]:
        """The figures by chapter."""
        return [
            (say(f"chapter.{chapter}"), self.group(*(f"figure_{name}" for name in names)))
            for chapter, names in figure_forms.CHAPTERS.items()
        ]

    def asked_options(self, data: dict[str, Any]) -> dict[str, Any]:
        """The options that differ from the rulebook, the map, the number of lords, the figures that were changed."""
        changes = self.changed_figures()
        if changes and not data.get("private"):
            self.add_error(None, say("lobby_refusal.figures_public"))
        if self.errors:
            return {}
        options = {name: data[name] for name in self.OPTIONS if data.get(name)}
        return {"map": data["map"], "lords": data.get("lords") or atlas(data["map"]).lords, **options, **changes}

    def changed_figures(self) -> dict[str, Any]:
        """The figures that were typed, each read as it must be; others than the usual ones only."""
        changes = {}
        for name in figure_forms.names():
            text = self.cleaned_data.get(f"figure_{name}", "")
            if not text:
                continue
            try:
                changes[name] = figure_forms.read(name, text)
            except ValueError:
                self.add_error(f"figure_{name}", say("lobby_refusal.bad_figure"))
        return changes


def map_label(name: str) -> str:
    """A map with its size: Scandinavie, 45 terres, 10 seigneurs."""
    place = atlas(name)
    return say("lobby.map", name=say(f"map_name.{name}"), lands=len(place.places), lords=place.lords)


# Where it is played


def place(options: Mapping[str, Any]) -> str:
    """The map of a match."""
    return str(options.get("map", ""))


def places() -> list[tuple[str, str]]:
    """Every map, by name."""
    return [(name, say(f"map_name.{name}")) for name in MAPS]


def place_words(options: Mapping[str, Any]) -> str:
    """The map of a match, and by how many it is played."""
    return say("lobby.map_for", name=say(f"map_name.{options['map']}"), lords=options["lords"])


def place_picture(options: Mapping[str, Any]) -> str:
    """The address of the picture of a match that has not begun."""
    return reverse("map_picture", args=[options["map"]])


# What was chosen


def chosen_options(match: Match) -> Iterator[str]:
    """One sentence an option that differs from the rulebook; a secret last turn is not told (GP-OPT-06)."""
    options = match.options
    for name in ("militia", "varied_lands"):
        if options.get(name):
            yield say(f"option.{name}")
    if options.get("turn_limit"):
        secret = options.get("turn_limit_secret")
        yield say("option.secret_limit") if secret else say("option.turn_limit", turn=options["turn_limit"])


def silence(match: Match) -> str:
    """What silence costs here (GP-SITE-14)."""
    return say("table.missed_is", number=patience(match))


def changed_figures(match: Match) -> Iterator[tuple[str, str, str]]:
    """The label of each changed figure, what it is here, and what it usually is."""
    for name in figure_forms.names():
        if name in match.options:
            yield say(f"figure.{name}"), figure_forms.written(match.options[name]), figure_forms.usual(name)


# Letters: lords know each other's names


def letter_names(realm: Realm) -> dict[str, tuple[str, bool]]:
    """Every lord by his seat, and whether he lives."""
    return {seat: (lord.name, lord.alive) for seat, lord in realm.lords.items()}


def letter_known(view: Json) -> dict[str, bool]:
    """All lords but the reader's own."""
    own = view.get("own", {}).get("seat")
    return {lord["name"]: lord["alive"] for seat, lord in view["lords"].items() if seat != own}


# Seats


def lord_names() -> Sequence[str]:
    """Names of ours."""
    return name_lists()["lords"]


def check_choices(match: Match, choices: Mapping[str, str], own: Seat | None = None) -> None:
    """Nothing is chosen with a seat but the lord's name."""


def seat_options(seats: Iterable[Seat]) -> dict[str, Any]:
    """The options that the seats of a match add to it at its start."""
    return {"names": {seat.name: seat.lord for seat in seats if seat.lord}}


def moon(moment: datetime) -> int | None:
    """This game counts no moons."""
    return None


def patience(match: Match) -> int | None:
    """As many as the table has chosen, three as a rule (GP-SITE-14)."""
    return match.pace.missed


def bearer(seat: Seat) -> int:
    """The arms of a seat of a match that has begun: those of its number on the map."""
    return int(seat.name[1:])


def reign(match: Match, seat: Seat) -> dict[str, Any]:
    """A player's lord in a match under way: whether he lives, and how he stands."""
    public = match.rules.view(match.realm, None)
    lord = public["lords"][seat.name]
    rank = 1 + sum(other["global_renown"] > lord["global_renown"] for other in public["lords"].values())
    words = say("home.rank", rank=rank, lands=lord["lands"], turn=public["turn"]) if lord["alive"] else say("home.dead")
    return {**lord, "bearer": lord["number"], "words": words, "rank": rank, "turn": public["turn"]}


def known_lord(access: MatchAccess, seat: Seat) -> str | None:
    """The name of a lord, as everyone who visits the match may know it."""
    return str(access.view["lords"][seat.name]["name"])


MOST_NAMED = 5  # lords who are awaited by name


def awaited_words(access: MatchAccess) -> str:
    """Who has not sealed yet (GP-GEN-02): by name if they are few."""
    states = {} if access.match.over else given(access)
    awaited = [seat for seat, state in states.items() if state in ("awaited", "late", "saved") and seat != access.name]
    if len(awaited) > MOST_NAMED:
        return say("follow.awaited_many", count=len(awaited), all=len(states))
    names = [access.view["lords"][seat]["name"] for seat in awaited]
    return say("follow.awaited", lords=names) if names else say("follow.awaited_nobody")


def followed(access: MatchAccess, page: str) -> SafeString:
    """The table of the lords says who has sealed."""
    return lord_table(access) if page == "board" else SafeString("")


def rules_context(asked: MultiValueDict[str, str], lang: str) -> dict[str, Any]:
    """The rules, and the words of the game."""
    return {"phases": phases(lang), "words": glossary(lang)}
