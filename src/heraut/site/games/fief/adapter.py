"""What Fief brings to the site; see `GameSite`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from django.urls import path, reverse
from django.utils.safestring import SafeString

from heraut.engine.protocol import Json
from heraut.games.fief.picture import board_svg
from heraut.games.fief.state import Realm
from heraut.site.common.words import lang, say, site_words
from heraut.site.games.fief import board_files, history, instructions, report, rules, since, statistics, table, tools
from heraut.site.games.fief.exchanges import exchanges
from heraut.site.games.fief.finale import finale
from heraut.site.games.fief.first_turn import GUIDE
from heraut.site.games.fief.gazette import CHRONICLE
from heraut.site.games.fief.instructions import noted_answer
from heraut.site.games.fief.lesson import LESSON
from heraut.site.games.fief.panels import awaited, givers, realm_context, shield
from heraut.site.games.fief.questions import asked_words
from heraut.site.games.fief.table_forms import FOR_THE_TABLE, PACES, VARIANTS, JoinForm, TableForm, mode_of
from heraut.site.games.fief.treaties import TREATIES
from heraut.site.learn.reference import families
from heraut.site.matches.adapters import GameSite, TabEntry
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.pace import REACTION, ROUND, TALKS, TURN
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.messaging import table_talk
from heraut.site.messaging import views as letters
from heraut.site.treaties.recall import recalls

SORT_OF: Mapping[str, str] = {
    **dict.fromkeys(("settle", "first_lord", "cards", "purchase", "shopping", "move", "attacks"), TURN),
    **dict.fromkeys(("round", "mercy", "sides", "summons"), ROUND),
    "window": TALKS,
    **dict.fromkeys(
        (
            "take_lord", "lodge", "heir", "place", "justice", "heir_of_title", "bestow", "dispose", "garrison", "leave",
            "petition", "admit", "president", "bid", "nominee", "become_bishop", "candidate", "vote", "crown",
        ),
        REACTION,
    ),
}  # fmt: skip
"""Which clock each kind of decision runs on."""


# One decision at a time


def turn_of(state: Realm) -> int:
    """The game's own turn; 0 during the setup."""
    return state.turn


def settled(decision: Any) -> bool:
    """Whether a player has said that he is ready to end the negotiations."""
    return decision.player in decision.realm.ready


def question(decision: Any) -> bytes:
    """What is asked, told apart from what was asked before; in the negotiations that is every deal put to a player."""
    if decision.kind == "window":
        mine = [[deal.proposer, deal.number] for deal in decision.realm.deals if deal.addressee == decision.player]
        return msgspec.json.encode(["window", decision.realm.turn, mine])
    return msgspec.json.encode([decision.kind, decision.view["own"]["asked"], decision.realm.turn])


# Where it is played, and what was chosen


def place_words(options: Mapping[str, Any]) -> str:
    """By how many it is played, and how one wins; once it has begun, its families are those that have names."""
    lords = options.get("lords") or len(options.get("names", ()))
    mode = say(f"fief_option.short_{mode_of({**options, 'lords': lords} if lords else options) or 'advised'}")
    return say("fief.place", lords=lords, mode=mode) if lords else say("fief.place_begun", mode=mode)


def place_picture(options: Mapping[str, Any]) -> str:
    """The empty board."""
    return reverse("fief_board")


def chosen_options(match: Match) -> Iterator[str]:
    """One sentence an option that differs from the rulebook."""
    options = match.options
    mode = options.get("mode")
    if mode:
        yield say(f"fief_option.mode_{mode}")
    if mode_of(options) != "normal" and options.get("points_turns"):
        yield say("fief_option.points_turns", turns=options["points_turns"])
    if options.get("turn_limit"):
        yield say("fief_option.turn_limit", turn=options["turn_limit"])
    for name in VARIANTS:
        if options.get(name):
            yield say(f"fief_field.{name}")
    for name in ("hidden_stacks", "stock_limits"):
        if options.get(name) is False:
            yield say(f"fief_option.no_{name}")
    if options.get("starting_lord") == "choice":
        yield say("fief_option.lord_choice")


def silence(match: Match) -> str:
    """What silence costs here (FI-DP-R7)."""
    return say("fief.silence", number=match.pace.missed)


# Letters and table talk: everybody knows everybody


def letter_names(realm: Realm) -> dict[str, tuple[str, bool]]:
    """Every family by its seat, and whether it is still in the game."""
    return {seat: (one.name, one.alive) for seat, one in zip(realm.seats, realm.families, strict=True)}


