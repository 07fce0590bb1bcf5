"""What Daifen brings to the site; see `GameSite`.

Who plays on a continent is a secret of its fog (DA-CON-02, DA-FOG-08): lists show numbers, never names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.templatetags.static import static
from django.utils.safestring import SafeString

from heraut.engine.protocol import Json
from heraut.engine.protocol import Seat as SeatName
from heraut.games.daifen.naming import plain, valid_name
from heraut.games.daifen.phases.decisions import ABSENT, CLOSE, ELIMINATE
from heraut.games.daifen.races import RACES
from heraut.games.daifen.state import Continent
from heraut.games.daifen.tables import read
from heraut.site.common.refusals import Refused
from heraut.site.common.words import say
from heraut.site.games.daifen import board, history, lines, report, rules, sheet, since, statistics, tools
from heraut.site.games.daifen.draft import remaining
from heraut.site.games.daifen.exchanges import exchanges
from heraut.site.games.daifen.film import moments
from heraut.site.games.daifen.finale import finale
from heraut.site.games.daifen.first_turn import FORM, GUIDE
from heraut.site.games.daifen.lesson import LESSON
from heraut.site.games.daifen.moons import moon
from heraut.site.games.daifen.pictures import choice_picture, race_arms
from heraut.site.games.daifen.realm import givers, realm_context
from heraut.site.games.daifen.table_forms import HIDDEN, PACES, JoinForm, TableForm
from heraut.site.games.daifen.treaties import TREATIES
from heraut.site.matches import models as m
from heraut.site.matches.adapters import GameSite, TabEntry, unknown
from heraut.site.matches.models import Match, Seat
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.messaging import views as letters
from heraut.site.treaties.recall import recalls

LONGEST_LORD = 30  # letters of a lord's name


# Where it is played: there is no map


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


# Letters: between kingdoms, which are strangers to most (DA-MSG-01, DA-MSG-02)


def letter_names(continent: Continent) -> dict[str, tuple[str, bool]]:
    """Every kingdom by its seat, and whether it lives."""
    return {seat: (kingdom.name, kingdom.alive) for seat, kingdom in continent.kingdoms.items()}


def letter_known(view: Json) -> dict[str, bool]:
    """The kingdoms that the reader knows; all of them once the continent is finished (DA-FOG-11)."""
    if "kingdoms" in view:
        return {kingdom["name"]: kingdom["fallen"] is None for kingdom in view["kingdoms"]}
    return {name: other["alive"] for name, other in view["own"]["known"].items()} if "own" in view else {}


def speaker(view: Json, seat: str) -> tuple[str, SafeString]:
    """A kingdom and the arms of its race, once the continent is finished; unknown before (DA-FOG-08)."""
    for kingdom in view.get("kingdoms", ()):
        if kingdom["seat"] == seat:
            return kingdom["name"], race_arms(kingdom["race"])
    return unknown()


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


def awaited_words(access: MatchAccess) -> str:
    """Who is awaited is a secret, as who plays is; one's own form is not."""
    return say("follow.awaited_secret") if access.seat is not None and not access.match.over else ""


PAGES = {
    "board": board.page,
    "picture": board.map_picture,
    "orders": sheet.page,
    "letters": letters.page,
    "report": report.page,
    "history": history.page,
    "statistics": statistics.page,
    "tools": tools.page,
    "rules": rules.page,
}

TABS = (
    TabEntry("board", "daifen.tab_board", "match", readers="lords"),
    TabEntry("board", "daifen.tab_continent", "match", readers="others"),
    TabEntry("orders", "daifen.tab_orders", "match_orders", readers="lords"),
    TabEntry("report", "daifen.tab_report", "match_last_report", readers="lords"),
    TabEntry("report", "daifen_tools.chronicle", "match_last_report", readers="others"),
    TabEntry("atlas", "daifen.tab_atlas", "match_tool", ("atlas",), readers="lords"),
    TabEntry("espions", "daifen.tab_spies", "match_tool", ("espions",), readers="lords"),
    TabEntry("connaissances", "daifen.tab_knowledge", "match_tool", ("connaissances",), readers="lords"),
    TabEntry("assaut", "daifen.tab_assault", "match_tool", ("assaut",), readers="lords"),
    TabEntry("essai", "daifen.tab_rehearsal", "match_tool", ("essai",), readers="lords"),
    TabEntry("letters", "chancery.tab", "match_letters", readers="seated"),
    TabEntry("history", "match.tab_history", "match_history"),
    TabEntry("statistics", "match.tab_statistics", "match_statistics"),
    TabEntry("rules", "daifen.tab_rules", "match_rules"),
)

QUICK = {"continent": "Daifen", "lords": 6, "abandon_after": None, **HIDDEN}

SITE = GameSite(
    pages=PAGES,
    moments=moments,
    finale=finale,
    tabs=TABS,
    realm_context=realm_context,
    awaited_words=awaited_words,
    givers=givers,
    sealed_by={"orders": FORM},
    remaining=remaining,
    guide=GUIDE,
    shortcuts=(("V", "daifen_form.key_check"), ("C", "daifen_form.key_advice")),
    chapters=rules.chapters,
    lesson=LESSON,
    rules_template="play/daifen/rule_list.html",
    rules_context=rules.context,
    table_form=TableForm,
    join_form=JoinForm,
    paces=PACES,
    quick=QUICK,
    quick_choice="race",
    choice_picture=choice_picture,
    demo={**QUICK, "continent": "Les Brumes"},
    demo_seat={"kingdom": "Narvik-sous-Brume", "race": "humains"},
    lord_names=lord_names,
    check_choices=check_choices,
    seat_options=seat_options,
    place_words=place_words,
    place_picture=place_picture,
    chosen_options=chosen_options,
    silence=silence,
    patience=patience,
    secret=True,
    reign=reign,
    own_figures=since.own_figures,
    since_words=since.since_words,
    leader=since.leader,
    known_lord=known_lord,
    moon=moon,
    exchanges=exchanges,
    speech=("letters", "treaties"),
    treaties=TREATIES,
    recalls=recalls,
    speech_after=("forum",),
    letter_names=letter_names,
    letter_known=letter_known,
    speaker=speaker,
    strangers=True,  # and no table talk: whoever spoke for all to hear would make himself known (DA-FOG-08)
    whole=True,
    check=lines.check,
    rulings={"close": CLOSE, "eliminate": ELIMINATE, "absent": ABSENT},
    absent=str(read("names.toml")["absent"]),
    time_back=False,  # DA-PAC-08
)
