"""What Gloire et Pouvoir brings to the site; see `GameSite`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.urls import path, reverse
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString

from heraut.engine.protocol import Json
from heraut.games.gloire.atlas import MAPS
from heraut.games.gloire.picture import map_svg
from heraut.games.gloire.state import Realm
from heraut.games.gloire.tables import name_lists
from heraut.games.gloire.turn import ELIMINATE
from heraut.site.common.words import say
from heraut.site.games.gloire import (
    board,
    constant_forms,
    goodies,
    history,
    lines,
    pictures,
    report,
    rules,
    sheet,
    since,
    statistics,
    tools,
)
from heraut.site.games.gloire.drawing import shield_svg
from heraut.site.games.gloire.exchanges import exchanges
from heraut.site.games.gloire.finale import finale
from heraut.site.games.gloire.first_turn import GUIDE
from heraut.site.games.gloire.gazette import CHRONICLE
from heraut.site.games.gloire.lesson import LESSON
from heraut.site.games.gloire.realm import awaited_words, givers, lord_table, orders_given, realm_context
from heraut.site.games.gloire.table_forms import TableForm
from heraut.site.games.gloire.treaties import TREATIES
from heraut.site.lobby.forms import JoinForm
from heraut.site.lobby.presets import PRESETS
from heraut.site.matches.adapters import GameSite, TabEntry
from heraut.site.matches.models import Match, Seat
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.messaging import views as letters
from heraut.site.treaties.recall import recalls

# Where it is played


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
    return say("table.missed_is", number=match.pace.missed)


def changed_constants(match: Match) -> Iterator[tuple[str, str, str]]:
    """The label of each changed constant, what it is here, and what it usually is."""
    for name in constant_forms.names():
        if name in match.options:
            yield say(f"figure.{name}"), constant_forms.written(match.options[name]), constant_forms.usual(name)


# Letters: lords know each other's names


def letter_names(realm: Realm) -> dict[str, tuple[str, bool]]:
    """Every lord by his seat, and whether he lives."""
    return {seat: (lord.name, lord.alive) for seat, lord in realm.lords.items()}


def letter_known(view: Json) -> dict[str, bool]:
    """All lords but the reader's own."""
    own = view.get("own", {}).get("seat")
    return {lord["name"]: lord["alive"] for seat, lord in view["lords"].items() if seat != own}


def speaker(view: Json, seat: str) -> tuple[str, SafeString]:
    """A lord's name and his shield, those of the map."""
    lord = view["lords"][seat]
    return lord["name"], shield_svg(lord["number"])


# Seats


def lord_names() -> Sequence[str]:
    """Names of ours."""
    return name_lists()["lords"]


def bearer(seat: Seat) -> int:
    """The arms of a seat of a match that has begun: those of its number on the map."""
    return int(seat.name[1:])


def reign(match: Match, seat: Seat) -> dict[str, Any]:
    """A player's lord in a match under way: whether he lives, and how he stands."""
    public = match.rules.view(match.realm, None)
    lord = public["lords"][seat.name]
    rank = since.rank_of(public, seat.name) if lord["alive"] else 0
    words = say("home.rank", rank=rank, lands=lord["lands"], turn=public["turn"]) if lord["alive"] else say("home.dead")
    return {**lord, "bearer": lord["number"], "words": words, "rank": rank, "turn": public["turn"]}


def known_lord(access: MatchAccess, seat: Seat) -> str | None:
    """The name of a lord, as everyone who visits the match may know it."""
    return str(access.view["lords"][seat.name]["name"])


def followed(access: MatchAccess, page: str) -> SafeString:
    """The table of the lords says who has sealed."""
    return lord_table(access) if page == "board" else SafeString("")


def rules_context(asked: MultiValueDict[str, str], lang: str) -> dict[str, Any]:
    """The rules, and the words of the game."""
    return rules.context(lang, quick=rules.is_quick(asked))


PAGES = {
    "board": board.page,
    "card": board.card,
    "picture": board.picture,
    "orders": sheet.page,
    "letters": letters.page,
    "report": report.page,
    "history": history.page,
    "statistics": statistics.page,
    "tools": tools.page,
    "rules": rules.page,
}

TABS = (
    TabEntry("board", "match.tab_board", "match"),
    TabEntry("orders", "match.tab_orders", "match_orders", readers="lords"),
    TabEntry("report", "match.tab_report", "match_last_report"),
    TabEntry("letters", "chancery.tab", "match_letters", readers="lords"),
    TabEntry("letters", "chancery.tab", "match_forum", readers="others"),
    TabEntry("history", "match.tab_history", "match_history"),
    TabEntry("statistics", "match.tab_statistics", "match_statistics"),
    TabEntry("tools", "match.tab_tools", "match_tools", readers="lords"),
    TabEntry("rules", "match.tab_rules", "match_rules"),
)


def picture(view: Json, language: str, seat: str) -> str:
    """The whole map, the seat's own lands in gold."""
    return map_svg(view, lang=language, seat=seat)


SITE = GameSite(
    pages=PAGES,
    finale=finale,
    tabs=TABS,
    addresses=(
        path("cartes/<slug:name>.<slug:digest>.svg", board.map_file, name="map_file"),
        path("cartes/avant/<str:name>.svg", pictures.map_picture, name="map_picture"),
    ),
    realm_context=realm_context,
    followed=followed,
    awaited_words=awaited_words,
    givers=givers,
    guide=GUIDE,
    sealed_by={"board": "feuille-form", "orders": "feuille-form"},
    shortcuts=(
        ("←↑→↓", "map.key_move"),
        ("+ −", "map.key_zoom"),
        ("0", "map.key_whole"),
        ("Esc", "map.key_escape"),
    ),
    chapters=rules.chapters,
    lesson=LESSON,
    pages_apart=(
        path("regles/gloire/ordres.txt", goodies.order_form, name="gloire_form"),
        path("regles/gloire/aide-memoire.svg", goodies.card, name="gloire_card"),
        path("regles/gloire/armes.svg", goodies.armorial, name="gloire_arms"),
    ),
    rules_template="play/gloire/rule_list.html",
    rules_context=rules_context,
    table_form=TableForm,
    join_form=JoinForm,
    paces=PRESETS,
    quick={"map": "SCANDINAVIE", "lords": 10},
    lord_names=lord_names,
    place_option="map",
    places=places,
    place_words=place_words,
    place_picture=place_picture,
    picture=picture,
    pictured=True,
    chosen_options=chosen_options,
    changed_constants=changed_constants,
    silence=silence,
    told_given=True,
    bearer=bearer,
    reign=reign,
    own_figures=since.own_figures,
    since_words=since.since_words,
    leader=since.leader,
    known_lord=known_lord,
    given=orders_given,
    exchanges=exchanges,
    speech=("letters", "forum", "gazette", "treaties"),
    rulings={"eliminate": ELIMINATE},
    treaties=TREATIES,
    recalls=recalls,
    chronicle=CHRONICLE,
    letter_names=letter_names,
    letter_known=letter_known,
    speaker=speaker,
    letter_marks=(
        "EJ",
        "HJ",
    ),  # in game, out of game (GP-SITE-33); no table talk: a forum (GP-SITE-29)
    leaving=lines.ABDICATION,
    check=lines.check,
)