def letter_known(view: Json) -> dict[str, bool]:
    """All families but the reader's own."""
    own = view.get("own", {}).get("seat")
    return {one["name"]: one["alive"] for seat, one in view["seats"].items() if seat != own}


def speaker(view: Json, seat: str) -> tuple[str, SafeString]:
    """A family's name and its shield."""
    one = view["seats"][seat]
    return one["name"], shield(one["blazon"])


# Seats


def lord_names() -> Sequence[str]:
    """Names of ours, for families."""
    return tuple(site_words("fr").groups["fief_families"].values())


def reign(match: Match, seat: Seat) -> dict[str, Any]:
    """A player's family in a line, and what is asked of it."""
    view = match.rules.view(match.realm, seat.name)
    one, own = view["seats"][seat.name], view["own"]
    words = say("fief.reign", purse=own["purse"], fiefs=len(one["fiefs"]), soldiers=one["soldiers"], turn=view["turn"])
    asked = asked_words(view, lang()) if own["asked"] else ""
    return {"alive": one["alive"], "owed": bool(asked), "shield": shield(one["blazon"]), "words": asked or words}


def known_lord(access: MatchAccess, seat: Seat) -> str | None:
    """Everybody is known."""
    return seat.lord


def awaited_words(access: MatchAccess) -> str:
    """Who has to decide what, as the table shows it; to whom it is asked, that it is his turn."""
    if "own" in access.view and access.view["own"]["asked"] and not (access.sheet and access.sheet.sealed):
        return say("decision.asked")
    return awaited(access.view, access)


PAGES = {
    "board": table.page,
    "picture": board_files.picture,
    "orders": instructions.page,
    "letters": letters.page,
    "talk": table_talk.page,
    "report": report.page,
    "history": history.page,
    "statistics": statistics.page,
    "tools": tools.page,
    "rules": rules.page,
}

TABS = (
    TabEntry("board", "fief.tab_table", "match"),
    TabEntry("orders", "fief.tab_notes", "match_orders", readers="lords"),
    TabEntry("report", "fief.tab_chronicle", "match_last_report"),
    TabEntry("letters", "chancery.tab", "match_letters", readers="lords"),
    TabEntry("letters", "chancery.tab", "match_forum", readers="others"),
    TabEntry("tools", "fief.tab_odds", "match_tool", ("combat",)),
    TabEntry("ledger", "fief.tab_ledger", "match_tool", ("livre",), readers="lords"),
    TabEntry("history", "match.tab_history", "match_history"),
    TabEntry("statistics", "match.tab_statistics", "match_statistics"),
    TabEntry("rules", "match.tab_rules", "match_rules"),
)


def picture(view: Json, language: str, seat: str) -> str:
    """The whole board, the seat's own villages on gold."""
    return board_svg(view, lang=language, seat=seat)


SITE = GameSite(
    pages=PAGES,
    finale=finale,
    guide=GUIDE,
    tabs=TABS,
    addresses=(
        path("cartes/fief.svg", board_files.empty_board, name="fief_board"),
        path("cartes/fief.css", board_files.board_style, name="fief_style"),
    ),
    realm_context=realm_context,
    awaited_words=awaited_words,
    chapters=partial(families, "fief"),
    lesson=LESSON,
    givers=givers,
    answer_form="reponse",
    rules_template="play/fief/rule_list.html",
    rules_context=rules.context,
    table_form=TableForm,
    join_form=JoinForm,
    paces=PACES,
    quick={"lords": 4, "mode": "points", "points_turns": 10},
    demo={"lords": 4, "mode": "normal"},
    for_the_table=FOR_THE_TABLE,
    lord_names=lord_names,
    place_words=place_words,
    place_picture=place_picture,
    picture=picture,
    pictured=True,
    chosen_options=chosen_options,
    silence=silence,
    reign=reign,
    own_figures=since.own_figures,
    since_words=since.since_words,
    leader=since.leader,
    known_lord=known_lord,
    exchanges=exchanges,
    speech=("letters", "forum", "gazette", "treaties"),
    treaties=TREATIES,
    recalls=recalls,
    chronicle=CHRONICLE,
    letter_names=letter_names,
    letter_known=letter_known,
    talk=True,  # FI-NEG-03
    speaker=speaker,
    whole=True,
    leaving="ABANDONNER",
    sort_of=SORT_OF,
    turn_of=turn_of,
    question=question,
    settled=settled,
    asked_words=asked_words,
    noted_answer=noted_answer,
)
