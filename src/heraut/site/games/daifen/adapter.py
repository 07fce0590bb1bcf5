"""What Daifen brings to the site besides its pages; the names are those of `heraut.site.common.adapters`.

Who plays on a continent is a secret of its fog (DA-CON-02, DA-FOG-08): lists show numbers, never names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.forms import BoundField
from django.templatetags.static import static
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString

from heraut.engine.protocol import Json
from heraut.engine.protocol import Seat as SeatName
from heraut.games.daifen.naming import plain, valid_name
from heraut.games.daifen.options import PACES as RULE_PACES
from heraut.games.daifen.phases.decisions import ABSENT as ABSENT_LORD
from heraut.games.daifen.phases.decisions import CLOSE, ELIMINATE
from heraut.games.daifen.races import RACES
from heraut.games.daifen.state import Continent
from heraut.games.daifen.tables import constants, paces, read
from heraut.site.clock.pace import Pace
from heraut.site.common.words import say
from heraut.site.games.daifen import rules
from heraut.site.games.daifen.lines import check
from heraut.site.games.daifen.moons import moon
from heraut.site.games.daifen.realm import realm_context
from heraut.site.lobby import forms as lobby_forms
from heraut.site.lobby.presets import HOURLY, PRESETS, SEALED, changed
from heraut.site.lobby.waiting_list import Refused
from heraut.site.matches import models as m
from heraut.site.matches.models import Match, Seat
from heraut.site.matchpage.match_access import MatchAccess

SECRET = WHOLE = True
TOLD_GIVEN = False
PICTURED = False
LEAVING = ""
RULINGS: Mapping[str, str] = {"close": CLOSE, "eliminate": ELIMINATE, "absent": ABSENT_LORD}
ABSENT = str(read("names.toml")["absent"])
TIME_BACK = False  # DA-PAC-08
LETTER_MARKS: tuple[str, ...] = ()
STRANGERS = True
TALK = False  # whoever spoke for all to hear would make himself known (DA-FOG-08)
FOR_THE_TABLE: tuple[str, ...] = ()
RULES = "play/daifen/rule_list.html"
HOUR = 20  # DA-PAC-02
FIRST_HOURS = 24  # DA-PAC-03
LONGEST_LORD = 30  # letters of a lord's name
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
QUICK: Mapping[str, Any] = {"continent": "Daifen", "lords": 6, "abandon_after": None, **HIDDEN}
DEMO: Mapping[str, Any] = {**QUICK, "continent": "Les Brumes"}
DEMO_SEAT = {"kingdom": "Narvik-sous-Brume", "race": "humains"}

__all__ = ["check", "moon", "realm_context"]


class SeatFields(forms.Form):
    """What a player chooses with his seat: a kingdom's name, and a race."""

    kingdom = forms.CharField(max_length=constants().name_length_max, required=False)
    race = forms.ChoiceField(required=False)

    def offer_races(self) -> None:
        """The five races, or any."""
        field = self.fields["race"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", say("table_field.any_race")), *rules.race_list(say("site.lang"))]


class JoinForm(lobby_forms.JoinForm, SeatFields):
    """Entering a continent."""

    CHOICES = ("kingdom", "race")
    field_order = ("lord", "kingdom", "race", "word", "behind")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer_races()


class TableForm(lobby_forms.TableForm, SeatFields):
    """A new continent (DA-CON-01)."""

    GAME = "daifen"
    PACES = PACES
    OPTIONS: ClassVar[tuple[str, ...]] = ("abandon_after",)
    CHOICES = ("kingdom", "race")
    field_order = ("title", "preset")
    abandon_after = forms.IntegerField(min_value=1, max_value=100, required=False)
    lords = forms.IntegerField(min_value=constants().kingdoms_min, max_value=constants().kingdoms_max, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer_races()
        self.fields["abandon_after"].initial = constants().abandon_after
        self.fields["lords"].label = say("table_field.kingdoms")
        self.fields["lords"].help_text = say("table_hint.kingdoms", usual=constants().kingdoms_default)
        for name in ("grace", "grace_hours", "missed"):
            del self.fields[name]

    @property
    def pace_group(self) -> list[BoundField]:
        """Nobody is waited for on a continent, and how long a lord may be silent is a rule of it (DA-END-12)."""
        return self.group("weekdays", "time", "zone", "minutes", "early")

    def asked_options(self, data: dict[str, Any]) -> dict[str, Any]:
        """The continent, its pace, its largest number of kingdoms, and what silence costs."""
        preset = data.get("preset")
        return {
            "continent": data.get("title", ""),
            "pace": preset if preset in OF_THE_RULES else "normal",
            "lords": data.get("lords") or constants().kingdoms_default,
            "abandon_after": data.get("abandon_after"),
            **HIDDEN,
        }


# Where it is played: there is no map


def place(options: Mapping[str, Any]) -> str:
    """Continents have no map."""
    return ""


def places() -> list[tuple[str, str]]:
    """None."""
    return []


def place_words(options: Mapping[str, Any]) -> str:
    """For how many kingdoms it is."""
    return say("lobby.kingdoms", kingdoms=options["lords"])


def place_picture(options: Mapping[str, Any]) -> str:
    """An island in the fog, the same for every continent."""
    return static("play/daifen_continent.svg")


# What was chosen


def chosen_options(match: Match) -> Iterator[str]:
    """Nothing but what silence costs here."""
    yield from ()


def silence(match: Match) -> str:
    """What silence costs here (DA-END-12)."""
    turns = patience(match)
    return say("option.abandon", turns=turns) if turns else say("option.never_abandoned")


def changed_figures(match: Match) -> Iterator[tuple[str, str, str]]:
    """The figures of Daifen do not change."""
    yield from ()


# Letters: between kingdoms, which are strangers to most (DA-MSG-01, DA-MSG-02)


def letter_names(continent: Continent) -> dict[str, tuple[str, bool]]:
    """Every kingdom by its seat, and whether it lives."""
    return {seat: (kingdom.name, kingdom.alive) for seat, kingdom in continent.kingdoms.items()}


def letter_known(view: Json) -> dict[str, bool]:
    """The kingdoms that the reader knows; all of them once the continent is finished (DA-FOG-11)."""
    if "kingdoms" in view:
        return {kingdom["name"]: kingdom["fallen"] is None for kingdom in view["kingdoms"]}
    return {name: other["alive"] for name, other in view["own"]["known"].items()} if "own" in view else {}


# Seats


def lord_names() -> Sequence[str]:
    """Names of ours."""
    return tuple(read("names.toml")["lords"])


def check_choices(match: Match, choices: Mapping[str, str], own: Seat | None = None) -> None:
    """A kingdom's name that can be had; if not, never why: it would tell who is there (DA-CON-03). Raises Refused.

    `own` is the seat that it is chosen for, if there is one already.
    """
    name = choices.get("kingdom", "")
    taken = {plain(seat.choices.get("kingdom", "")) for seat in match.seats.all() if seat != own}
    if name and (not valid_name(name) or plain(name) in taken):
        raise Refused("kingdom_unavailable")


def seat_options(seats: Iterable[Seat]) -> dict[str, Any]:
    """The options that the seats of a continent add to it at its start."""
    seats = list(seats)
    return {
        "names": told_apart({seat.name: seat.lord for seat in seats if seat.lord}),
        "kingdoms": {seat.name: seat.choices["kingdom"] for seat in seats if seat.choices.get("kingdom")},
        "races": {seat.name: seat.choices["race"] for seat in seats if seat.choices.get("race") in RACES},
        "returning": [seat.name for seat in seats if returns(seat)],
        **HIDDEN,
    }


def told_apart(lords: Mapping[str, str]) -> dict[str, str]:
    """Lords' names, numbered where several have chosen the same: nobody could be told that it was taken (DA-FOG-08)."""
    names: dict[str, str] = {}
    chosen, taken = {plain(lord) for lord in lords.values()}, set[str]()
    for seat, lord in lords.items():
        number, name = 1, lord
        while plain(name) in taken or (number > 1 and plain(name) in chosen):
            number += 1
            name = f"{lord[: LONGEST_LORD - len(str(number)) - 1]} {number}"
        names[seat] = name
        taken.add(plain(name))
    return names


def returns(seat: Seat) -> bool:
    """Whether its player has won the last public continent that he finished, and starts none since (DA-CON-09)."""
    if seat.user_id is None:
        return False
    his = Seat.objects.filter(user_id=seat.user_id, match__game="daifen", match__private=False)
    last = his.filter(match__status=m.OVER).select_related("match").order_by("-match__ended").first()
    if last is None or last.match.result is None or not last.match.result.scores.get(SeatName(last.name)):
        return False
    return not his.filter(match__started__gt=last.match.ended).exclude(match=seat.match_id).exists()


def patience(match: Match) -> int | None:
    """The turns of silence that cost a kingdom; none where it is never abandoned (DA-END-10, DA-END-12)."""
    turns: int | None = match.options.get("abandon_after")
    return turns


def bearer(seat: Seat) -> str:
    """The arms of a seat are those of its lord's name."""
    return seat.lord


def reign(match: Match, seat: Seat) -> dict[str, Any]:
    """A player's own kingdom in a line: nobody else reads it."""
    view = match.rules.view(match.realm, seat.name)
    own = view.get("own")
    if own is None:
        fallen = view["fallen"]
        return {"alive": False, "bearer": fallen["name"], "words": say("home.kingdom_lost", name=fallen["name"])}
    words = say("home.kingdom", name=own["name"], gold=own["gold"], living=view["living"], turn=view["turn"])
    return {"alive": True, "bearer": own["name"], "words": words}


def known_lord(access: MatchAccess, seat: Seat) -> str | None:
    """The name of a lord as the visitor may know it by his seat: his own, and all once the continent is finished."""
    if seat.name == access.name:
        return seat.lord
    return seat.lord if access.match.over else None


def given(access: MatchAccess) -> dict[str, str]:
    """Whether others have sent their forms is told to nobody."""
    return {}


def awaited_words(access: MatchAccess) -> str:
    """Who is awaited is a secret, as who plays is; one's own form is not."""
    return say("follow.awaited_secret") if access.seat is not None and not access.match.over else ""


def followed(access: MatchAccess, page: str) -> SafeString:
    """Nothing of a page tells who has sent his form."""
    return SafeString("")


def rules_context(asked: MultiValueDict[str, str], lang: str) -> dict[str, Any]:
    """The rules, or one race."""
    return rules.context(asked, lang)
