"""What Seigneurs & Vassaux brings to the site; see `GameSite`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from django.urls import path, reverse
from django.utils.safestring import SafeString

from heraut.engine.protocol import Json
from heraut.games.vassaux.options import OWN
from heraut.games.vassaux.phases.acts import chain_of
from heraut.games.vassaux.picture import table_svg
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.tables import maps, scenarios
from heraut.games.vassaux.tables.codes import MapCode
from heraut.site.common.words import lang, say, site_words
from heraut.site.games.vassaux import (
    board_files,
    history,
    instructions,
    panels,
    report,
    rules,
    since,
    statistics,
    table,
    tools,
)
from heraut.site.games.vassaux.field_builder.draft import USUAL
from heraut.site.games.vassaux.field_builder.views import still_of
from heraut.site.games.vassaux.finale import finale
from heraut.site.games.vassaux.first_turn import GUIDE
from heraut.site.games.vassaux.gazette import CHRONICLE
from heraut.site.games.vassaux.host_builder.choice import check_choices, seat_options
from heraut.site.games.vassaux.instructed import noted_answer
from heraut.site.games.vassaux.keeping import kept_about
from heraut.site.games.vassaux.lesson import LESSON
from heraut.site.games.vassaux.pages_apart import PAGES_APART
from heraut.site.games.vassaux.questions import asked_words
from heraut.site.games.vassaux.table_forms import FOR_THE_TABLE, PACES, JoinForm, TableForm
from heraut.site.games.vassaux.treaties import TREATIES
from heraut.site.learn.reference import families
from heraut.site.matches.adapters import GameSite, QuickWay, TabEntry
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.pace import REACTION, ROUND, TURN, Pace
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.messaging import table_talk
from heraut.site.messaging import views as letters
from heraut.site.treaties.recall import recalls

DECLARED = ("move", "charge", "attack", "spell")  # SV-DP-05
SORT_OF: Mapping[str, str] = {
    "activate": TURN,  # SV-DP-04
    **dict.fromkeys(DECLARED, ROUND),
    **dict.fromkeys(
        (
            "objective", "deploy", "cede", "arrive", "react", "counter", "apply", "fight", "martyrs", "losses",
            "regroup", "shoot_again", "assign", "leave",
        ),
        REACTION,
    ),
}  # fmt: skip
"""Which clock each kind of decision runs on (SV-DPR-01)."""


def turn_of(state: Battle) -> int:
    """The turn of the battle; 0 during the deployment."""
    return state.turn


def clock_runs_on(pace: Pace, before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """By correspondence an order is announced and declared within one clock (SV-DPR-01).

    Whoever only gives an instruction, or offers a draw, still owes his answer, and gains no time by it.
    """
    if before.keys() == now.keys() and all(bare(one.battle) == bare(before[seat].battle) for seat, one in now.items()):
        return True
    if pace.live or {one.kind for one in before.values()} != {"activate"} or before.keys() != now.keys():
        return False
    return all(one.kind in DECLARED and first_of_chain(one) for one in now.values())


def bare(battle: Battle) -> Battle:
    """The table without what is said beside an answer (SV-DPR-02, SV-END-06)."""
    hosts = [msgspec.structs.replace(host, instructions=None, offers_draw=False) for host in battle.hosts]
    return msgspec.structs.replace(battle, hosts=hosts)


def first_of_chain(decision: Any) -> bool:
    """Whether the order in hand is the first one announced; no reaction."""
    chain = chain_of(decision.field)
    return not chain.against and chain.next == 1


def question(decision: Any) -> bytes:
    """What is asked, told apart from what was asked before."""
    return msgspec.json.encode([decision.kind, decision.battle.turn, decision.battle.stack])


def ground(options: Mapping[str, Any]) -> MapCode:
    """The map of a match; that of its scenario where no other was chosen."""
    if options.get("field"):
        return OWN
    return MapCode(options.get("map") or scenarios()[options.get("scenario", 0)].map)


def unmapped(options: Mapping[str, Any]) -> str:
    """The words for a ground that is no map: laid out by hand, or drawn."""
    return "laid_out" if options.get("field") else "drawn_map"


def place_words(options: Mapping[str, Any]) -> str:
    """The scenario, and where it is fought."""
    scenario = getattr(scenarios()[options.get("scenario", 0)], lang())
    code = ground(options)
    where = getattr(maps()[code], lang()) if code in maps() else say(f"vassaux_option.{unmapped(options)}")
    return say("vassaux.place", scenario=scenario, where=where)


def place_picture(options: Mapping[str, Any]) -> str:
    """The ground."""
    if options.get("field"):
        return still_of(options["field"], options.get("table", USUAL))
    code = ground(options)
    return reverse("vassaux_field", args=[code if code in maps() else next(iter(maps()))])


def chosen_options(match: Match) -> Iterator[str]:
    """One sentence an option that differs from the scenario."""
    if match.options.get("magic"):
        yield say("vassaux_option.with_magic")
    if match.options.get("limit"):
        yield say("vassaux_option.with_limit", points=match.options["limit"])


def silence(match: Match) -> str:
    """What silence costs here (SV-DPR-03)."""
    return say("vassaux.silence")


def letter_names(battle: Battle) -> dict[str, tuple[str, bool]]:
    """Both sides by their seats."""
    return {host.seat: (host.name or host.seat, True) for host in battle.hosts if host.seat}


def letter_known(view: Json) -> dict[str, bool]:
    """The other side."""
    own = view.get("own", {}).get("seat")
    return {host.get("name") or host["seat"]: True for host in view["battle"]["hosts"] if host["seat"] not in ("", own)}


def speaker(view: Json, seat: str) -> tuple[str, SafeString]:
    """A side's name and its shield."""
    place = view["seats"].index(seat)
    return panels.seat_names(view, lang())[place], panels.shield(place)


