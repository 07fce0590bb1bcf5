"""The host that goes with a seat at a table: the scenario's, a ready-made one, one that is kept, or a list as text.

What is chosen is kept with the seat as a code or as text: whatever becomes of a kept host, the seat has what it chose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from heraut.engine.protocol import Refusal
from heraut.games import game
from heraut.games.vassaux.identities import PLACES, Place
from heraut.games.vassaux.roster import Roster, ready_made
from heraut.games.vassaux.roster.lines import BOUNDS, read_lines, write_lines
from heraut.games.vassaux.tables import codes, hosts
from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import check_line
from heraut.site.common.refusals import Refused
from heraut.site.common.words import lang, say
from heraut.site.games.vassaux import keeping
from heraut.site.games.vassaux.hints import led_on
from heraut.site.games.vassaux.host_builder.brief import Brief
from heraut.site.games.vassaux.models import SavedHost
from heraut.site.matches.adapters import entered_names
from heraut.site.matches.models import Match, Seat

KEPT, TYPED = "ost-", "texte"  # values of the list of hosts: a kept one by its number; a list that is pasted
TOLD = 3  # refusals of a list that a form tells of


def ready_choices() -> list[tuple[str, str]]:
    """The ready-made hosts, with their points."""
    return [
        (code, say("vassaux_host.priced", name=getattr(row, lang()), cost=row.total)) for code, row in hosts().items()
    ]


class HostFields(forms.Form):
    """What a player chooses with his seat: his host."""

    host = forms.ChoiceField(required=False)
    host_text = forms.CharField(required=False, max_length=BOUNDS.signs, widget=forms.Textarea({"rows": 5}))

    def offer_hosts(self, player: Any) -> None:
        """The scenario's own, the ready-made, those that this player keeps, or any list."""
        kept = SavedHost._default_manager.filter(owner=player) if isinstance(player, Player) else ()
        mine = [(f"{KEPT}{one.pk}", one.name) for one in kept]
        field = self.fields["host"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            ("", say("vassaux_host.of_scenario")),
            *([(say("vassaux_kept.hosts"), mine)] if mine else []),
            (say("vassaux_host.ready"), ready_choices()),
            (TYPED, say("vassaux_host.typed")),
        ]
        field.help_text = led_on(str(field.help_text), "vassaux_host", say("vassaux_host.title"))
        text = self.fields["host_text"]
        text.validators = [one for one in text.validators if one is not check_line]  # a list has many lines
        now = self.initial.get("host", "")
        if now and now not in hosts():
            self.initial = {**self.initial, "host": TYPED, "host_text": now}

    def check_host(self, player: Any, brief: Brief) -> None:
        """Leaves the code or the text of the host that was chosen; what refuses it is told beside the field."""
        chosen, typed = self.cleaned_data.get("host", ""), self.cleaned_data.get("host_text", "")
        self.cleaned_data["host_text"] = ""
        if chosen.startswith(KEPT) and isinstance(player, Player):
            chosen = keeping.own(SavedHost, player, chosen.removeprefix(KEPT)).text
        elif chosen == TYPED:
            chosen = typed
        field = "host_text" if chosen and chosen == typed else "host"
        for refusal in refusals(chosen, brief)[:TOLD]:
            self.add_error(field, game("vassaux").explain(refusal, lang()))
        self.cleaned_data["host"] = chosen


def roster_of(host: str) -> Roster | list[Refusal]:
    """The list that a code or a text means, or why it cannot be read."""
    return ready_made(codes.HostCode(host)) if host in hosts() else read_lines(host)


def refusals(host: str, brief: Brief) -> list[Refusal]:
    """Why a host cannot be fielded in this; the scenario's own ("") always can."""
    if not host:
        return []
    found = roster_of(host)
    return found if isinstance(found, list) else brief.meant.refusals(found)


def brief_of(options: Mapping[str, Any], place: Place) -> Brief:
    """What a host of a table with these options is meant for."""
    return Brief(options.get("scenario") or 0, place, options.get("limit") or 0, bool(options.get("magic")))


def place_at(match: Match | None, own: Seat | None = None) -> Place:
    """The side that a player who sits down now, or sits there already, will have: seats are numbered as they came."""
    before = [] if match is None else list(match.seats.order_by("pk").values_list("pk", flat=True))
    return PLACES[min(1, before.index(own.pk) if own is not None and own.pk in before else len(before))]


def check_choices(match: Match, choices: Mapping[str, str], own: Seat | None = None) -> None:
    """A host that may be fielded at this table. Raises Refused."""
    found = refusals(choices.get("host", ""), brief_of(match.options, place_at(match, own)))
    if found:
        raise Refused("host_unfit", why=game("vassaux").explain(found[0], lang()))


def seat_options(seats: Iterable[Seat]) -> dict[str, Any]:
    """The options that the seats of a battle add to it at its start: names and hosts.

    Who has come to sit on another side than the one he chose for, because somebody has left, and may not field his
    host there, has the scenario's (SV-DP-01).
    """
    seats = list(seats)
    found = {}
    for place, seat in zip(PLACES, seats, strict=False):
        host = seat.choices.get("host", "")
        if host and not refusals(host, brief_of(seat.match.options, place)):
            found[seat.name] = host if host in hosts() else written(host)
    if len(seats) == 1 and (foe := (seats[0].match.options.get("hosts") or {}).get("")):
        found[""] = foe
    return {**entered_names(seats), "hosts": found}


def written(host: str) -> str:
    """A list as the game writes it, without comments."""
    found = read_lines(host)
    return host if isinstance(found, list) else write_lines(found)