def lord_names() -> Sequence[str]:
    """Names of ours, for lords."""
    return tuple(site_words("fr").groups["vassaux_lords"].values())


def reign(match: Match, seat: Seat) -> dict[str, Any]:
    """A player's host in a line, and what is asked of it."""
    view = match.rules.view(match.realm, seat.name)
    place, battle = view["seat"], view["battle"]
    lost, taken = (battle["hosts"][one].get("eliminated", 0) for one in (place, 1 - place))
    asked = asked_words(view, lang())
    words = say("vassaux.reign", turn=view["turn"], turns=battle["settings"]["turns"], lost=lost, taken=taken)
    return {"alive": True, "owed": bool(asked), "shield": panels.shield(place), "words": asked or words}


def known_lord(access: MatchAccess, seat: Seat) -> str | None:
    """Everybody is known."""
    return seat.lord


def picture(view: Json, language: str, seat: str) -> str:
    """The whole table."""
    return table_svg(view, lang=language)


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
    TabEntry("board", "vassaux.tab_table", "match"),
    TabEntry("orders", "vassaux_instructions.tab", "match_orders", readers="lords"),
    TabEntry("report", "vassaux.tab_report", "match_last_report"),
    TabEntry("letters", "chancery.tab", "match_letters", readers="lords"),
    TabEntry("letters", "chancery.tab", "match_forum", readers="others"),
    TabEntry("history", "match.tab_history", "match_history"),
    TabEntry("tools", "vassaux_story.tab_luck", "match_tool", (tools.LUCK,)),
    TabEntry("statistics", "match.tab_statistics", "match_statistics"),
    TabEntry("rules", "match.tab_rules", "match_rules"),
)

SITE = GameSite(
    pages=PAGES,
    finale=finale,
    guide=GUIDE,
    lesson=LESSON,
    moments=history.moments,
    tabs=TABS,
    addresses=(
        path("cartes/vassaux/<slug:name>.svg", board_files.empty_field, name="vassaux_field"),
        path("cartes/vassaux.css", board_files.table_style, name="vassaux_style"),
    ),
    shortcuts=(
        ("U", "vassaux_scene.key_units"),
        ("E", "vassaux_scene.key_enemies"),
        ("F", "vassaux_scene.key_field"),
        ("O", "vassaux_scene.key_odds"),
        ("L", "vassaux_scene.key_last"),
        ("W", "vassaux_scene.key_waits"),
        ("M", "vassaux_scene.key_measure"),
        ("T", "vassaux_scene.key_threats"),
        ("←↑→↓", "vassaux_scene.key_move"),
        ("+ −", "map.key_zoom"),
        ("Esc", "vassaux_scene.key_back"),
    ),
    pages_apart=PAGES_APART,
    builders={"vassaux_host": "vassaux_host.title", "vassaux_ground": "vassaux_terrain.title"},
    kept_about=kept_about,
    realm_context=panels.realm_context,
    awaited_words=panels.awaited_words,
    givers=panels.givers,
    answer_form="reponse",
    chapters=partial(families, "vassaux"),
    rules_template="play/vassaux/rule_list.html",
    rules_context=rules.context,
    table_form=TableForm,
    join_form=JoinForm,
    paces=PACES,
    check_choices=check_choices,
    seat_options=seat_options,
    quick={"lords": 2},
    quick_ways={"table": QuickWay({"lords": 1}), "ecran": QuickWay({"lords": 2}, one_screen=True)},
    demo={"lords": 2},
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
    speech=("letters", "forum", "gazette", "treaties"),
    treaties=TREATIES,
    recalls=recalls,
    chronicle=CHRONICLE,
    letter_names=letter_names,
    letter_known=letter_known,
    talk=True,
    speaker=speaker,
    whole=True,
    leaving="ABANDONNER",
    sort_of=SORT_OF,
    turn_of=turn_of,
    question=question,
    asked_words=asked_words,
    noted_answer=noted_answer,
    clock_runs_on=clock_runs_on,
)
